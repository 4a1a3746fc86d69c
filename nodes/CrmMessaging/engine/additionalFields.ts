import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isAbsent } from '../fields/field';
import { InputError, quote, within } from '../fields/inputError';
import { parseJson, toJsonValue } from '../fields/types/json';
import { changes, type ServiceRequest } from '../service/endpoints';
import { isObject, setOwn } from '../fields/values';
import type { Operation, RequestContext } from './operation';
import { Call } from './row';
import type { ItemParameters } from './parameters';

/** The option for what the body of a request says beside what the form knows. */
const bodyOption = jsonOption(
	'additionalBodyFields',
	'Body',
	'{ "priority": "high" }',
	'Further keys of the request as a JSON object, also new ones that this form does not know; they are merged last',
);

/** Under this key, an envelope holds what is added to the body; the service has no such key. */
const inEnvelope = bodyOption.name;

function jsonOption(
	name: string,
	what: string,
	example: string,
	description: string,
): INodeProperties {
	return {
		// The editor cuts longer labels above a field for JSON.
		displayName: `More ${what} Fields`,
		name,
		type: 'json',
		default: '{}',
		placeholder: `e.g. ${example}`,
		description,
	};
}

function entryOption({ entry }: { entry: string }): INodeProperties {
	return jsonOption(
		'additionalEntryFields',
		entry,
		'{ "nickname": "Ana" }',
		`Further keys of each ${entry.toLowerCase()} of the item as a JSON object, also new ones that this form does not know; they are merged last`,
	);
}

/** The options that let every sending operation say what its form does not know. */
export function additionalFieldsOptions({ endpoint, limit }: Operation): INodeProperties[] {
	if (!changes(endpoint)) return [];
	return limit.list ? [bodyOption, entryOption(limit.list)] : [bodyOption];
}

/**
 * Adds what is given for the body to an item's envelope, so that items which differ in it share no request.
 *
 * @throws InputError where it is no object, or gives the entries themselves or their message
 */
export function withBodyFields(
	{ endpoint, limit, message }: Operation,
	item: ItemParameters,
	envelope: IDataObject,
): IDataObject {
	const fields = changes(endpoint) ? readFields(bodyOption, item) : undefined;
	if (!fields) return envelope;
	const { list } = limit;
	if (list && Object.hasOwn(fields, list.key)) {
		throw new InputError(
			`cannot give ${list.key}; their further keys belong into ${entryOption(list).displayName}`,
			[bodyOption.displayName],
		);
	}
	if (message && Object.hasOwn(fields, message.field.name)) {
		throw new InputError(
			`cannot give ${message.field.name}, since no one would get the text of ${message.field.label}; write it there`,
			[bodyOption.displayName],
		);
	}
	return { ...envelope, [inEnvelope]: fields };
}

/**
 * Reads what is given for each entry of an item.
 *
 * @returns undefined where nothing is
 * @throws InputError where it is no object
 */
export function readEntryFields(
	{ endpoint, limit: { list } }: Operation,
	item: ItemParameters,
): IDataObject | undefined {
	return list && changes(endpoint) ? readFields(entryOption(list), item) : undefined;
}

/** The exact request that a call becomes, with what was added to its body. */
export function requestOf(
	operation: Operation,
	call: Call,
	context: RequestContext,
): ServiceRequest {
	const { [inEnvelope]: fields, ...envelope } = call.envelope;
	if (fields === undefined) return operation.request(call, context);
	const request = operation.request(new Call(envelope, call.rows), context);
	return { ...request, body: merged(request.body ?? {}, fields as IDataObject) };
}

function readFields(
	{ name, displayName }: INodeProperties,
	item: ItemParameters,
): IDataObject | undefined {
	const given = item.collection('options')[name];
	if (isAbsent(given)) return undefined;
	return within(displayName, () => {
		const fields = toJsonValue(parseJson(given));
		if (!isObject(fields)) {
			throw new InputError(
				`${quote(fields)} is not a JSON object; give one with the keys to add`,
			);
		}
		return Object.keys(fields).length > 0 ? fields : undefined;
	});
}

/** Objects are merged key by key; anything else takes the place of what was there. */
export function merged(base: IDataObject, more: IDataObject): IDataObject {
	const result = { ...base };
	for (const [key, value] of Object.entries(more)) {
		const own = Object.hasOwn(base, key) ? base[key] : undefined;
		setOwn(result, key, isObject(own) && isObject(value) ? merged(own, value) : value);
	}
	return result;
}
