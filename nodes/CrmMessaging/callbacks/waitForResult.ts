import { randomUUID } from 'crypto';
import { callAnswer } from '../catalogue/panels';
import { choiceInstead, refusedCall, runHint, wrongSetting } from '../catalogue/runs';
import { counted, figure, type Sentence } from '../catalogue/sentence';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { continuesOnFail, nodeErrorOfRun, RunStop } from '../engine/errors';
import { boxesOf, hintOf } from '../engine/hints';
import type { Operation } from '../engine/operation';
import { outcomesOf, outcomeSentence } from '../engine/outcomes';
import { controlsOf } from '../engine/options';
import { NodeParameters, type ItemParameters } from '../engine/read/parameters';
import { outputOf, report } from '../engine/report';
import { rowsThatAre, type Batch } from '../engine/row';
import { run, type CallbackWait, type Run } from '../engine/run';
import type { Option } from '../fields/field';
import { InputError } from '../fields/inputError';
import { boundedNumber } from '../fields/types/number';
import { textOf } from '../fields/values';
import { executionMemoryOf, isToolExecution } from '../n8n/execution';
import {
	isUnawaited,
	park,
	parkedItemsOf,
	resumeUrlOf,
	runAgain,
	signatureParameter,
	waitingMemoryOf,
	waitResumed,
	type ResumedWait,
} from '../n8n/wait';
import { adviceOnHost, keyParameter, signatureOf, waitSubject } from '../service/addresses';
import { answered, notReady, receiveCall, requireEqual, secretsOf } from './caller';
import { readCallback } from './report';
import { CallNames } from './seen';
import {
	answeredBy,
	awaitedRows,
	keepWait,
	oneEach,
	outputOfWait,
	rowsOfWait,
	waitIn,
	waitingRow,
	type Wait,
} from './wait';

export const maxWait: Option<number> = {
	name: 'maxWait',
	label: 'Max Wait (Minutes)',
	// n8n doesn't cancel its timer of a wait's last 70 s, and ends a wait beyond its calendar.
	type: boundedNumber({ min: 10, max: 365 * 24 * 60 }),
	scope: 'run',
	isParameter: true,
	// A day is more than the service needs, and still an acceptable end.
	unset: 24 * 60,
	description: 'Maximum time to wait for the callback, after which missing results are null',
};

/** An operation whose request can get a callback. */
export interface OperationWithCallback extends Operation {
	/** Whether the run waits until the service has called back. */
	awaitsCallback(first: ItemParameters): boolean;
	/** Whether each input item gets its contacts' results, rather than the bulk job an item. */
	givesPerItem(first: ItemParameters): boolean;
}

type AnyOperation = Operation | OperationWithCallback;

/** The URL parameter with a wait's name. n8n's URL is the same in every round of a loop. */
const nameParameter = 'wait';

/** The wait of a run, if it has one. @throws InputError if it can't wait */
function waitOf(
	context: IExecuteFunctions,
	operation: AnyOperation,
	{ parameters, client }: Run,
): CallbackWait | undefined {
	const first = parameters.of(0);
	if (!('awaitsCallback' in operation) || !operation.awaitsCallback(first)) return undefined;
	if (isToolExecution(context)) {
		const advice = choiceInstead.wait;
		throw refusedWait(wrongSetting.notForAgents({ choice: 'Wait for Result', advice }));
	}
	const minutes = parameters.option(maxWait);
	const url = resumeUrlOf(context);
	if (isUnawaited(context, url)) throw refusedWait(wrongSetting.subWorkflow());
	const advice = adviceOnHost(url.hostname);
	if (advice) parameters.hints.add(advice);
	const name = randomUUID();
	url.searchParams.set(nameParameter, name);
	url.searchParams.set(keyParameter, client.keyOf(waitSubject(name)));
	return {
		url: url.toString(),
		check: (batches) => refuseSeveral(batches, operation),
		async begin(rows, sent) {
			const awaited = new Set(rowsThatAre('accepted', sent));
			if (rowsThatAre('accepted', rows).some((row) => !awaited.has(row)))
				parameters.hints.add(runHint.sentEarlier());
			if (awaited.size === 0) return false;
			const memory = executionMemoryOf(context);
			const earlier = waitIn(memory);
			const wait: Wait = {
				name,
				ended: earlier ? [...earlier.ended, earlier.name] : [],
				awaited: [...awaited].flatMap(awaitedRows),
				others: rows.filter((row) => !awaited.has(row)).map(waitingRow),
				inputCount: parameters.items.length,
				perItem: operation.givesPerItem(first),
				hints: parameters.hints.all,
			};
			keepWait(memory, wait);
			const until = new Date(Date.now() + minutes * 60_000);
			const node = context.getNode();
			const output = outputOfWait(answeredBy(wait, null).wait, parameters.items, node);
			await park(context, name, until, output);
			return true;
		},
	};
}

