import type { IExecuteFunctions } from 'n8n-workflow';
import { executionMemoryOf } from '../n8n/executionMemory';
import { isRetry, runsBegunBefore, type BegunRuns } from '../n8n/retriedExecution';
import { runIndexOf } from '../n8n/runIndex';
import type { Failure } from '../transport/failure';

/** What the node notes of its runs that an execution which was cut short may have begun. */
interface Doubt {
	/** The execution that looked for them. */
	execution: string;
	/** All runs of the node, or those of these indices. */
	runs: 'all' | number[];
}

const key = 'crmMessagingDoubt';

/**
 * Whether this run of the node may have sent in an execution that was cut short, and is retried now:
 * then nobody knows to whom. It stays so in retries of the retry, until it is settled.
 *
 * Call it before anything of the run can fail, as a retry that fails in order passes for one that knows.
 */
export async function isInDoubt(context: IExecuteFunctions): Promise<boolean> {
	const memory = executionMemoryOf(context);
	const execution = context.getExecutionId();
	const earlier = memory[key] as Doubt | undefined;
	if (earlier?.execution !== execution) {
		let begun: BegunRuns = isRetry(context) ? 'all' : 'none';
		try {
			if (begun === 'all') begun = await runsBegunBefore(context, earlier !== undefined);
		} finally {
			memory[key] = { execution, runs: together(earlier?.runs, begun) };
		}
	}
	const { runs } = memory[key] as Doubt;
	return runs === 'all' || runs.includes(runIndexOf(context));
}

/** Notes that a person lets the node send, whoever was reached: from here on, it is known who is. */
export function settleDoubt(context: IExecuteFunctions): void {
	executionMemoryOf(context)[key] = { execution: context.getExecutionId(), runs: [] };
}

/** Why nothing is sent where a run is in doubt. */
export const refusedInDoubt: Failure = {
	kind: 'input',
	message:
		'The execution that you retry was cut short, and some of it may have been sent already',
	advice: 'Nothing was sent now. n8n stores what was sent when an execution ends by itself, and this one was killed or stopped before. Look in the service for whom it reached, and send to the others with a new execution. To send to all of them again, set the option “When the Outcome Is Unknown” to “Send Again”, and choose “Retry with currently saved workflow”.',
	outcomeUnknown: true,
	ofRun: true,
};

function together(earlier: Doubt['runs'] = [], begun: BegunRuns): Doubt['runs'] {
	if (earlier === 'all' || begun === 'all') return 'all';
	return begun === 'none' ? earlier : [...earlier, begun];
}
