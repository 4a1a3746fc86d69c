import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeAt, type Node } from './import-workflow';
import { postJson } from './post-json';

/** The id in the URL of the trigger that the tests under load call. */
export const webhookId = 'c0000000-0000-4000-8000-000000000001';

/** A trigger with its usual parameters. */
export const processed: Node = {
	...nodeAt(1, 'Processed', 'n8n-nodes-crm-messaging.crmMessagingTrigger', 2),
	webhookId,
};

/** The path of a trigger's signed URL. */
export function signedPath(accountSecret: string, id = webhookId): string {
	const key = createHmac('sha256', accountSecret).update(`trigger:${id}`).digest('hex');
	return `/webhook/${id}/crm-messaging?key=${key}`;
}

/** How a callback was answered. */
export interface Answered {
	token: string;
	/** 0 if the connection broke. */
	status: number;
	message: string | undefined;
}

/** The trigger's answer to a callback that started the workflow, and to a duplicate. */
export const started = 'Workflow was started';
export const repeated = 'Received before';

/** The body of a callback with a number of valid contacts; no other has its token. */
function callbackBody(token: string, contacts: number): object {
	const valid = Array.from({ length: contacts }, (_, nth) => ({
		_id: `${token}-${nth}`,
		user_id: `guest-${nth}`,
		email: `guest-${nth}@example.com`,
	}));
	return {
		account_id: 'demo-hotel',
		timestamp: 1533909631,
		token,
		contacts_valid_count: contacts,
		contacts_failed_count: 0,
		valid_contacts: valid,
		failed_contacts: [],
	};
}

/** Calls a trigger's URL as the service does; callbacks differ by their token. */
export async function callTrigger(url: string, token: string, contacts = 20): Promise<Answered> {
	try {
		const { status, message } = await postJson(url, callbackBody(token, contacts));
		return { token, status, message };
	} catch {
		return { token, status: 0, message: undefined };
	}
}

/** How long n8n may take to restart and receive the callbacks that failed. */
const receivedWithinMs = 240_000;

/** Retries, as the service does, until an answer after which it would stop. */
export async function callUntil(
	isLast: (answer: Answered) => boolean,
	url: string,
	token: string,
	contacts?: number,
): Promise<Answered> {
	const end = Date.now() + receivedWithinMs;
	for (;;) {
		const answer = await callTrigger(url, token, contacts);
		if (isLast(answer)) return answer;
		if (Date.now() > end) throw new Error(`n8n never received ${token}.`);
		await pause(300);
	}
}

/** Makes calls at a rate, however long they take; returns their answers. */
export async function steadily(
	count: number,
	perSecond: number,
	call: (nth: number) => Promise<Answered>,
): Promise<Answered[]> {
	const calls: Array<Promise<Answered>> = [];
	const begun = performance.now();
	for (let nth = 0; nth < count; nth++) {
		calls.push(call(nth));
		await pause(Math.max(0, begun + ((nth + 1) * 1000) / perSecond - performance.now()));
	}
	return await Promise.all(calls);
}
