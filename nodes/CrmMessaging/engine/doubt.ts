import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { executionMemoryOf, runIndexOf } from '../n8n/execution';
import { isRetry, runsBegunBefore, type BegunRuns } from '../n8n/retriedExecution';
import { isObject } from '../fields/values';
import type { Failure } from '../service/failure';
import { digestOf, Ledger, storedVersion } from './ledger';

/** Why it isn't known whom an earlier execution has reached. */
export type WhyInDoubt = 'cutShort' | 'unreadable';

/** What the node notes of its runs that an earlier execution may have sent, nobody knows to whom. */
interface Doubt {
	/** The execution that looked for them. */
	execution: string;
	/** All runs of the node, or those of these indices. */
	runs: 'all' | number[];
	/** Runs that were sent again since. */
	settled: number[];
	why: WhyInDoubt;
}

const key = 'crmMessagingDoubt';

/**
 * Whether this run of the node may have sent in an earlier execution, and nobody knows to whom: that
 * was cut short, or what it stored can't be read. It stays so in retries of the retry, until the run is
 * sent again.
 *
 * Call it before anything of the run can fail, as a retry that fails in order passes for one that knows.
 *
 * @returns undefined where it is known
 */
export async function doubtOf(context: IExecuteFunctions): Promise<WhyInDoubt | undefined> {
	const memory = executionMemoryOf(context);
	const execution = context.getExecutionId();
	const earlier = doubtIn(memory);
	if (Ledger.isUnreadable(memory) || earlier === 'unreadable') {
		note(memory, { execution, runs: 'all', settled: [], why: 'unreadable' });
		return 'unreadable';
	}
	if (earlier?.execution !== execution) {
		let begun: BegunRuns = isRetry(context) ? 'all' : 'none';
		try {
			if (begun === 'all') begun = await runsBegunBefore(context, earlier !== undefined);
		} finally {
			note(memory, together(execution, earlier, begun));
		}
	}
	const { runs, settled, why } = doubtIn(memory) as Doubt;
	const run = runIndexOf(context);
	const isInDoubt = runs === 'all' ? !settled.includes(run) : runs.includes(run);
	return isInDoubt ? why : undefined;
}

/** Notes that a run was sent again, whoever was reached: from here on, it is known who is. */
export function settleDoubt(context: IExecuteFunctions): void {
	const memory = executionMemoryOf(context);
	const doubt = doubtIn(memory);
	if (doubt === undefined || doubt === 'unreadable') return;
	const run = runIndexOf(context);
	const { runs, settled } = doubt;
	if (runs === 'all') note(memory, { ...doubt, settled: [...settled, run] });
	else note(memory, { ...doubt, runs: runs.filter((one) => one !== run) });
}

const wayOut =
	'Look in the service for whom it reached, and send to the others with a new execution. To send to all of them again, set the option “When the Outcome Is Unknown” to “Send Again”, and choose “Retry with currently saved workflow”.';

/** Why nothing is sent where a run is in doubt. */
export const refusedInDoubt: Record<WhyInDoubt, Failure> = {
	cutShort: {
		kind: 'input',
		message:
			'The execution that you retry was cut short, and some of it may have been sent already',
		advice: `Nothing was sent now. n8n stores what was sent when an execution ends by itself, and this one was killed or stopped before. ${wayOut}`,
		outcomeUnknown: true,
		ofRun: true,
	},
	unreadable: {
		kind: 'input',
		message:
			'What this execution stored of an earlier try can’t be read, and some of it may have been sent already',
		advice: `Nothing was sent now. Another version of this package stored it, or it was changed since. ${wayOut}`,
		outcomeUnknown: true,
		ofRun: true,
	},
};

/** Why nothing is sent where a contact may be one that was accepted under other names. */
export const refusedAsRenamed: Failure = {
	kind: 'input',
	message: 'This may be a contact that was accepted before, under another identifier',
	advice: 'Its other fields have changed as well since then, so nothing tells. Change the fields back and retry, or send the other contacts with a new execution. To send all of these again, set the option “When the Outcome Is Unknown” to “Send Again”.',
	outcomeUnknown: true,
};

function note(memory: IDataObject, doubt: Doubt): void {
	const text = JSON.stringify(doubt);
	memory[key] = { version: storedVersion, text, seal: digestOf(text) };
}

/** What was noted; `unreadable` where another version has noted it, or it was changed. */
function doubtIn({ [key]: noted }: IDataObject): Doubt | 'unreadable' | undefined {
	if (noted === undefined) return undefined;
	if (!isObject(noted) || noted.version !== storedVersion) return 'unreadable';
	const { text, seal } = noted;
	if (typeof text !== 'string' || digestOf(text) !== seal) return 'unreadable';
	return JSON.parse(text) as Doubt;
}

function together(execution: string, earlier: Doubt | undefined, begun: BegunRuns): Doubt {
	if (begun === 'all') return { execution, runs: 'all', settled: [], why: 'cutShort' };
	const { runs = [], settled = [], why = 'cutShort' } = earlier ?? {};
	if (begun === 'none') return { execution, runs, settled, why };
	if (runs !== 'all') return { execution, runs: [...runs, begun], settled, why: 'cutShort' };
	return { execution, runs, settled: settled.filter((run) => run !== begun), why };
}
