import { wrongSetting } from '../../catalogue/runs';
import { wrongValue } from '../../catalogue/values';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { entryList, propertiesOf, withJudgement } from '../../fields/control';
import type { BatchLimit, EntriesReader } from '../../engine/operation';
import type { Batch, Row } from '../../engine/row';
import type { Recipient } from '../../engine/recipient';
import { perRequestOption } from '../../engine/options';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { type Endpoint, limits, type ServiceRequest } from '../../service/endpoints';
import type { Field, Option } from '../../fields/field';
import { readObjects } from '../../fields/types/json';
import { messageHolder } from '../../service/fields/message';
import {
	fillTemplate,
	wholeTexts,
	completeValues,
	placeholderValuesProperty,
	itemValuesReader,
	readValueList,
	readValueObject,
} from './placeholders';
import { InputError, within, withinEach } from '../../fields/inputError';

const deliveryEntry = 'delivery';
const [listName, listLabel] = ['deliveries', 'Recipient List'];
const [jsonName, jsonLabel] = ['deliveriesJson', 'Recipients (JSON)'];
const [listAddress, jsonAddress] = [`options.${listName}`, `options.${jsonName}`];

export interface SmsSegments {
	encoding: 'GSM-7' | 'UCS-2';
	segments: number;
}

/** How an operation reads its deliveries, apart from their replacements. */
export interface MessageShape {
	recipient: INodeProperties[];
	/** Options for all recipients of an item; a delivery in JSON may override them. */
	common?: readonly Option[];
	example: IDataObject;
	readForm(item: ItemParameters, values: Record<string, unknown>): IDataObject;
	readJson(item: ItemParameters, delivery: Record<string, unknown>): IDataObject;
	/** The keys of a delivery that identify its recipient. */
	recipientIn: (delivery: IDataObject) => IDataObject;
	recipientOf: (delivery: IDataObject) => Recipient;
	/** Text the recipient sees next to the message. */
	shownBeside?: (envelope: IDataObject) => string;
	/** The message's SMS segments; omitted if it always fits one. */
	segmentsOf?: (row: Row) => SmsSegments;
	/** Characters that always fit one segment; counting those of a longer text takes time. */
	safeLength?: number;
	test: Pick<Field, 'type' | 'placeholder'> & {
		/** The recipient's kind, as it starts a sentence. */
		what: string;
		sentTo(delivery: IDataObject, tester: unknown): IDataObject;
	};
}

/** The fields for an item's recipient. An option for several hides them. */
export function recipientProperties({ recipient }: MessageShape): INodeProperties[] {
	const isThere = [{ _cnd: { exists: true } } as const];
	const hide = { [`/options.${listName}`]: isThere, [`/options.${jsonName}`]: isThere };
	return recipient.map((property) => ({ ...property, displayOptions: { hide } }));
}

export function recipientOptions({
	recipient,
	example,
	common = [],
}: MessageShape): INodeProperties[] {
	return [
		{
			displayName: listLabel,
			name: listName,
			...entryList(deliveryEntry, 'Recipient', [...recipient, placeholderValuesProperty]),
			description: 'Several recipients for each input item',
		},
		withJudgement(
			{
				displayName: jsonLabel,
				name: jsonName,
				type: 'json',
				default: JSON.stringify([example], undefined, 2),
				description:
					'One or several recipients for each input item, with the service’s keys',
			},
			'record',
		),
		placeholderValuesProperty,
		...propertiesOf(common),
	];
}

export const deliveryLimit: BatchLimit = {
	maxPerRequest: limits.deliveriesPerRequest,
	rows: 'messages',
	list: { key: 'deliveries', entry: 'Recipient' },
	option: perRequestOption('Recipients', limits.deliveriesPerRequest),
};

