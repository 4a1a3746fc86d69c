import type { INodeProperties } from 'n8n-workflow';
import type { Entry, ItemReading } from '../../run/operation';
import type { NodeParameters } from '../../run/parameters';
import type { Recurrence } from '../../run/recurrence';
import type { MessageShape } from './deliveries';
import { hintAt, messages, warn } from './messageHints';

/** The option that leaves out what a recipient gets a second time. */
export const skipRepeated: INodeProperties = {
	displayName: 'Skip Repeated Messages',
	name: 'skipRepeated',
	noDataExpression: true,
	...{ type: 'boolean', default: true },
	description:
		'Whether a message is left out when its recipient gets the same text earlier in the run',
};

/** The messages whose recipient gets the same earlier in the run. */
export function findRepeats(
	readings: readonly ItemReading[],
	shape: MessageShape,
	recurrence: Recurrence,
): Entry[] {
	if (!recurrence.isAny) return [];
	const seen = new Set<string>();
	const repeats: Entry[] = [];
	for (const { envelope, entries } of readings) {
		const beside = shape.shownBeside?.(envelope) ?? '';
		for (const entry of entries) {
			const recipient = shape.recipientOf(entry.data);
			if (!recurrence.has(recipient)) continue;
			const message = JSON.stringify([recipient, beside, entry.text]);
			if (seen.has(message)) repeats.push(entry);
			else seen.add(message);
		}
	}
	return repeats;
}

/** Says how many messages are repeated, and what becomes of them. */
export function noteRepeats(
	repeats: readonly Entry[],
	skips: boolean,
	parameters: NodeParameters,
): void {
	if (repeats.length === 0) return;
	if (skips) {
		const verb = repeats.length === 1 ? 'was' : 'were';
		hintAt(
			repeats,
			`${messages(repeats)} ${verb} left out, because the recipient gets the same text earlier in the run`,
			parameters,
		);
		return;
	}
	const verb = repeats.length === 1 ? 'goes' : 'go';
	hintAt(
		repeats,
		`${messages(repeats)} ${verb} to a recipient who gets the same text earlier in the run; the option “${skipRepeated.displayName}” leaves such messages out`,
		parameters,
	);
	warn(repeats, 'The recipient gets the same text earlier in the run.');
}
