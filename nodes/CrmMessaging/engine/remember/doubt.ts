import { earlierTry, wrongSetting } from '../../catalogue/runs';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { executionMemoryOf, runIndexOf } from '../../n8n/execution';
import { isRetry, runsBegunBefore } from '../../n8n/retriedExecution';
import { isObject } from '../../fields/values';
import { type Failure, failureOfSentence } from '../../service/failure';
import { digestOf, Ledger, ledgerMemoryOf, storedVersion } from './ledger';

/** Why it's unknown who an earlier execution reached. */
export type WhyInDoubt = 'cutShort' | 'unreadable';

/** The node's runs that an earlier execution may have sent, to unknown recipients. */
interface Doubt {
	/** The execution that detected them. */
	execution: string;
	/**
	 * Whether all runs of the node are in doubt except the exceptions; otherwise only the
	 * exceptions are.
	 */
	all: boolean;
	exceptions: number[];
	why: WhyInDoubt;
}

const doubtKey = 'crmMessagingDoubt';

/**
 * Whether an earlier execution may have sent this run to unknown recipients. It was cut short, or
 * its stored data can't be read. Retries of the retry inherit the doubt until the run is sent
 * again.
 *
 * Call it before anything in the run can fail: a retry that fails cleanly counts as one without
 * doubt.
 *
 * @returns undefined if the recipients are known
 */
export async function doubtOf(context: IExecuteFunctions): Promise<WhyInDoubt | undefined> {
	const memory = executionMemoryOf(context);
	const execution = context.getExecutionId();
	const earlier = doubtIn(memory);
	const none: Doubt = { execution, all: false, exceptions: [], why: 'cutShort' };
	if (Ledger.isUnreadable(ledgerMemoryOf(context)) || earlier === 'unreadable') {
		note(memory, { ...none, all: true, why: 'unreadable' });
		return 'unreadable';
	}
	let doubt: Doubt = { ...none, ...earlier, execution };
	if (earlier?.execution !== execution) {
		if (isRetry(context)) {
			const all: Doubt = { ...none, all: true };
			// The doubt stays if n8n's stored data can't be read.
			note(memory, all);
			const begun = await runsBegunBefore(context, earlier !== undefined);
			if (begun === 'all') doubt = all;
			else if (begun !== 'none') doubt = withRun(doubt, begun, true);
		}
		note(memory, doubt);
	}
	return mayHaveSent(doubt, runIndexOf(context)) ? doubt.why : undefined;
}

function mayHaveSent({ all, exceptions }: Doubt, run: number): boolean {
	return all !== exceptions.includes(run);
}

function withRun(doubt: Doubt, run: number, isIn: boolean): Doubt {
	if (mayHaveSent(doubt, run) === isIn) return doubt;
	const { exceptions } = doubt;
	const changed = exceptions.includes(run)
		? exceptions.filter((one) => one !== run)
		: [...exceptions, run];
	return { ...doubt, exceptions: changed };
}

/** Notes that a run was sent again: from now on, its recipients are known. */
export function acknowledgeResend(context: IExecuteFunctions): void {
	const memory = executionMemoryOf(context);
	const doubt = doubtIn(memory);
	if (doubt === undefined || doubt === 'unreadable') return;
	note(memory, withRun(doubt, runIndexOf(context), false));
}

/** Forgets all doubts once the node has ended well. */
export function forgetDoubt(context: IExecuteFunctions): void {
	delete executionMemoryOf(context)[doubtKey];
}

/** Why nothing is sent if a run is in doubt. */
export function refusedInDoubt(why: WhyInDoubt): Failure {
	const sentence = wrongSetting.unknownEarlier({ reason: earlierTry[why] });
	return failureOfSentence('input', sentence, { outcomeUnknown: true, ofRun: true });
}

function note(memory: IDataObject, doubt: Doubt): void {
	const text = JSON.stringify(doubt);
	memory[doubtKey] = { version: storedVersion, text, seal: digestOf(text) };
}

/** The stored doubt; `unreadable` if another version wrote it, or it was changed. */
function doubtIn({ [doubtKey]: noted }: IDataObject): Doubt | 'unreadable' | undefined {
	if (noted === undefined) return undefined;
	if (!isObject(noted) || noted.version !== storedVersion) return 'unreadable';
	const { text, seal } = noted;
	if (typeof text !== 'string' || digestOf(text) !== seal) return 'unreadable';
	return JSON.parse(text) as Doubt;
}
