import type { IDataObject } from 'n8n-workflow';
import type { WorkflowFile } from '../../../playground/n8n/workflow-file';
import { placedOptions } from '../../engine/harness/placed-options';

/** A node as the editor exports it. */
export type Node = WorkflowFile['nodes'][number] & {
	typeVersion: number;
	position: number[];
	onError?: string;
};

/** The id and place of a workflow's nth node. */
export const at = (nth: number): Pick<Node, 'id' | 'position'> => ({
	id: `b0000000-0000-4000-8000-00000000000${nth}`,
	position: [200 * nth, 0],
});

/** Takes `{ guests: [ids] }`. */
export const start = (path: string): Node => ({
	...at(1),
	name: 'Start',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { httpMethod: 'POST', path, options: {} },
	webhookId: path,
});

/** Makes an item of each guest. */
export const split: Node = {
	...at(2),
	name: 'Guests',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.guests', options: { destinationFieldName: 'user_id' } },
};

/**
 * Submits the guests as contacts, one request after the other, so that tests know which is which, waits
 * for the callbacks, and gives one item for each bulk job.
 */
export const submit: Node = {
	...at(3),
	name: 'Import',
	type: 'n8n-nodes-crm-messaging.crmMessaging',
	typeVersion: 1,
	parameters: {
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'json',
		contactsJson: '={{ { user_id: $json.user_id } }}',
		processingResult: 'waitForResult',
		options: { output: 'bulkJob', batching: { parallelRequests: 1 } },
	},
};

/** The same, with one item for each guest; what fails leaves by the error output. */
export const submitEach = (options: IDataObject = {}): Node => ({
	...submit,
	parameters: placedOptions({
		...submit.parameters,
		options: { parallelRequests: 1, ...options },
	}),
	onError: 'continueErrorOutput',
});

/** Texts each guest; the ids of the guests are phone numbers here. */
export const text = (messageHolder: string, options: IDataObject = {}): Node => ({
	...at(3),
	name: 'Text',
	type: 'n8n-nodes-crm-messaging.crmMessaging',
	typeVersion: 1,
	parameters: placedOptions({
		resource: 'sms',
		operation: 'send',
		sender: 'Aurora',
		messageHolder,
		phoneNumber: '={{ $json.user_id }}',
		options,
	}),
});

/** Posts what became of each guest to a report desk, with the guest it is linked to. */
export const reportEach = (url: string): Node => ({
	...reportTo(url),
	parameters: {
		...reportTo(url).parameters,
		jsonBody:
			"={{ { guest: $('Guests').item.json.user_id, user_id: $json.user_id, valid: $json.valid, error: $json.error } }}",
	},
});

/** Posts what came out to a report desk. */
export const reportTo = (url: string): Node => ({
	...at(4),
	name: 'Report',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody:
			'={{ { workflow: $workflow.name, job: $json._id, callback: $json.callback, error: $json.error } }}',
		options: {},
	},
});

/** A workflow of nodes that are linked one after the other. */
export function inRow(name: string, ...nodes: Node[]): WorkflowFile {
	const pairs = nodes
		.slice(0, -1)
		.map(({ name: from }, index) => [
			from,
			{ main: [[{ node: nodes[index + 1]!.name, type: 'main', index: 0 }]] },
		]);
	return {
		name,
		nodes,
		connections: Object.fromEntries(pairs) as Record<string, unknown>,
		settings: { executionOrder: 'v1' },
	};
}

/** Ids of so many guests. */
export const guests = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `g-${index + 1}`);
