import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { OperationWithCallback } from '../callbacks/waitForResult';
import { wrongSetting } from '../catalogue/runs';
import { RunStop } from '../engine/errors';
import type { Operation, Resource } from '../engine/operation';
import { controlsOf } from '../engine/options';
import { commonValue } from '../engine/read/expressions/parameterReader';
import { describedControl } from '../fields/control';
import { textOf } from '../fields/values';
import type { Execution } from '../n8n/execution';
import { failureOfSentence } from '../service/failure';
import { bulkJobGet, bulkJobWaitUntilProcessed } from './bulkJob/bulkJob.operations';
import { campaignGetAll } from './campaign/getAll.operation';
import { contactUpsert } from './contact/upsert.operation';
import { hotelCreate } from './hotel/create.operation';
import { purchaseUpsert } from './purchase/upsert.operation';
import { pushSend } from './push/send.operation';
import { smsSend } from './sms/send.operation';

/**
 * All operations. Forms and n8n's action panel use this order: the most common tasks come first.
 */
export const operations: ReadonlyArray<Operation | OperationWithCallback> = [
	smsSend,
	contactUpsert,
	purchaseUpsert,
	pushSend,
	campaignGetAll,
	hotelCreate,
	bulkJobGet,
	bulkJobWaitUntilProcessed,
];

/** @throws RunStop if no operation has that name */
export function chosenOperation(
	execution: Execution,
	among: typeof operations = operations,
): Operation | OperationWithCallback {
	const { parameters } = execution.node;
	const [resource, operation] = ['resource', 'operation'].map((name) =>
		textOf(commonValue(execution, parameters[name], name) ?? ''),
	) as [string, string];
	const chosen = among.find(
		(one) => one.resource.name === resource && one.choice.name === operation,
	);
	if (chosen) return chosen;
	const sentence = wrongSetting.unknownOperation({ resource, operation });
	const failure = failureOfSentence('input', sentence, { ofRun: true });
	throw new RunStop({ items: [], failure }, { when: 'beforeSending' });
}

export const describedAs = 'Send SMS and push notifications, and save contacts and bookings';

/** The text below a node's name: the chosen operation's action, as an expression. */
export function subtitleOf(operations: readonly Operation[]): string {
	const actions = operations.map(({ resource, choice }) => [
		`${resource.name}:${choice.name}`,
		choice.action,
	]);
	const chosen = '$parameter["resource"] + ":" + $parameter["operation"]';
	return `={{ (${JSON.stringify(Object.fromEntries(actions))})[${chosen}] }}`;
}

/** @param initial the default resource */
export function formOf(operations: readonly Operation[], initial: Resource): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	// In the order of operations: the most common tasks come first.
	const names = resources.map(({ name, label }) => ({ name: label, value: name }));
	return [
		choiceOf({ displayName: 'Resource', name: 'resource', default: initial.name }, names),
		...resources.map((resource) =>
			choiceOf(
				{
					displayName: 'Operation',
					name: 'operation',
					default: resource.defaultOperation,
					displayOptions: { show: { resource: [resource.name] } },
				},
				operations
					.filter((operation) => operation.resource === resource)
					.map(({ choice: { name, label, action, description } }) => ({
						name: label,
						value: name,
						action,
						description,
					})),
			),
		),
		...operations.flatMap((operation) => {
			const chosen = {
				resource: [operation.resource.name],
				operation: [operation.choice.name],
			};
			return controlsOf(operation).map((control) => {
				const property = describedControl(control);
				const displayOptions = property.displayOptions;
				return {
					...property,
					displayOptions: {
						...displayOptions,
						show: { ...chosen, ...displayOptions?.show },
					},
				};
			});
		}),
	];
}

function choiceOf(
	base: Pick<INodeProperties, 'displayName' | 'name' | 'default'> & Partial<INodeProperties>,
	options: INodePropertyOptions[],
): INodeProperties {
	return { type: 'options', noDataExpression: true, ...base, options };
}
