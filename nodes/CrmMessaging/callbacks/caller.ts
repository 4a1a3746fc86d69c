import { createHmac, timingSafeEqual } from 'crypto';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { callAnswer } from '../catalogue/panels';
import { refusedCall } from '../catalogue/runs';
import { answerAfterStart } from '../n8n/webhooks';
import { keyParameter, triggerKey } from '../service/addresses';
import { wordsOfExcess } from '../service/excess';
import { readAccount, type ServiceAccount } from '../service/credential';
import { credentialName } from '../service/credential';
import { Redactor } from '../service/redactor';
import { mostFormValues, readCall, type IncomingCall } from './call';
import { outputOfCallback, readCallback } from './report';
import { takeOnce } from './seen';
import { readTriggerOptions, type CallerCheck } from './triggerOptions';

export type SignedCall = Pick<IncomingCall, 'query' | 'authorization' | 'body'>;

/** Ends a call: nothing starts or resumes. */
export class RefusedCall extends Error {
	/**
	 * @param status 401; 406 if no later call would be accepted either; 503 if the service should retry
	 * @param answer a fixed text
	 * @param why for the log; never contains a secret, key or token
	 */
	constructor(
		readonly status: 401 | 406 | 503,
		readonly answer: string,
		why: string,
	) {
		super(why);
	}
}

/** For a valid call that can't be accepted now. */
export function notReady(why: string): RefusedCall {
	return new RefusedCall(503, 'not ready', why);
}

/** Compares a key or signature. @throws RefusedCall */
export function requireEqual(value: unknown, expected: string): void {
	const actual = Buffer.from(typeof value === 'string' ? value : '');
	const other = Buffer.from(expected);
	if (actual.length === other.length && timingSafeEqual(actual, other)) return;
	throw new RefusedCall(401, 'not signed', refusedCall.notSigned);
}

/** The service repeats a callback within five hours. */
export const signatureLastsMs = 24 * 60 * 60_000;

/**
 * Checks that the service made a call to a trigger.
 *
 * @returns the call's name, equal for its repeats; undefined if it has none
 * @throws RefusedCall
 */
export function nameOfTrusted(
	check: CallerCheck,
	call: SignedCall,
	webhookId: string,
	accountSecret: string,
	nowMs = Date.now(),
): string | undefined {
	if (check === 'signedUrl')
		requireEqual(call.query[keyParameter], triggerKey(webhookId, accountSecret));
	const { timestamp, token } = call.body;
	const marks = [timestamp, token].filter(isWord).map(String);
	const isMarked = marks.length === 2;
	if (check !== 'signatureHeader') return isMarked ? JSON.stringify(marks) : undefined;
	// The service signs only these, not the rest of the body.
	const hmac = createHmac('sha256', accountSecret).update(marks.join(''));
	const signature = hmac.digest('hex');
	requireEqual(isMarked && call.authorization, signature);
	const isNumber = /^\d+$/.test(marks[0] ?? '');
	if (isNumber && Math.abs(Number(timestamp) * 1000 - nowMs) <= signatureLastsMs)
		return signature;
	throw new RefusedCall(401, 'wrong time', refusedCall.wrongTime);
}

function isWord(value: unknown): boolean {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Milliseconds for which calls share one reading of the secrets. */
const sharedForMs = 5000;

type Secrets = ServiceAccount['secrets'];

/** By workflow, node and credential. Each is dropped after that time. */
const sharedReadings = new Map<string, Promise<Secrets>>();

/**
 * The secrets of the node's credential. Calls that arrive together share one reading. Each makes
 * n8n build a V8 isolate, which takes longer than the rest of the trigger. A test in the editor
 * always reads, since people change the credential meanwhile.
 */
export async function secretsOf(context: IWebhookFunctions): Promise<Secrets> {
	const read = async () => readAccount(await context.getCredentials(credentialName)).secrets;
	if (context.getMode() === 'manual') return await read();
	const { id, credentials } = context.getNode();
	const node = `${context.getWorkflow().id}/${id}/${credentials?.[credentialName]?.id}`;
	const shared = sharedReadings.get(node);
	if (shared) return await shared;
	const secrets = read();
	sharedReadings.set(node, secrets);
	const drop = () => sharedReadings.delete(node);
	// Unlike a timer, it lets the process end.
	AbortSignal.timeout(sharedForMs).addEventListener('abort', drop);
	// After a failure, the next call reads again.
	secrets.catch(drop);
	return await secrets;
}

/** What a trigger and a wait do with a call. */
interface Callee {
	/** For the log. */
	name: string;
	/** The URL's parameters that are no content. */
	parameters: readonly string[];
	/** @returns the secrets and keys to redact from the call. @throws RefusedCall */
	check: (call: IncomingCall) => Promise<string[]>;
	/** Only for a call with content. @throws RefusedCall */
	accept: (call: IncomingCall, redactor: Redactor) => IWebhookResponseData;
}

/** Receives a call. The service counts only status 200 as received. */
export async function receiveCall(
	context: IWebhookFunctions,
	{ name: callee, parameters, check, accept }: Callee,
): Promise<IWebhookResponseData> {
	try {
		const call = await readCall(context, parameters);
		const { excess } = call;
		// First of all: n8n copies the content for each parameter and credential that is read.
		if (excess) throw new RefusedCall(406, excess, wordsOfExcess(excess, mostFormValues));
		const secrets = await check(call);
		// Services and proxies probe an address before they use it.
		if (Object.keys(call.body).length === 0) return answered(callAnswer.noContent);
		return accept(call, new Redactor(secrets));
	} catch (cause) {
		// If this were thrown, n8n would resume a waiting execution with an empty item.
		const reason = cause instanceof Error ? cause.message : String(cause);
		const refusal =
			cause instanceof RefusedCall ? cause : notReady(refusedCall.notChecked({ reason }));
		context.logger.warn(callAnswer.refused({ callee, reason: refusal.message }), {
			workflowId: context.getWorkflow().id,
			node: context.getNode().name,
		});
		context.getResponseObject().status(refusal.status).json({ error: refusal.answer });
		return { noWebhookResponse: true };
	}
}

export function answered(message: string): IWebhookResponseData {
	return { webhookResponse: { message } };
}

/** Receives a call to the trigger. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let name: string | undefined;
	return await receiveCall(context, {
		name: callAnswer.toTrigger,
		parameters: [keyParameter],
		async check(call) {
			const { authentication } = readTriggerOptions(context);
			const { webhookId = '', credentials } = context.getNode();
			// An address that is open to anyone needs no credential.
			const isOpen = authentication === 'none' && !credentials?.[credentialName];
			const secrets = isOpen ? undefined : await secretsOf(context);
			name = nameOfTrusted(authentication, call, webhookId, secrets?.account ?? '');
			return secrets
				? [...Object.values(secrets), triggerKey(webhookId, secrets.account)]
				: [];
		},
		accept({ body, beside }, redactor) {
			const taken = takeOnce(context, body, name);
			if (taken === 'received') return answered(callAnswer.repeated);
			if (taken === 'inProgress') throw notReady(refusedCall.inProgress);
			const report = readCallback(body, beside, redactor);
			// Nothing is lost, and a workflow that must not run twice can check it.
			const mark: IDataObject = taken.mayBeRepeat ? { possibleRepeat: true } : {};
			const output = outputOfCallback(report, readTriggerOptions(context).output);
			const items = output.map((json) => ({ json: { ...json, ...mark } }));
			return answerAfterStart({ workflowData: [items] }, callAnswer.started, taken.started);
		},
	});
}
