import type { INodeProperties } from 'n8n-workflow';
import type { Entry, ItemReading } from '../../run/operation';
import type { NodeParameters } from '../../run/parameters';
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
	{ recipientIn, shownBeside }: MessageShape,
): Entry[] {
	// Mostly each has one text only, and needs no set.
	const seen = new Map<string, string | Set<string>>();
	const repeats: Entry[] = [];
	for (const { envelope, entries } of readings) {
		const beside = shownBeside ? `${shownBeside(envelope)}\n` : '';
		for (const entry of entries) {
			const recipient = nameOf(recipientIn(entry.data));
			const text = `${beside}${entry.text}`;
			const earlier = seen.get(recipient);
			if (earlier === undefined) seen.set(recipient, text);
			else if (earlier === text) repeats.push(entry);
			else if (typeof earlier === 'string') seen.set(recipient, new Set([earlier, text]));
			else if (earlier.has(text)) repeats.push(entry);
			else earlier.add(text);
		}
	}
	return repeats;
}

function nameOf(recipient: object): string {
	let name = '';
	for (const [key, value] of Object.entries(recipient)) name += `${key} ${value}\n`;
	return name;
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
