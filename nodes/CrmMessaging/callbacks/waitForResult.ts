import { randomUUID } from 'crypto';
import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { callAnswer } from '../catalogue/panels';
import { contactReason, refusedCall, runHint, wrongSetting } from '../catalogue/runs';
import { counted, figure, type Sentence } from '../catalogue/sentence';
import { stopAfterSending } from '../engine/errors';
import { judgeEarlierTry, recalledRow, storedRow, type StoredRow } from '../engine/earlierTry';
import { boxesOf, type Hint } from '../engine/hints';
import type { Operation } from '../engine/operation';
import { controlsOf, readRunOptions } from '../engine/options';
import { NodeParameters } from '../engine/read/parameters';
import { outputOf, report } from '../engine/report';
import { outcomesOf, outcomeSentence, rowsThatAre, type Row } from '../engine/row';
import { outputOfStop, run, type CallbackWait, type Run } from '../engine/run';
import type { Option } from '../fields/field';
import { InputError } from '../fields/inputError';
import { boundedNumber } from '../fields/types/number';
import { textOf } from '../fields/values';
import type { Execution } from '../n8n/execution';
import { runAgain, signatureParameter, waitingMemoryOf } from '../n8n/webhooks';
import { callbackKey, isPrivate, keyParameter } from '../service/addresses';
import { readCallback, receivedCallback, RefusedCall } from './callback';
import { answerCall, answered, callsToWaits, claimCall, requireEqual, secretsOf } from './caller';
import { Redactor } from '../service/redactor';
import { awaitedRows, oneEach, withResults } from './results';

export const maxWait: Option<number> = {
	name: 'maxWait',
	label: 'Max Wait (Minutes)',
	// n8n doesn't cancel its timer of a wait's last 70 s, and ends a wait beyond its calendar.
	type: boundedNumber({ min: 10, max: 365 * 24 * 60 }),
	isParameter: true,
	// A day is more than the service needs, and still an acceptable end.
	unset: 24 * 60,
	description: 'Maximum time to wait for the callback, after which missing results are null',
};

/** A run that waits, as n8n stores it with the execution. */
interface Wait {
	name: string;
	/** The names of the node's earlier waits in the execution. */
	ended: string[];
	/** The contacts that wait for their results, and all other rows of the run. */
	awaited: StoredRow[];
	others: StoredRow[];
	hints: Hint[];
	/** The callback without secrets, once it came. */
	callback?: IDataObject;
}

const waitKey = 'crmMessagingWait';

function waitIn({ [waitKey]: wait }: IDataObject): Wait | undefined {
	return wait as unknown as Wait | undefined;
}

/** Its rows with what the callback reports, and how many contacts it names that weren't sent. */
function resultsOf({ awaited, others, callback }: Wait): { rows: Row[]; unmatched: number } {
	const { rows, unmatched } = withResults(awaited, callback && readCallback(callback));
	const earlier = withResults(others, undefined, contactReason.sentEarlier);
	return { rows: [...rows, ...earlier.rows].map(recalledRow), unmatched };
}

/** The URL parameter with a wait's name. n8n's URL is the same in every round of a loop. */
const nameParameter = 'wait';

/** The wait of a run, if it has one. @throws InputError if it can't wait */
function waitOf({ parameters, client }: Run, operation: Operation): CallbackWait | undefined {
	if (!operation.callback?.isAwaited(parameters)) return undefined;
	const { execution } = parameters;
	if (execution.isTool) throw refusedWait(wrongSetting.waitForAgent());
	const minutes = parameters.option(maxWait);
	const url = execution.resumeUrl();
	if (execution.isUnawaited) throw refusedWait(wrongSetting.subWorkflow());
	const { hostname: host } = url;
	if (isPrivate(host)) parameters.hints.add(runHint.privateAddress({ host }));
	const name = randomUUID();
	url.searchParams.set(nameParameter, name);
	url.searchParams.set(keyParameter, client.waitKey(name));
	return {
		url: url.toString(),
		check(batches) {
			if (batches.length <= 1) return;
			const { rows } = operation.limit;
			const requests = figure(batches.length);
			throw refusedWait(wrongSetting.severalRequests({ requests, rows }));
		},
		async begin(rows, sent) {
			const awaited = new Set(rowsThatAre('accepted', sent));
			if (rowsThatAre('accepted', rows).some((row) => !awaited.has(row)))
				parameters.hints.add(runHint.sentEarlier());
			if (awaited.size === 0) return false;
			const earlier = waitIn(execution.memory);
			const wait: Wait = {
				name,
				ended: earlier ? [...earlier.ended, earlier.name] : [],
				awaited: [...awaited].flatMap(awaitedRows),
				others: rows
					.filter((row) => !awaited.has(row))
					.map((row) => ({ ...storedRow(row), earlier: row.earlier })),
				hints: parameters.hints.all,
			};
			execution.memory[waitKey] = wait;
			const unanswered = report(resultsOf(wait).rows, 'contacts', false);
			const until = new Date(Date.now() + minutes * 60_000);
			// n8n pairs what it passes on with the input by index.
			const { items } = parameters;
			const output = outputOf(oneEach(unanswered, items.length), true, items, execution.node);
			await execution.park(name, until, output);
			return true;
		},
	};
}

