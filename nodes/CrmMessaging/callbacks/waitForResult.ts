import { randomUUID } from 'crypto';
import { callAnswer } from '../catalogue/panels';
import { choiceInstead, runHint, wrongSetting } from '../catalogue/runs';
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
import type { Operation } from '../engine/operation';
import { controlsOf } from '../engine/options';
import { NodeParameters, type ItemParameters } from '../engine/read/parameters';
import { differences } from '../engine/send/planCalls';
import { outputOf, report, type RunReport } from '../engine/report';
import type { Call as SentCall } from '../engine/row';
import { run, type CallbackWait, type Run } from '../engine/run';
import type { Option } from '../fields/field';
import { InputError } from '../fields/inputError';
import { boundedNumber } from '../fields/types/number';
import { textOf } from '../fields/values';
import { executionMemoryOf, isToolExecution } from '../n8n/execution';
import {
	park,
	resumeUrlOf,
	runAgain,
	signatureParameter,
	textInContext,
	waitResumed,
	type ResumedWait,
} from '../n8n/wait';
import { signatureOf, keyParameter } from '../service/addresses';
import { contactNameKeys } from '../service/fields/contact';
import { Redactor } from '../service/redactor';
import { readCall } from './call';
import {
	adviceOnHost,
	areEqual,
	notReady,
	notSigned,
	refusalOf,
	refuse,
	secretsOf,
	type RefusedCaller,
} from './caller';
import { readCallback } from './report';
import { contactsIn, waitedCall, waitedOutput, type SentRecord } from './waitedOutput';

export const maxWait: Option<number> = {
	name: 'maxWait',
	label: 'Max Wait (Minutes)',
	type: boundedNumber({ above: 0 }),
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
	record: SentRecord;
	hints: Hint[];
}

/** The URL parameter with a wait's name. n8n's URL is the same in every round of a loop. */
const nameParameter = 'wait';

/** The wait of a run, if it has one. @throws InputError if it can't wait */
function waitOf(
	context: IExecuteFunctions,
	operation: AnyOperation,
	{ parameters, options, client }: Run,
): CallbackWait | undefined {
	const first = parameters.of(0);
	if (!('awaitsCallback' in operation) || !operation.awaitsCallback(first)) return undefined;
	if (isToolExecution(context)) {
		const advice = choiceInstead.wait;
		throw refusedWait(wrongSetting.notForAgents({ choice: 'Wait for Result', advice }));
	}
	const minutes = parameters.option(maxWait);
	const url = resumeUrlOf(context);
	const advice = adviceOnHost(url.hostname);
	if (advice) parameters.hints.add(advice);
	const name = randomUUID();
	url.searchParams.set(nameParameter, name);
	url.searchParams.set(keyParameter, client.keyOf(name));
	return {
		url: url.toString(),
		check: (calls) => refuseSeveral(calls, operation, options.maxPerRequest),
		async begin(sent) {
			const isSent = ({ json }: INodeExecutionData) => !json.skipped;
			if (notAwaited(sent).some(isSent)) parameters.hints.add(runHint.sentEarlier());
			const record = recordOf(context, sent, operation.givesPerItem(first));
			if (!record) return false;
			const wait: Wait = { name, record, hints: parameters.hints.all };
			executionMemoryOf(context)[waitKey] = JSON.stringify(wait);
			const until = new Date(Date.now() + minutes * 60_000);
			await park(context, name, until, outputItems(waitedOutput(record, null)));
			return true;
		},
	};
}

function refusedWait(sentence: Sentence): InputError {
	return new InputError(sentence, ['Processing Result']);
}

/** @throws InputError for more than one request */
function refuseSeveral(calls: readonly SentCall[], operation: Operation, most: number): void {
	const [one, other] = calls;
	if (!one || !other) return;
	const isTooMany = operation.asWhole || one.envelope === other.envelope;
	const advice = isTooMany
		? adviceOnRounds(calls, operation.asWhole ? 1 : most)
		: choiceInstead.alike({ labels: differences(calls, operation) });
	throw refusedWait(wrongSetting.severalRequests({ requests: figure(calls.length), advice }));
}

/** An item may have several contacts, so a request may hold fewer items than contacts. */
function adviceOnRounds(calls: readonly SentCall[], most: number): string {
	const rowsOf = new Map<number, number>();
	let mostOfItem = 1;
	for (const { item } of calls.flatMap(({ rows }) => rows)) {
		const count = (rowsOf.get(item) ?? 0) + 1;
		rowsOf.set(item, count);
		mostOfItem = Math.max(mostOfItem, count);
	}
	const size = Math.floor(most / mostOfItem);
	return size > 0
		? choiceInstead.rounds({ size: figure(size) })
		: choiceInstead.contactsOfItem({ size: figure(most) });
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

/** Receives a call to a waiting node. n8n has checked its own signature, if it has one. */
export async function receiveResult(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const answered = (message: string): IWebhookResponseData => ({ webhookResponse: { message } });
	const refused = (refusal: RefusedCaller) => refuse(context, refusal, callAnswer.toWait);
	try {
		const call = await readCall(context, [signatureParameter, nameParameter, keyParameter]);
		const secrets = await secretsOf(context);
		const name = textOf(call.query[nameParameter] ?? '');
		const key = signatureOf(name, secrets.account);
		const isSigned = areEqual(call.query[keyParameter], key);
		const refusal = isSigned ? refusalOf(call) : notSigned;
		if (refusal) return refused(refusal);
		if (Object.keys(call.body).length === 0) return answered(callAnswer.noContent);
		const wait = JSON.parse(textInContext(context, waitKey)) as Wait;
		if (wait.name !== name) return answered(callAnswer.repeated);
		const redactor = new Redactor([...Object.values(secrets), key]);
		const report = readCallback(call.body, call.beside, redactor);
		const items = outputItems(waitedOutput(wait.record, report));
		runAgain(context);
		return { ...answered('Workflow was resumed'), workflowData: [items] };
	} catch (error) {
		// If this were thrown, n8n would resume the execution with an empty item.
		return refused(notReady(error instanceof Error ? error.message : String(error)));
	}
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
	const stored = executionMemoryOf(context)[waitKey];
	const wait = JSON.parse(textOf(stored ?? '{}')) as Partial<Wait>;
	if (wait.name !== name || !wait.record) return items;
	const { record, hints = [] } = wait;
	const output = items.map(({ json }) => json);
	const parameters = new NodeParameters(context, controlsOf(operation));
	const { unmatchedContacts: left } = output.at(-1) ?? {};
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
