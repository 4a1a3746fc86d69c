import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../fields/values';
import type { Execution } from '../n8n/execution';
import { isEmpty, isUnreadable, storedVersion } from './memory';

/** What the node notes of each execution, so that a retry can tell one that failed in order. */
interface Doubt {
	version: typeof storedVersion;
	execution: string;
	isRetry: boolean;
	/** Whether earlier executions may have sent all rounds of the node to unknown recipients. */
	isInDoubt: boolean;
	/** The rounds that were wholly sent again since. */
	resent: number[];
}

const doubtKey = 'crmMessagingDoubt';

/**
 * Whether an earlier execution may have sent this round to unknown recipients: it was cut short, or
 * can't be read. Call it before anything can fail: a retry that fails in order counts as one without doubt.
 */
export async function isInDoubt(execution: Execution): Promise<boolean> {
	const { id, isRetry, memory, round } = execution;
	const note = (isDoubtful: boolean, resent: number[] = []): boolean => {
		const judged = { execution: id, isRetry, isInDoubt: isDoubtful, resent };
		memory[doubtKey] = { version: storedVersion, ...judged } satisfies Doubt;
		return isDoubtful && !resent.includes(round);
	};
	const { [doubtKey]: stored } = memory;
	const noted = isDoubt(stored) ? stored : undefined;
	if ((stored !== undefined && !noted) || isUnreadable(execution)) return note(true);
	if (isRetry && noted?.execution !== id) {
		const known = noted ? (noted.isRetry ? 'byRetry' : 'something') : 'nothing';
		// Noted when it's known, since parallel calls of an agent ask as well.
		const hasBegun = await execution.mayHaveBegun(known).catch((error: unknown) => {
			note(true);
			throw error;
		});
		if (hasBegun) return note(true);
	}
	return note(noted?.isInDoubt ?? false, noted?.resent);
}

function isDoubt(stored: unknown): stored is Doubt & IDataObject {
	return isObject(stored) && stored.version === storedVersion && Array.isArray(stored.resent);
}

/** Whether it's noted that an earlier execution may have sent this round to unknown recipients. */
export function hasDoubt({ memory, round }: Execution): boolean {
	const { [doubtKey]: doubt } = memory;
	return isDoubt(doubt) && doubt.isInDoubt && !doubt.resent.includes(round);
}

/** Whether an earlier try may have sent some of this round, as far as it's noted. */
export function hasEarlierTry(execution: Execution): boolean {
	return hasDoubt(execution) || !isEmpty(execution);
}

/** Notes that a round was wholly sent again: from now on, its recipients are known. */
export function acknowledgeResend({ memory, round }: Execution): void {
	const { [doubtKey]: doubt } = memory;
	if (isDoubt(doubt)) memory[doubtKey] = { ...doubt, resent: [...doubt.resent, round] };
}

/** Forgets a note without doubt. A doubt may be about later rounds as well. */
export function forgetNote({ memory }: Execution): void {
	const { [doubtKey]: doubt } = memory;
	if (!isDoubt(doubt) || !doubt.isInDoubt) delete memory[doubtKey];
}
