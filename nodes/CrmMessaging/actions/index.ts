import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { wrongSetting } from '../catalogue/runs';
import type { Operation } from '../engine/operation';
import { controlsOf } from '../engine/options';
import { describedControl } from '../fields/control';
import { textOf } from '../fields/values';
import type { Execution } from '../n8n/execution';
import { failureOfSentence, ServiceError } from '../service/failure';
import { bulkJobGet, bulkJobWaitUntilProcessed } from './bulkJob/bulkJob.operations';
import { campaignGetAll } from './campaign/getAll.operation';
import { contactUpsert } from './contact/upsert.operation';
import { hotelCreate } from './hotel/create.operation';
import { purchaseUpsert } from './purchase/upsert.operation';
import { pushSend } from './push/send.operation';
import { smsSend } from './sms/send.operation';

/** The order of forms and of n8n's action panel: the most common tasks come first. */
export const operations: readonly Operation[] = [
	smsSend,
	contactUpsert,
	purchaseUpsert,
	pushSend,
	campaignGetAll,
	hotelCreate,
	bulkJobGet,
	bulkJobWaitUntilProcessed,
];

/** @throws ServiceError if no operation has that name */
export function chosenOperation(execution: Execution): Operation {
	const [resource, operation] = ['resource', 'operation'].map((name) =>
		textOf(execution.read(name, 0)),
	) as [string, string];
	const chosen = operations.find(
		(one) => one.resource.name === resource && one.choice.name === operation,
	);
	if (chosen) return chosen;
	const sentence = wrongSetting.unknownOperation({ resource, operation });
	throw new ServiceError(failureOfSentence('input', sentence, { ofRun: true }));
}

const actions = operations.map(({ resource, choice }) => [
	`${resource.name}:${choice.name}`,
	choice.action,
]);

/** The text below a node's name: the chosen operation's action, as an expression. */
export const subtitle = `={{ (${JSON.stringify(Object.fromEntries(actions))})[$parameter["resource"] + ":" + $parameter["operation"]] }}`;

const resources = new Map(operations.map(({ resource }) => [resource.name, resource]));

export const form: INodeProperties[] = [
	{
		...choiceOf('Resource', 'resource', contactUpsert.resource.name),
		options: [...resources.values()].map(({ name, label }) => ({ name: label, value: name })),
	},
	...[...resources].map(([called, { defaultOperation }]) => ({
		...choiceOf('Operation', 'operation', defaultOperation),
		displayOptions: { show: { resource: [called] } },
		options: operations
			.filter(({ resource }) => resource.name === called)
			.map(({ choice: { name, label, ...texts } }) => ({
				name: label,
				value: name,
				...texts,
			})),
	})),
	...operations.flatMap((operation) => {
		const { resource, choice } = operation;
		const chosen = { resource: [resource.name], operation: [choice.name] };
		return updateDisplayOptions({ show: chosen }, controlsOf(operation).map(describedControl));
	}),
];

function choiceOf(displayName: string, name: string, initial: string) {
	const type = 'options' as const;
	return { displayName, name, type, noDataExpression: true, default: initial };
}