function refusedWait(sentence: Sentence): InputError {
	return new InputError(sentence, ['Processing Result']);
}

/** @throws InputError for more than one request */
function refuseSeveral(batches: readonly Batch[], operation: Operation): void {
	const [one, other] = batches;
	if (!one || !other) return;
	const isTooMany = operation.hasParts || one.envelope === other.envelope;
	const advice = isTooMany
		? choiceInstead.fewer({ rows: operation.limit.rows })
		: choiceInstead.alike;
	throw refusedWait(wrongSetting.severalRequests({ requests: figure(batches.length), advice }));
}

/** Of all waits in this process: n8n soon stores which ones have ended. */
const waits = new CallNames(10_000);

/** Receives a call to a waiting node. n8n has checked its own signature, if it has one. */
export async function receiveResult(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let name = '';
	return await receiveCall(context, {
		name: callAnswer.toWait,
		parameters: [signatureParameter, nameParameter, keyParameter],
		async check({ query }) {
			const secrets = await secretsOf(context);
			name = textOf(query[nameParameter] ?? '');
			const key = signatureOf(waitSubject(name), secrets.account);
			requireEqual(query[keyParameter], key);
			return [...Object.values(secrets), key];
		},
		accept({ body }, redactor) {
			const wait = waitIn(waitingMemoryOf(context));
			// n8n 1 resumes at each call, and stores a wait later than it says that it waits.
			const claimed = waits.claim(name, context.getResponseObject());
			const isOver = claimed === 'received' || wait?.ended.includes(name);
			if (isOver) return answered(callAnswer.repeated);
			if (claimed) throw notReady(refusedCall.inProgress);
			if (wait?.name !== name) throw notReady(refusedCall.notStored);
			// A proxy may add parameters to the URL.
			const called = answeredBy(wait, readCallback(body, {}, redactor));
			// The node reports them when n8n runs it again.
			const contacts = counted(called.unmatched, 'contact');
			const left =
				called.unmatched > 0 ? [hintOf(runHint.unmatchedContacts({ contacts }))] : [];
			keepWait(waitingMemoryOf(context), { ...called.wait, hints: [...wait.hints, ...left] });
			const node = context.getNode();
			const parked = parkedItemsOf(context);
			const items = outputOfWait(called.wait, parked, { ...node, onError: undefined });
			runAgain(context);
			return { ...answered(callAnswer.resumed), workflowData: [items] };
		},
	});
}

/**
 * Runs an operation over all input items. If the user chose that, it waits for the callback.
 *
 * @throws NodeOperationError for wrong input, NodeApiError for failed requests; with Continue off
 */
export async function runOrResume(
	context: IExecuteFunctions,
	choose: () => AnyOperation,
): Promise<INodeExecutionData[]> {
	const resumed = waitResumed(context);
	if (resumed) {
		try {
			return resumedOutput(context, choose(), resumed);
		} catch (cause) {
			// With Continue on, n8n would let the input of a node that throws leave as its success.
			if (!context.continueOnFail()) throw nodeErrorOfRun(context.getNode(), cause);
			return resumed.items;
		}
	}
	return await run(context, choose, (opened, operation) => waitOf(context, operation, opened));
}

/**
 * The output if n8n runs the node again after its wait. Nothing is sent.
 *
 * @throws RunStop if a contact's result stops the workflow
 */
function resumedOutput(
	context: IExecuteFunctions,
	operation: AnyOperation,
	{ name, items }: ResumedWait,
): INodeExecutionData[] {
	const wait = waitIn(executionMemoryOf(context));
	if (wait?.name !== name) return items;
	const parameters = new NodeParameters(context, controlsOf(operation));
	const fails = operation.failsOnRejected?.(parameters.of(0)) ?? false;
	const rows = rowsOfWait(wait);
	const reported = report(rows, 'contacts', () => fails);
	for (const hint of reported.hints) parameters.hints.add(hint);
	const [first] = reported.failures;
	if (first && continuesOnFail(context)) {
		const outcomes = outcomeSentence(outcomesOf(rows, 'contacts'));
		parameters.hints.add(runHint.outcomes({ outcomes }));
	}
	for (const hint of boxesOf([...wait.hints, ...parameters.hints.all])) {
		context.addExecutionHints({ ...hint, location: 'outputPane' });
	}
	if (first && !continuesOnFail(context)) {
		const outcomes = outcomesOf(rows, 'contacts');
		throw new RunStop(first, { when: 'afterCallbacks', outcomes });
	}
	const output = wait.perItem ? oneEach(reported, wait.inputCount) : reported;
	return outputOf(output, true, items, context.getNode());
}
