import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { WorkflowFile } from '../../../playground/n8n/workflow-file';
import { placedOptions } from '../../engine/harness/placed-options';
import { postJson } from './servers';

/** A node as the editor exports it. */
export type Node = WorkflowFile['nodes'][number] & {
	typeVersion: number;
	position: number[];
	onError?: string;
};

/**
 * A workflow's nth node.
 *
 * @param type one of n8n's own, unless it names its package
 */
export const nodeAt = (
	nth: number,
	name: string,
	type: string,
	typeVersion: number,
	parameters: IDataObject = {},
): Node => ({
	id: `b0000000-0000-4000-8000-00000000000${nth}`,
	position: [200 * nth, 0],
	name,
	type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
	typeVersion,
	parameters,
});

/** The type of the package's action. */
export const crmMessaging = 'n8n-nodes-crm-messaging.crmMessaging';

/** A webhook that receives `{ guests: [ids] }`. */
export const start = (path: string): Node => ({
	...nodeAt(1, 'Start', 'webhook', 2, { httpMethod: 'POST', path, options: {} }),
	webhookId: path,
});

/** Makes one item per guest. */
export const split = nodeAt(2, 'Guests', 'splitOut', 1, {
	fieldToSplitOut: 'body.guests',
	options: { destinationFieldName: 'user_id' },
});

/** Submits the guests as contacts, and waits for the result of each. */
export const submit = nodeAt(3, 'Import', crmMessaging, 1, {
	resource: 'contact',
	operation: 'upsert',
	origin: 'pms',
	contactsFrom: 'json',
	contactsJson: '={{ { user_id: $json.user_id } }}',
	processingResult: 'waitForResult',
});

/** Makes one item of all. */
export const aggregate = nodeAt(5, 'All', 'aggregate', 1, {
	aggregate: 'aggregateAllItemData',
	options: {},
});

/** Texts each guest; the ids of the guests are phone numbers here. */
export const text = (messageHolder: string, options: IDataObject = {}): Node => {
	const sms = { resource: 'sms', operation: 'send', sender: 'Aurora' };
	const phoneNumber = '={{ $json.user_id }}';
	const parameters = placedOptions({ ...sms, messageHolder, phoneNumber, options });
	return nodeAt(3, 'Text', crmMessaging, 1, parameters);
};

/** The report on a run that has waited: the guests with their results. */
export interface Results {
	execution: string;
	results: Array<[guest: string, valid: boolean | null]>;
}

/** Posts the aggregated results to a report desk. */
export const reportTo = (url: string): Node =>
	nodeAt(4, 'Report', 'httpRequest', 4.2, {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody:
			'={{ { execution: $execution.id, results: $json.data.map(({ user_id, valid }) => [user_id, valid]) } }}',
		options: {},
	});

/** A workflow of nodes that are linked one after the other. */
export function inRow(name: string, ...nodes: Node[]): WorkflowFile {
	const following = nodes
		.slice(1)
		.map((next, index) => [
			nodes[index]!.name,
			{ main: [[{ node: next.name, type: 'main', index: 0 }]] },
		]);
	const connections = Object.fromEntries(following) as Record<string, unknown>;
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Ids of guests. */
export const guests = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `g-${index + 1}`);

/** The id in the URL of the trigger that the tests under load call. */
const webhookId = 'c0000000-0000-4000-8000-000000000001';

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
export type Answered = Awaited<ReturnType<typeof callTrigger>>;

/** The trigger's answer to a callback that started the workflow, and to a duplicate. */
export const started = 'Workflow was started';
export const repeated = 'Received before';

/** Calls a trigger's URL as the service does, for twenty contacts; callbacks differ by their token. */
export async function callTrigger(url: string, token: string) {
	const valid_contacts = Array.from({ length: 20 }, (_, nth) => ({
		_id: `${token}-${nth}`,
		user_id: `guest-${nth}`,
		email: `guest-${nth}@example.com`,
	}));
	const job = { account_id: 'demo-hotel', timestamp: 1533909631, token };
	const body = { ...job, contacts_valid_count: 20, valid_contacts, failed_contacts: [] };
	try {
		const { status, message } = await postJson(url, body);
		return { token, status, message };
	} catch {
		// The connection broke.
		return { token, status: 0, message: undefined };
	}
}
