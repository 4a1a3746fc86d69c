import type { IDataObject } from 'n8n-workflow';
import type { WorkflowFile } from '../../../playground/n8n/workflow-file';
import { placedOptions } from '../../engine/harness/placed-options';

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

/** Posts an item to a report desk: by default, the aggregated results. */
export const reportTo = (
	url: string,
	jsonBody = '={{ { execution: $execution.id, results: $json.data.map(({ user_id, valid }) => [user_id, valid]) } }}',
): Node =>
	nodeAt(4, 'Report', 'httpRequest', 4.2, {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody,
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
