import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { wrongValue } from '../../catalogue/values';
import type { ItemParameters } from '../../engine/read/parameters';
import type { Batch, Row } from '../../engine/row';
import { type Control, entryList, propertyOf } from '../../fields/control';
import type { Field, Option } from '../../fields/field';
import { InputError, within, withinEach } from '../../fields/inputError';
import { choice } from '../../fields/types/choice';
import { readObjects } from '../../fields/types/json';
import type { Documented } from '../../service/documentedAnswers';
import {
	completeValues,
	placeholderValuesProperty,
	readValueList,
	readValueObject,
	wholeTexts,
} from './placeholders';

const deliveryEntry = 'delivery';
const [listName, listLabel] = ['deliveries', 'Recipient List'];
const [jsonName, jsonLabel] = ['deliveriesJson', 'Recipients (JSON)'];

type RecipientSource = 'one' | 'list' | 'json';

/** Not an option: the editor drops an empty list from Options while it hides another control. */
const recipientsFrom: Option<RecipientSource> = {
	name: 'recipientsFrom',
	label: 'Specify Recipients',
	type: choice({
		one: ['One per Item', 'One recipient for each input item'],
		list: ['List', 'Several recipients for each input item'],
		json: ['JSON', 'One or several recipients for each input item, with the service’s keys'],
	}),
	isParameter: true,
	unset: 'one',
};

export interface SmsSegments {
	encoding: 'GSM-7' | 'UCS-2';
	segments: number;
	/** How many of the text's own characters fit into one SMS; -1 if all do. */
	most: number;
}

/** What messages of a kind have of their own. */
export interface MessageKind {
	/** Fields of the request before and after the recipient in the form. */
	sender: Field;
	title?: Field;
	options: INodeProperties[];
	readDetails?: (item: ItemParameters) => IDataObject;
	recipient: INodeProperties[];
	/** The keys of a delivery that may identify its recipient; it has one of them. */
	recipientKeys: string[];
	/** @throws InputError */
	readForm(item: ItemParameters, values: Record<string, unknown>): IDataObject;
	/** @throws InputError */
	readJson(item: ItemParameters, delivery: Record<string, unknown>): IDataObject;
	/** The message's SMS segments; omitted if it's always one. */
	segmentsOf?: (row: Pick<Row, 'text'>) => SmsSegments;
	test: Option;
	/** The keys of a result, and whether an answer has lists of results in its list. */
	result: Documented;
	hasListsOfResults: boolean;
}

/** The key and value that identify a delivery's recipient. */
export function recipientIn(delivery: IDataObject, { recipientKeys }: MessageKind): IDataObject {
	const own = recipientKeys.filter((key) => delivery[key] !== undefined);
	return Object.fromEntries(own.map((key) => [key, delivery[key]]));
}

export function recipientProperties({
	recipient,
	recipientKeys: [key = ''],
}: MessageKind): Control[] {
	const shownFor = (source: RecipientSource) => ({
		displayOptions: { show: { [recipientsFrom.name]: [source] } },
	});
	return [
		propertyOf(recipientsFrom),
		...recipient.map((property) => ({ ...property, ...shownFor('one') })),
		{
			displayName: listLabel,
			name: listName,
			...entryList(deliveryEntry, 'Recipient', [...recipient, placeholderValuesProperty]),
			...shownFor('list'),
		},
		{
			displayName: jsonLabel,
			name: jsonName,
			type: 'json',
			default: JSON.stringify([{ [key]: '', replacements: {} }], undefined, 2),
			required: true,
			judged: 'record',
			...shownFor('json'),
		},
	];
}

/** An item's deliveries, each with a value for every placeholder of the message. @throws InputError */
export function readDeliveries(
	item: ItemParameters,
	message: string,
	kind: MessageKind,
): IDataObject[] {
	const source = item.option(recipientsFrom);
	const itemValues = readValueList(item.value(`options.${placeholderValuesProperty.name}`), item);
	const withValues = (delivery: IDataObject, own: Record<string, string>, place: string) => {
		const values = { ...itemValues, ...own };
		return { ...delivery, replacements: completeValues(message, values, item, place) };
	};
	let deliveries: IDataObject[];
	if (source === 'list') {
		const entries = item.entries(listName, deliveryEntry);
		deliveries = withinEach('Recipient', entries, (entry) => {
			const own = readValueList(entry.replacements, item);
			return withValues(kind.readForm(item, entry), own, 'its Placeholder Values');
		});
	} else if (source === 'json') {
		const read = ({ replacements, ...given }: Record<string, unknown>): IDataObject => {
			const own = readValueObject(replacements, item);
			return withValues(kind.readJson(item, given), own, 'its replacements');
		};
		deliveries = within(jsonLabel, () =>
			readObjects(item.value(jsonName), 'a recipient object', read),
		);
	} else {
		const values = kind.recipient.map(({ name }) => [name, item.value(name)]);
		const delivery = kind.readForm(item, Object.fromEntries(values) as IDataObject);
		return [withValues(delivery, {}, placeholderValuesProperty.displayName)];
	}
	if (deliveries.length > 0) return deliveries;
	throw new InputError(wrongValue.required(), [source === 'list' ? listLabel : jsonLabel]);
}

/**
 * If messages differ, or a value looks like a placeholder, the message is one placeholder, and each
 * delivery has its whole text as that placeholder's value.
 */
export function sharedMessage(batch: Batch): { message: string; deliveries: IDataObject[] } {
	const { template = '' } = batch[0];
	// The service doesn't document the escape, nor whether it expands placeholders in values.
	const isShared =
		!template.includes('%%{') &&
		batch.every((row) => row.template === template && !holdsPlaceholder(row));
	if (isShared) return { message: template, deliveries: batch.map(({ body }) => body) };
	const { message, values } = wholeTexts(batch.map(({ text = '' }) => text));
	const deliveries = batch.map(({ body }, at) => ({ ...body, replacements: values[at] }));
	return { message, deliveries };
}

function holdsPlaceholder({ body }: Row): boolean {
	const values = Object.values(body.replacements as Record<string, string>);
	return values.some((value) => value.includes('%{'));
}