function refusedWait(sentence: Sentence): InputError {
	return new InputError(sentence, ['Processing Result']);
}

/** Receives a call to a waiting node. n8n has checked its own signature, if it has one. */
export async function receiveResult(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await answerCall(context, callAnswer.toWait, async () => {
		const ownParameters = [signatureParameter, nameParameter, keyParameter];
		const call = await receivedCallback(context, ownParameters);
		const secrets = await secretsOf(context);
		const name = textOf(call.query[nameParameter] ?? '');
		const key = callbackKey('wait', name, secrets.account);
		requireEqual(call.query[keyParameter], key);
		if (call.isEmpty) return answered(callAnswer.noContent);
		// n8n 1 resumes at each call, and stores a wait later than it says that it waits.
		const isNew = claimCall(callsToWaits, name, context.getResponseObject());
		const wait = waitIn(waitingMemoryOf(context));
		if (!isNew || wait?.ended.includes(name)) return answered(callAnswer.repeated);
		if (wait?.name !== name) throw new RefusedCall(503, refusedCall.notStored);
		const redactor = new Redactor([...Object.values(secrets), key]);
		wait.callback = redactor.inValue(call.content) as IDataObject;
		return { ...answered(callAnswer.resumed), workflowData: [runAgain(context)] };
	});
}

/** Runs an operation, or reports after its wait. @throws NodeOperationError, NodeApiError with Continue off */
export async function runOrResume(
	execution: Execution,
	choose: () => Operation,
): Promise<INodeExecutionData[]> {
	const { resumed } = execution;
	const earlier = await judgeEarlierTry(execution);
	if (!resumed) return await run(execution, earlier, choose, waitOf);
	const wait = waitIn(execution.memory);
	if (wait?.name !== resumed.name) return resumed.items;
	// Known even if their results can't be made.
	let rows = [...wait.awaited, ...wait.others].map(recalledRow);
	try {
		const results = resultsOf(wait);
		({ rows } = results);
		return outputOfResults(execution, choose(), wait, results, resumed.items);
	} catch (cause) {
		return await outputOfStop(execution, cause, earlier, rows);
	}
}

/** The output after a callback; `parked` is that without one. @throws RunStop if a result stops the workflow */
function outputOfResults(
	execution: Execution,
	operation: Operation,
	wait: Wait,
	{ rows, unmatched }: ReturnType<typeof resultsOf>,
	parked: readonly INodeExecutionData[],
): INodeExecutionData[] {
	const parameters = new NodeParameters(execution, controlsOf(operation));
	const { failsOnRejected } = readRunOptions(operation, parameters);
	const reported = report(rows, 'contacts', failsOnRejected);
	const outcomes = outcomesOf(rows, 'contacts');
	const { continues, node } = execution;
	const [first] = reported.failures;
	const contacts = counted(unmatched, 'contact');
	if (unmatched > 0) parameters.hints.add(runHint.unmatchedContacts({ contacts }));
	for (const { sentence, rows: own } of reported.hints) parameters.hints.add(sentence, own);
	if (continues && reported.failures.some((one) => one.rows?.length))
		parameters.hints.add(runHint.outcomes({ outcomes: outcomeSentence(outcomes) }));
	for (const hint of boxesOf([...wait.hints, ...parameters.hints.all])) execution.addHint(hint);
	if (first && !continues) throw stopAfterSending(first, outcomes, false);
	// An error item has its contact's result as fields.
	const unfailed = report(rows, 'contacts', false);
	const each = oneEach(unfailed, parked.length);
	const input = outputOf(each, true, parked, { ...node, onError: undefined });
	const isEach = operation.callback?.givesPerItem(parameters);
	const shown = isEach ? oneEach(reported, input.length) : reported;
	return outputOf(shown, true, input, node);
}
