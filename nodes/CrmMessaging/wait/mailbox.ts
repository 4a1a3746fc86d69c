import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { Call } from '../callbacks/call';
import { readCallback } from '../callbacks/report';
import { notReady, refusalOf, refuse, type Refusal } from '../callbacks/caller';
import { textOf } from '../fields/values';
import {
	hasFailed,
	isWaiting,
	lastItemsOf,
	runIndexOf,
	sharedMemoryIn,
	sharedMemoryOf,
	storedExecution,
} from '../n8n/execution';
import { startSubExecution } from '../n8n/subExecution';
import type { SentContact } from './outcome';
import { mailboxWorkflow } from './companion';

const callbackPath = 'callback';

const address = {
	name: 'default',
	// The answer confirms that the callback is stored: it comes after the end of the execution.
	responseMode: 'lastNode',
	responseData: 'noData',
	path: callbackPath,
	restartWebhook: true,
	isFullPath: true,
} as const;

/** For the same methods as the trigger's. */
export const mailboxWebhooks: IWebhookDescription[] = [
	{ ...address, httpMethod: 'POST' },
	{ ...address, httpMethod: 'PUT' },
	{ ...address, httpMethod: 'GET' },
];

/** n8n generates it for this execution, and refuses any other value. */
const signatureParameter = 'signature';

/**
 * Starts an execution that receives the callback of one request.
 *
 * @param parentId the execution that its end resumes, if that one waits for it
 * @param limit most milliseconds to wait
 */
export async function openMailbox(
	context: IExecuteFunctions,
	parentId: string,
	limit: number,
	contacts: readonly SentContact[] = [],
): Promise<{ id: string; url: string }> {
	const workflow = mailboxWorkflow(context);
	const json = { limit, contacts: await compress(contacts) };
	const { id, items } = await startSubExecution(context, workflow, json, parentId);
	return { id, url: textOf(items[0]?.json.url) };
}

export function callbackUrl(resumeUrl: string): string {
	const url = new URL(resumeUrl);
	url.pathname += `/${callbackPath}`;
	return url.toString();
}

/**
 * Parks a mailbox until a callback comes or its time is over. It runs once before that: n8n resumes
 * nothing for a killed execution whose last node has no other run.
 */
export async function waitForCallback(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [item] = context.getInputData();
	if (runIndexOf(context) === 0) return [linked(context.getInputData()), []];
	sharedMemoryOf(context).contacts = item?.json.contacts;
	const resumeUrl = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	await context.putExecutionToWait(new Date(Date.now() + Number(item?.json.limit)));
	return [[{ json: { url: callbackUrl(textOf(resumeUrl)) }, pairedItem: { item: 0 } }], []];
}

export async function keepCallback(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = linked(context.getInputData());
	return runIndexOf(context) === 0 ? [[], items] : [items, []];
}

function linked(items: INodeExecutionData[]): INodeExecutionData[] {
	return items.map(({ json }, item) => ({ json, pairedItem: { item } }));
}

/** n8n first checks the signature, and refuses a second callback. */
export async function receiveCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const refused = (refusal: Refusal) => refuse(context, refusal, 'a waiting CRM Messaging node');
	try {
		const call = await Call.of(context, [signatureParameter]);
		const refusal = refusalOf(call);
		if (refusal) return refused(refusal);
		const { body } = readCallback(call.body, call.beside);
		return { workflowData: [[{ json: { callback: await compress(body) } }]] };
	} catch (error) {
		// If this were thrown, n8n would resume the execution with an empty item.
		return refused(notReady(error instanceof Error ? error.message : String(error)));
	}
}

/** The contents of a mailbox that has ended. */
export interface Received {
	/** Compressed; undefined if n8n has lost them. */
	contacts?: string;
	callback?: string;
	/** Whether its time was over before a callback came. */
	isLate: boolean;
}

/**
 * Reads a mailbox; undefined while it is open.
 *
 * @param hasEnded whether n8n has resumed the execution that waited for it: a lost one's data
 * doesn't show its end
 */
export async function lookInto(
	context: IExecuteFunctions,
	id: string,
	hasEnded = false,
): Promise<Received | undefined> {
	const data = await storedExecution(context, id);
	if (!data) return { isLate: false };
	const isOpen = isWaiting(data) && !hasFailed(data);
	if (isOpen && !hasEnded) return undefined;
	const { contacts } = sharedMemoryIn(data) as { contacts?: string };
	const found = lastItemsOf(data).find(({ json }) => json.callback !== undefined);
	const callback = found && textOf(found.json.callback);
	return { contacts, callback, isLate: !callback && !isOpen && !hasFailed(data) };
}

/** Characters from which JSON is stored deflated. */
const threshold = 2000;

/** The prefix of deflated text; JSON never begins with it. */
const deflated = 'z';

/** A value as JSON, short enough to store and read often: n8n stores it with an execution. */
export async function compress(value: unknown): Promise<string> {
	const json = JSON.stringify(value);
	if (json.length < threshold) return json;
	const bytes = await through(new CompressionStream('deflate-raw'), Buffer.from(json));
	return deflated + bytes.toString('base64');
}

export async function decompress(compressed: string): Promise<unknown> {
	if (!compressed.startsWith(deflated)) return JSON.parse(compressed);
	const inflate = new DecompressionStream('deflate-raw');
	const bytes = await through(inflate, Buffer.from(compressed.slice(1), 'base64'));
	return JSON.parse(bytes.toString());
}

async function through(
	transform: CompressionStream | DecompressionStream,
	bytes: Uint8Array<ArrayBuffer>,
): Promise<Buffer> {
	const stream = new Blob([bytes]).stream().pipeThrough(transform);
	return Buffer.from(await new Response(stream).arrayBuffer());
}
