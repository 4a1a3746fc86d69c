import { wrongSetting } from '../catalogue/runs';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../fields/values';
import { executionMemoryOf, isRetry, mayHaveBegun, runIndexOf } from '../n8n/execution';
import { type Failure, failureOfSentence } from '../service/failure';
import { isUnreadable, storedVersion } from './memory';

/** Why it's unknown who an earlier execution reached. */
export type WhyInDoubt = 'cutShort' | 'unreadable';

/** What the node notes of each execution, so that a retry can tell one that failed in order. */
interface Doubt {
	version: typeof storedVersion;
	/** The execution that noted it. */
	execution: string;
	/** Why earlier executions may have sent all rounds of the node to unknown recipients, if so. */
	why?: WhyInDoubt;
	/** Whether that execution was a retry. */
	isRetry: boolean;
	/** The rounds that were wholly sent again since. */
	resent: number[];
}

const doubtKey = 'crmMessagingDoubt';

/**
 * Whether an earlier execution may have sent this round to unknown recipients. It was cut short, or
 * its stored data can't be read. Later retries inherit the doubt until the round is sent again.
 *
 * Call it before anything in the run can fail: a retry that fails in order counts as one without
 * doubt.
 *
 * @returns undefined if the recipients are known
 */
export async function doubtOf(context: IExecuteFunctions): Promise<WhyInDoubt | undefined> {
	const memory = executionMemoryOf(context);
	const execution = context.getExecutionId();
	const note = (why?: WhyInDoubt, resent: number[] = []): WhyInDoubt | undefined => {
		const isOfRetry = isRetry(context);
		memory[doubtKey] = { version: storedVersion, execution, isRetry: isOfRetry, why, resent };
		return resent.includes(runIndexOf(context)) ? undefined : why;
	};
	const stored = memory[doubtKey];
	const noted = isDoubt(stored) ? stored : undefined;
	if ((stored !== undefined && !noted) || isUnreadable(context)) return note('unreadable');
	if (isRetry(context) && noted?.execution !== execution) {
		// It stays if n8n's stored data can't be read.
		const why = note('cutShort');
		const known = noted ? (noted.isRetry ? 'byRetry' : 'something') : 'nothing';
		if (await mayHaveBegun(context, known)) return why;
	}
	return note(noted?.why, noted?.resent);
}

function isDoubt(stored: unknown): stored is Doubt & IDataObject {
	return isObject(stored) && stored.version === storedVersion && Array.isArray(stored.resent);
}

/** Notes that a round was wholly sent again: from now on, its recipients are known. */
export function acknowledgeResend(context: IExecuteFunctions): void {
	const memory = executionMemoryOf(context);
	const { [doubtKey]: doubt } = memory;
	if (!isDoubt(doubt)) return;
	memory[doubtKey] = { ...doubt, resent: [...doubt.resent, runIndexOf(context)] };
}

/** Forgets all doubts once the node has ended well. */
export function forgetDoubt(context: IExecuteFunctions): void {
	delete executionMemoryOf(context)[doubtKey];
}

/** Why nothing is sent if a run is in doubt. */
export function refusedInDoubt(): Failure {
	return failureOfSentence('input', wrongSetting.unknownEarlier(), {
		outcome: 'unknown',
		ofRun: true,
	});
}