/** Returns a reader of an item's deliveries, with a value for every placeholder. */
export function deliveriesReader(shape: MessageShape, parameters: NodeParameters): EntriesReader {
	const { common: commonOptions = [] } = shape;
	const commonOf = parameters.common((item) =>
		Object.fromEntries(commonOptions.map((option) => [option.name, item.option(option)])),
	) as (item: ItemParameters) => IDataObject;
	const hasList = parameters.rawOf(listAddress) !== undefined;
	const hasJson = parameters.rawOf(jsonAddress) !== undefined;
	const itemValuesOf = itemValuesReader(parameters);
	const readOne = recipientReader(shape);
	return (item, message) => {
		const common = commonOf(item);
		if (hasList && hasJson) {
			throw new InputError(wrongSetting.notTogether({ other: listLabel }), [jsonLabel]);
		}
		if (hasList) return readList(item, shape, message, common, itemValuesOf(item));
		if (hasJson) return readDeliveriesJson(item, shape, message, common, itemValuesOf(item));
		const delivery = Object.assign(readOne(item), common);
		const values = itemValuesOf(item);
		completeValues(message, values, item, placeholderValuesProperty.displayName);
		delivery.replacements = values;
		return [delivery];
	};
}

export function filledIn(template: string, { replacements }: IDataObject): string {
	return fillTemplate(template, replacements as IDataObject);
}

/**
 * If messages differ, or a value looks like a placeholder, the request's message is one
 * placeholder. Each delivery then holds its whole text as that placeholder's value.
 */
export function requestOfDeliveries(endpoint: Endpoint): (batch: Batch) => ServiceRequest {
	return ({ envelope, rows }) => {
		const { message, deliveries } = sharedMessage(rows);
		const body = { ...envelope, [messageHolder.name]: message, deliveries };
		return { endpoint, body };
	};
}

function sharedMessage(rows: readonly Row[]): { message: string; deliveries: IDataObject[] } {
	const template = rows[0]?.template ?? '';
	// The service doesn't document the escape.
	const isShared =
		!template.includes('%%{') &&
		rows.every(
			(row) =>
				row.template === template &&
				!holdsPlaceholder(row.body.replacements as Record<string, string>),
		);
	if (isShared) return { message: template, deliveries: rows.map(({ body }) => body) };
	const { message, values } = wholeTexts(rows.map(({ text = '' }) => text));
	const deliveries = rows.map(({ body }, at) => ({ ...body, replacements: values[at] }));
	return { message, deliveries };
}

/** Whether a service that expands placeholders in values would expand one of these. */
function holdsPlaceholder(values: Record<string, string>): boolean {
	for (const name in values) if (values[name]?.includes('%{')) return true;
	return false;
}

/** Returns a reader of an item's only recipient. */
function recipientReader(shape: MessageShape): (item: ItemParameters) => IDataObject {
	const values: Record<string, unknown> = {};
	return (item) => {
		shape.recipient.forEach((property) => (values[property.name] = item.control(property)));
		return shape.readForm(item, values);
	};
}

function readList(
	item: ItemParameters,
	shape: MessageShape,
	message: string,
	common: IDataObject,
	itemValues: Record<string, string>,
): IDataObject[] {
	const entries = item.entries(listAddress, deliveryEntry);
	if (entries.length === 0) throw new InputError(wrongValue.emptyList(), [listLabel]);
	return withinEach('Recipient', entries, (entry) => {
		const delivery = Object.assign(shape.readForm(item, entry), common);
		const values = readValueList(entry.replacements, item, { ...itemValues });
		completeValues(message, values, item, 'its Placeholder Values');
		return Object.assign(delivery, { replacements: values });
	});
}

function readDeliveriesJson(
	item: ItemParameters,
	shape: MessageShape,
	message: string,
	common: IDataObject,
	itemValues: Record<string, string>,
): IDataObject[] {
	const read = ({ replacements, ...given }: Record<string, unknown>): IDataObject => {
		const delivery = shape.readJson(item, given);
		for (const [key, value] of Object.entries(common)) delivery[key] ??= value;
		const values = { ...itemValues, ...readValueObject(replacements, item) };
		completeValues(message, values, item, 'its replacements');
		return Object.assign(delivery, { replacements: values });
	};
	return within(jsonLabel, () => {
		const list = readObjects(item.value(jsonAddress), 'a recipient object', read);
		if (list.length === 0) throw new InputError(wrongValue.emptyList());
		return list;
	});
}
