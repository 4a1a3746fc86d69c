import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { wrongSetting } from '../../catalogue/runs';
import { wrongValue } from '../../catalogue/values';
import type { ItemParameters } from '../../engine/read/parameters';
import type { Row } from '../../engine/row';
import { type Control, entryList } from '../../fields/control';
import type { Field, Option } from '../../fields/field';
import { InputError, within, withinEach } from '../../fields/inputError';
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

export interface SmsSegments {
	encoding: 'GSM-7' | 'UCS-2';
	segments: number;
}

/** What messages of a kind have of their own. */
export interface MessageKind {
	/** Fields of the request before and after the recipient in the form. */
	sender: Field;
	title?: Field;
	options: INodeProperties[];
	/** Reads its other fields of the request. */
	readDetails?: (item: ItemParameters) => IDataObject;
	recipient: INodeProperties[];
	/** The keys of a delivery that may identify its recipient; it has one of them. */
	recipientKeys: string[];
	/** A delivery in JSON. */
	example: IDataObject;
	/** @throws InputError */
	readForm(item: ItemParameters, values: Record<string, unknown>): IDataObject;
	/** @throws InputError */
	readJson(item: ItemParameters, delivery: Record<string, unknown>): IDataObject;
	/** The message's SMS segments; omitted if it's always one. */
	segmentsOf?: (row: Pick<Row, 'text'>) => SmsSegments;
	/** The option that redirects the first messages to one recipient and skips the rest. */
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

/** The fields for an item's recipient. An option for several hides them. */
export function recipientProperties({ recipient }: MessageKind): INodeProperties[] {
	const isThere = [{ _cnd: { exists: true } } as const];
	const hide = { [`/options.${listName}`]: isThere, [`/options.${jsonName}`]: isThere };
	return recipient.map((property) => ({ ...property, displayOptions: { hide } }));
}

export function recipientOptions({ recipient, example }: MessageKind): Control[] {
	return [
		{
			displayName: listLabel,
			name: listName,
			...entryList(deliveryEntry, 'Recipient', [...recipient, placeholderValuesProperty]),
			description: 'Several recipients for each input item',
		},
		{
			displayName: jsonLabel,
			name: jsonName,
			type: 'json',
			default: JSON.stringify([example], undefined, 2),
			description: 'One or several recipients for each input item, with the service’s keys',
			judged: 'record',
		},
		placeholderValuesProperty,
	];
}

/**
 * Reads an item's deliveries, each with a value for every placeholder of the message.
 *
 * @throws InputError
 */
export function readDeliveries(
	item: ItemParameters,
	message: string,
	kind: MessageKind,
): IDataObject[] {
	const [listAddress, jsonAddress] = [`options.${listName}`, `options.${jsonName}`];
	const [hasList, hasJson] = [listAddress, jsonAddress].map(
		(name) => item.raw(name) !== undefined,
	);
	if (hasList && hasJson)
		throw new InputError(wrongSetting.notTogether({ other: listLabel }), [jsonLabel]);
	const itemValues = readValueList(item.value(`options.${placeholderValuesProperty.name}`), item);
	const withValues = (delivery: IDataObject, own: Record<string, string>, place: string) => {
		const values = { ...itemValues, ...own };
		return { ...delivery, replacements: completeValues(message, values, item, place) };
	};
	let deliveries: IDataObject[];
	if (hasList) {
		const entries = item.entries(listAddress, deliveryEntry);
		deliveries = withinEach('Recipient', entries, (entry) => {
			const own = readValueList(entry.replacements, item);
			return withValues(kind.readForm(item, entry), own, 'its Placeholder Values');
		});
	} else if (hasJson) {
		const read = ({ replacements, ...given }: Record<string, unknown>): IDataObject => {
			const own = readValueObject(replacements, item);
			return withValues(kind.readJson(item, given), own, 'its replacements');
		};
		deliveries = within(jsonLabel, () =>
			readObjects(item.value(jsonAddress), 'a recipient object', read),
		);
	} else {
		const controls = kind.recipient.map((property) => [property.name, item.control(property)]);
		const delivery = kind.readForm(item, Object.fromEntries(controls) as IDataObject);
		return [withValues(delivery, {}, placeholderValuesProperty.displayName)];
	}
	if (deliveries.length > 0) return deliveries;
	throw new InputError(wrongValue.emptyOption(), [hasList ? listLabel : jsonLabel]);
}

/**
 * The message and deliveries of a request. If messages differ, or a value looks like a placeholder,
 * the request's message is one placeholder. Each delivery then holds its whole text as that
 * placeholder's value.
 */
export function sharedMessage(rows: readonly Row[]): {
	message: string;
	deliveries: IDataObject[];
} {
	const template = rows[0]?.template ?? '';
	// The service doesn't document the escape, nor whether it expands placeholders in values.
	const isShared =
		!template.includes('%%{') &&
		rows.every((row) => row.template === template && !holdsPlaceholder(row));
	if (isShared) return { message: template, deliveries: rows.map(({ body }) => body) };
	const { message, values } = wholeTexts(rows.map(({ text = '' }) => text));
	const deliveries = rows.map(({ body }, at) => ({ ...body, replacements: values[at] }));
	return { message, deliveries };
}

function holdsPlaceholder({ body }: Row): boolean {
	const values = Object.values(body.replacements as Record<string, string>);
	return values.some((value) => value.includes('%{'));
}
