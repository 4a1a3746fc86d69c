import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choiceOf, entryList } from '../../form/property';
import type { Batch, BatchLimit } from '../../run/operation';
import { perRequestOption } from '../../run/options';
import type { ItemParameters } from '../../run/parameters';
import type { Endpoint } from '../../interface/endpoints';
import { readObjects } from '../../fields/types/list';
import { limits } from '../../interface/limits';
import { withoutEscapes } from '../../interface/template';
import { requestTo, type ServiceRequest } from '../../transport/request';
import { InputError, within, withinEach } from '../../fields/inputError';
import {
	checkReplacements,
	readReplacementList,
	readReplacementObject,
	replacementsFromItem,
	replacementsProperty,
} from './replacements';

const entryName = 'delivery';

/** How an operation reads one delivery beside its replacements. */
export interface DeliveryShape {
	/** The form's controls of one delivery. */
	properties: INodeProperties[];
	/** An example for the JSON control. */
	example: IDataObject;
	/** Reads a delivery of the form, whose keys are parameter names. */
	readEntry(item: ItemParameters, entry: Record<string, unknown>): IDataObject;
	/** Reads a delivery of a JSON text, whose keys are the service's. */
	readJson(item: ItemParameters, delivery: Record<string, unknown>): IDataObject;
}

/** The form's two ways to give deliveries, and where their replacements come from. */
export function deliveriesProperties({ properties, example }: DeliveryShape): INodeProperties[] {
	return [
		choiceOf(
			{
				displayName: 'Specify Deliveries',
				name: 'deliveriesFrom',
				default: 'fields',
				description: 'How the deliveries are given',
			},
			[
				{
					name: 'Using Fields Below',
					value: 'fields',
					description: 'One or more deliveries for each item',
				},
				{
					name: 'Using JSON',
					value: 'json',
					description: 'A list with the keys of the service',
				},
			],
		),
		choiceOf(
			{
				displayName: 'Take Replacements From',
				name: 'replacementsFrom',
				default: 'byHand',
				description: 'Where the texts for the %{name} containers of the message come from',
				displayOptions: { show: { deliveriesFrom: ['fields'] } },
			},
			[
				{ name: 'Fields Below', value: 'byHand', description: 'Given with each delivery' },
				{
					name: 'Input Item',
					value: 'item',
					description: 'Fields of the input item that are named as the containers are',
				},
			],
		),
		{
			displayName: 'Deliveries',
			name: 'deliveries',
			...entryList(entryName, 'Delivery', [...properties, replacementsProperty]),
			required: true,
			description: 'Who gets the message',
			displayOptions: { show: { deliveriesFrom: ['fields'] } },
		},
		{
			displayName: 'Deliveries (JSON)',
			name: 'deliveriesJson',
			type: 'json',
			default: JSON.stringify([example], undefined, 2),
			description: 'A delivery or a list of deliveries, with the keys of the service',
			displayOptions: { show: { deliveriesFrom: ['json'] } },
		},
	];
}

/** How many deliveries a request holds; the service names no limit, so this one is ours. */
export const deliveryLimit: BatchLimit = {
	maxPerRequest: limits.deliveriesPerRequest,
	entries: 'deliveries',
	list: { key: 'deliveries', entry: 'Delivery' },
	option: perRequestOption('Deliveries', limits.deliveriesPerRequest),
};

/**
 * Reads the deliveries that an item gives, each checked and converted, and makes sure that every
 * placeholder of the message has a replacement in each.
 *
 * @throws InputError, also when there is no delivery
 */
export function readDeliveries(
	item: ItemParameters,
	shape: DeliveryShape,
	message: string,
): IDataObject[] {
	const isJson = item.choice('deliveriesFrom') === 'json';
	const deliveries = isJson
		? within('Deliveries (JSON)', () => readJsonDeliveries(item, shape, message))
		: readFormDeliveries(item, shape, message);
	if (deliveries.length === 0) throw new InputError('is empty; add a delivery', ['Deliveries']);
	return deliveries;
}

/** Makes an operation's request of its envelope and deliveries (docs/service.md, Send push notifications and Send SMS). */
export function requestOfDeliveries(endpoint: Endpoint): (batch: Batch) => ServiceRequest {
	return ({ envelope, entries }) => {
		const { message_holder: given = '' } = envelope;
		const { message, replacements } = withoutEscapes(given as string);
		const deliveries = entries.map(({ data }) => data);
		if (message === given) return requestTo(endpoint, { body: { ...envelope, deliveries } });
		const body = {
			...envelope,
			message_holder: message,
			deliveries: deliveries.map((data) => withReplacements(data, replacements)),
		};
		return requestTo(endpoint, { body });
	};
}

function withReplacements(data: IDataObject, more: Record<string, string>): IDataObject {
	return { ...data, replacements: { ...(data.replacements as IDataObject), ...more } };
}

function readFormDeliveries(
	item: ItemParameters,
	shape: DeliveryShape,
	message: string,
): IDataObject[] {
	const fromItem = item.choice('replacementsFrom') === 'item';
	return withinEach('Deliveries', item.entries('deliveries', entryName), (entry) => {
		const delivery = shape.readEntry(item, entry);
		const replacements = fromItem
			? replacementsFromItem(message, item)
			: readReplacementList(entry.replacements);
		checkReplacements(message, replacements, item);
		return Object.assign(delivery, { replacements });
	});
}

function readJsonDeliveries(
	item: ItemParameters,
	shape: DeliveryShape,
	message: string,
): IDataObject[] {
	const given = item.value('deliveriesJson');
	return readObjects(given, 'a delivery; give an object', ({ replacements: texts, ...rest }) => {
		const delivery = shape.readJson(item, rest);
		const replacements = readReplacementObject(texts);
		checkReplacements(message, replacements, item);
		return Object.assign(delivery, { replacements });
	});
}
