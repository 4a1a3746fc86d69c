import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { entryList, propertyOf } from '../../fields/control';
import { choice } from '../../fields/types/choice';
import type { BatchLimit, EntriesReader } from '../../engine/operation';
import type { Call, Row } from '../../engine/row';
import type { Recipient } from '../../engine/recipient';
import { perRequestOption } from '../../engine/options';
import type { ItemParameters, NodeParameters } from '../../engine/parameters';
import { type Endpoint, limits, type ServiceRequest } from '../../service/endpoints';
import type { Field, Option } from '../../fields/field';
import { readObjects } from '../../fields/types/json';
import { messageHolder } from '../../service/fields/message';
import { fillTemplate, wholeTexts, withoutEscapes } from './template';
import { InputError, within, withinEach } from '../../fields/inputError';
import {
	completeValues,
	placeholderValuesProperty,
	readPlaceholderValues,
	readValueList,
	readValueObject,
} from './placeholderValues';

const entryName = 'delivery';
const choices = { one: 'onePerItem', several: 'severalPerItem', json: 'json' };

const recipients: Option<string> = {
	name: 'recipients',
	label: 'Recipients',
	type: choice([
		{
			label: 'One per Input Item',
			value: choices.one,
			description: 'Each input item is a message to one recipient',
		},
		{
			label: 'Several per Input Item',
			value: choices.several,
			description: 'Each input item is a message to all recipients of a list',
		},
		{
			label: 'JSON',
			value: choices.json,
			description: 'A list with the keys of the service, such as an expression gives',
		},
	]),
	scope: 'run',
	isParameter: true,
	unset: choices.one,
	description: 'How many recipients each input item has, and how they are given',
};

/** How an operation reads its deliveries, beside their replacements, and what is said of them. */
export interface MessageShape {
	/** The form's controls that name a recipient. */
	recipient: INodeProperties[];
	/** What holds for all recipients of an item, unless a delivery of a JSON text says otherwise. */
	common?: readonly Field[];
	/** An example for the JSON control. */
	example: IDataObject;
	/** Reads a recipient of the form, by parameter name. */
	readForm(item: ItemParameters, given: Record<string, unknown>): IDataObject;
	/** Reads a delivery of a JSON text, whose keys are the service's. */
	readJson(item: ItemParameters, delivery: Record<string, unknown>): IDataObject;
	/** The keys of a delivery that say who it is for. */
	recipientIn: (delivery: IDataObject) => IDataObject;
	/** Whom a delivery names. */
	recipientOf: (delivery: IDataObject) => Recipient;
	/** What a recipient sees beside the text. */
	shownBeside?: (envelope: IDataObject) => string;
	/** How many parts a message travels in, where it may be several. */
	parts?: {
		of(row: Row): number;
		/** Whether it needs several, and may not have them. */
		areTooMany(row: Row): boolean;
	};
	/** The one recipient of a test. */
	test: Pick<Field, 'type' | 'placeholder'> & {
		/** What the recipient is given by, as a sentence begins. */
		what: string;
		/** The delivery, to that recipient. */
		sentTo(delivery: IDataObject, tester: unknown): IDataObject;
	};
}

/** The form's controls for one recipient per input item, which are what one sees at first. */
export function recipientProperties({ recipient }: MessageShape): INodeProperties[] {
	return recipient.map((property) => ({ ...property, ...shownFor(choices.one) }));
}

/** The choice of how recipients are given, and the controls for all but their usual way. */
export function recipientsProperties({ recipient, example }: MessageShape): INodeProperties[] {
	return [
		propertyOf(recipients),
		{
			displayName: 'Recipient List',
			name: 'deliveries',
			...entryList(entryName, 'Recipient', [...recipient, placeholderValuesProperty]),
			required: true,
			description: 'Who gets the message',
			...shownFor(choices.several),
		},
		{
			displayName: 'Recipients (JSON)',
			name: 'deliveriesJson',
			type: 'json',
			default: JSON.stringify([example], undefined, 2),
			description: 'A recipient or a list of recipients, with the keys of the service',
			...shownFor(choices.json),
		},
		{ ...placeholderValuesProperty, ...shownFor(choices.one) },
	];
}

function shownFor(value: string): Pick<INodeProperties, 'displayOptions'> {
	return { displayOptions: { show: { [recipients.name]: [value] } } };
}

