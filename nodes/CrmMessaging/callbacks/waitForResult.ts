import { randomUUID } from 'crypto';
import { callAnswer } from '../catalogue/panels';
import { choiceInstead, refusedCall, runHint, wrongSetting } from '../catalogue/runs';
import { counted, figure, type Sentence } from '../catalogue/sentence';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { continuesOnFail, nodeErrorOfRun, RunStop } from '../engine/errors';
import { boxesOf, type Hint } from '../engine/hints';
import { rowsName, type Operation } from '../engine/operation';
import { controlsOf } from '../engine/options';
import { NodeParameters, type ItemParameters } from '../engine/read/parameters';
import { differences } from '../engine/send/planCalls';
import { outputOf, report, type RunReport } from '../engine/report';
import type { Call as SentCall } from '../engine/row';
import { run, type CallbackWait, type Run } from '../engine/run';
import type { Option } from '../fields/field';
import { InputError } from '../fields/inputError';
import { boundedNumber } from '../fields/types/number';
import { isObject, textOf } from '../fields/values';
import { executionMemoryOf, isToolExecution } from '../n8n/execution';
import {
	isUnawaited,
	park,
	resumeUrlOf,
	runAgain,
	signatureParameter,
	waitingMemoryOf,
	waitResumed,
	type ResumedWait,
} from '../n8n/wait';
import { adviceOnHost, keyParameter, signatureOf, waitSubject } from '../service/addresses';
import { contactNameKeys } from '../service/fields/contact';
import { answered, notReady, receiveCall, requireEqual, secretsOf } from './caller';
import { readCallback } from './report';
import { CallNames } from './seen';
import { contactsIn, waitedCall, waitedOutput, type SentRecord } from './waitedOutput';

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

/** The key of the latest wait in the node's memory. */
const waitKey = 'crmMessagingWait';

/** Stored as one text, which n8n does much faster than objects. */
interface Wait {
	name: string;
	/** The names of the node's earlier waits in the execution. */
	ended: string[];
	record: SentRecord;
	hints: Hint[];
}

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
		check: (calls) => refuseSeveral(calls, operation),
		async begin(sent) {
			const isSent = ({ json }: INodeExecutionData) => !json.skipped;
			if (notAwaited(sent).some(isSent)) parameters.hints.add(runHint.sentEarlier());
			const record = recordOf(context, sent, operation.givesPerItem(first));
			if (!record) return false;
			const memory = executionMemoryOf(context);
			const earlier = waitIn(memory);
			const ended = earlier ? [...earlier.ended, earlier.name] : [];
			const wait: Wait = { name, ended, record, hints: parameters.hints.all };
			memory[waitKey] = JSON.stringify(wait);
			const until = new Date(Date.now() + minutes * 60_000);
			await park(context, name, until, outputItems(waitedOutput(record, null)));
			return true;
		},
	};
}

function refusedWait(sentence: Sentence): InputError {
	return new InputError(sentence, ['Processing Result']);
}

/** The latest wait in the node's memory. */
function waitIn({ [waitKey]: stored }: IDataObject): Wait | undefined {
	return stored === undefined ? undefined : (JSON.parse(textOf(stored)) as Wait);
}

/** @throws InputError for more than one request */
function refuseSeveral(calls: readonly SentCall[], operation: Operation): void {
	const [one, other] = calls;
	if (!one || !other) return;
	const isTooMany = operation.asWhole || one.envelope === other.envelope;
	const advice = isTooMany
		? choiceInstead.fewer({ rows: rowsName(operation) })
		: choiceInstead.alike({ labels: differences(calls, operation) });
	throw refusedWait(wrongSetting.severalRequests({ requests: figure(calls.length), advice }));
}

/** Undefined if the service accepted nothing now. */
function recordOf(
	context: IExecuteFunctions,
	sent: RunReport,
	perItem: boolean,
): SentRecord | undefined {
	const [call] = sent.accepted ?? [];
	if (!call) return undefined;
	const input = context.getInputData();
	// n8n adds the fields of the input item at the same index.
	const { name, onError } = context.getNode();
	const leaving = { name, onError: perItem ? onError : undefined };
	const rest = outputOf({ ...sent, results: notAwaited(sent) }, input, leaving);
	return {
		perItem,
		inputCount: input.length,
		job: call.shared[0]?.json ?? {},
		items: call.items,
		contacts: call.entries.map(({ items, body }) => ({ items, said: identifiersOf(body) })),
		others: rest.map(({ json, pairedItem }) => ({
			json,
			items: [pairedItem].flat().map((link) => (link as IPairedItemData).item),
		})),
	};
}

/** Results of other requests than the one that was just accepted, and of empty rows. */
function notAwaited({ results, accepted: [call] = [] }: RunReport): INodeExecutionData[] {
	return results.filter(({ json }) => !call?.shared.some((output) => output.json === json));
}

function identifiersOf(contact: IDataObject): IDataObject {
	const named = [...contactNameKeys, 'left_out'].filter((key) => contact[key] !== undefined);
	return Object.fromEntries(named.map((key) => [key, contact[key]]));
}

/** n8n links them to the input items by their index. */
function outputItems(output: readonly IDataObject[]): INodeExecutionData[] {
	return output.map((json, item) => ({ json, pairedItem: { item } }));
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
			const report = readCallback(body, {}, redactor);
			const items = outputItems(waitedOutput(wait.record, report));
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
	return await run(context, choose, async (opened, operation) => {
		const wait = waitOf(context, operation, opened);
		const sent = await opened.send(wait);
		const waits = opened.options.preview === 'off' && (await wait?.begin(sent));
		return waits ? opened.rest() : opened.end(opened.outputOf(sent));
	});
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
	const { record, hints } = wait;
	const output = items.map(({ json }) => json);
	const parameters = new NodeParameters(context, controlsOf(operation));
	const callback = output
		.flatMap(contactsIn)
		.map((one) => one.callback)
		.find(isObject);
	const left = callback?.unmatchedContacts;
	if (Array.isArray(left)) {
		const contacts = counted(left.length, 'contact');
		parameters.hints.add(runHint.unmatchedContacts({ contacts }));
	}
	const fails = operation.failsOnRejected?.(parameters.of(0)) ?? false;
	const call = waitedCall(record, output, fails);
	const entries = output.every((json) => contactsIn(json).length === 1) ? 'contacts' : 'items';
	const named = { ...operation, asWhole: undefined, limit: { ...operation.limit, entries } };
	const done = { recalled: [], sent: [call], planned: [call] };
	const reported = report(done, named, parameters, continuesOnFail(context));
	for (const hint of reported.hints) parameters.hints.add(hint);
	for (const hint of boxesOf([...hints, ...parameters.hints.all])) {
		context.addExecutionHints({ ...hint, location: 'outputPane' });
	}
	const { stopped } = reported;
	if (!stopped) return outputOf(reported, items, context.getNode());
	throw new RunStop({ ...stopped, when: 'afterCallbacks' });
}