/** How many deliveries a request holds; the service names no limit, so this one is ours. */
export const deliveryLimit: BatchLimit = {
	maxPerRequest: limits.deliveriesPerRequest,
	entries: 'recipients',
	list: { key: 'deliveries', entry: 'Recipient' },
	option: perRequestOption('Recipients', limits.deliveriesPerRequest),
};

/**
 * Makes what reads the deliveries that an item gives, each checked and converted, and with a value for
 * every placeholder of the message. It throws an InputError, also when there is no delivery.
 */
export function deliveriesReader(shape: MessageShape, parameters: NodeParameters): EntriesReader {
	const commonOf = parameters.common((item) => item.fields(shape.common ?? []));
	return (item, message) => {
		const common = commonOf(item);
		switch (parameters.option(recipients)) {
			case choices.several:
				return readList(item, shape, message, common);
			case choices.json:
				return readJson(item, shape, message, common);
			default: {
				const delivery = readOne(item, shape, common);
				delivery.replacements = readPlaceholderValues(item, message);
				return [delivery];
			}
		}
	};
}

/** The text that the recipient of a delivery reads. */
export function filledIn(template: string, { replacements }: IDataObject): string {
	return fillTemplate(template, replacements as IDataObject);
}

/** Fields as a JSON text has them: what is wrong is told by their keys. */
export function keyed(fields: readonly Field[]): Field[] {
	return fields.map((field) => ({ ...field, label: field.name }));
}

/**
 * Makes an operation's request of its envelope and deliveries (docs/service.md, Send push
 * notifications and Send SMS). Where their messages differ, or a value looks like a placeholder, each
 * delivery brings its whole text as the value of a placeholder.
 */
export function requestOfDeliveries(endpoint: Endpoint): (call: Call) => ServiceRequest {
	return ({ envelope, rows }) => {
		const { message, deliveries } = messageOf(rows);
		const body = { ...envelope, [messageHolder.name]: message, deliveries };
		return { endpoint, body };
	};
}

function messageOf(rows: readonly Row[]): { message: string; deliveries: IDataObject[] } {
	const template = rows[0]?.template ?? '';
	const isShared = rows.every(
		(row) =>
			row.template === template &&
			!holdsPlaceholder(row.body.replacements as Record<string, string>),
	);
	if (isShared) {
		const { message, values } = withoutEscapes(template);
		const deliveries = rows.map(({ body }) =>
			message === template
				? body
				: { ...body, replacements: { ...(body.replacements as IDataObject), ...values } },
		);
		return { message, deliveries };
	}
	const { message, values } = wholeTexts(rows.map(({ text = '' }) => text));
	const deliveries = rows.map(({ body }, at) => ({ ...body, replacements: values[at] }));
	return { message, deliveries };
}

/** Whether a value would be filled in once more by a service that looks for placeholders in values. */
function holdsPlaceholder(values: Record<string, string>): boolean {
	for (const name in values) if (values[name]?.includes('%{')) return true;
	return false;
}

function readOne(item: ItemParameters, shape: MessageShape, common: IDataObject): IDataObject {
	const given: Record<string, unknown> = {};
	for (const property of shape.recipient) given[property.name] = item.control(property);
	return Object.assign(shape.readForm(item, given), common);
}

function readList(
	item: ItemParameters,
	shape: MessageShape,
	message: string,
	common: IDataObject,
): IDataObject[] {
	const list = item.entries('deliveries', entryName);
	if (list.length === 0) throw new InputError('is empty; add a recipient', ['Recipient List']);
	return withinEach('Recipient', list, (entry) => {
		const delivery = Object.assign(shape.readForm(item, entry), common);
		const values = readValueList(entry.replacements);
		completeValues(message, values, item, 'its Placeholder Values');
		return Object.assign(delivery, { replacements: values });
	});
}

function readJson(
	item: ItemParameters,
	shape: MessageShape,
	message: string,
	common: IDataObject,
): IDataObject[] {
	const read = ({ replacements, ...given }: Record<string, unknown>): IDataObject => {
		const delivery = shape.readJson(item, given);
		for (const [key, value] of Object.entries(common)) delivery[key] ??= value;
		const values = readValueObject(replacements);
		completeValues(message, values, item, 'its replacements');
		return Object.assign(delivery, { replacements: values });
	};
	return within('Recipients (JSON)', () => {
		const list = readObjects(item.value('deliveriesJson'), 'a recipient; give an object', read);
		if (list.length === 0) throw new InputError('is empty; give a recipient');
		return list;
	});
}
