import type { IDataObject } from 'n8n-workflow';
import type { FieldType, Option } from '../fields/field';
import { InputError, quote } from '../fields/inputError';
import { parseJson, toJsonValue } from '../fields/types/json';
import { changes, type ServiceRequest } from '../service/endpoints';
import { isObject, setOwn } from '../fields/values';
import type { Operation, RequestContext } from './operation';
import { Call } from './row';
import type { ItemParameters } from './parameters';

/** A JSON object with keys; one without any adds nothing. */
const keysToAdd: FieldType = {
	form: { type: 'json', default: '{}' },
	format: 'JSON',
	convert(value) {
		const fields = toJsonValue(parseJson(value));
		if (!isObject(fields)) {
			throw new InputError(
				`${quote(fields)} is not a JSON object; give one with the keys to add`,
			);
		}
		return Object.keys(fields).length > 0 ? fields : undefined;
	},
};

/** The option for further keys of a request's body. */
const bodyOption = jsonOption(
	'additionalBodyFields',
	'Body',
	'{ "priority": "high" }',
	'Further keys of the request as a JSON object, also new ones that this form does not know; they are merged last',
);

/** Under this key, an envelope holds what is added to the body; the service has no such key. */
const inEnvelope = bodyOption.name;

type JsonOption = Option<IDataObject | undefined>;

function jsonOption(name: string, what: string, example: string, description: string): JsonOption {
	return {
		// The editor cuts longer labels above a field for JSON.
		label: `More ${what} Fields`,
		name,
		type: keysToAdd,
		scope: 'item',
		unset: undefined,
		placeholder: `e.g. ${example}`,
		description,
	};
}

function entryOption({ entry }: { entry: string }): JsonOption {
	return jsonOption(
		'additionalEntryFields',
		entry,
		'{ "nickname": "Ana" }',
		`Further keys of each ${entry.toLowerCase()} of the item as a JSON object, also new ones that this form does not know; they are merged last`,
	);
}

/** The options of every sending operation for keys that its form doesn't have. */
export function additionalFieldsOptions({ endpoint, limit }: Operation): JsonOption[] {
	if (!changes(endpoint)) return [];
	return limit.list ? [bodyOption, entryOption(limit.list)] : [bodyOption];
}

/**
 * Adds what is given for the body to an item's envelope, so that items which differ in it share no request.
 *
 * @throws InputError if it is no object, or has the entries themselves or their message
 */
export function withBodyFields(
	{ endpoint, limit, message }: Operation,
	item: ItemParameters,
	envelope: IDataObject,
): IDataObject {
	const fields = changes(endpoint) ? item.option(bodyOption) : undefined;
	if (!fields) return envelope;
	const { list } = limit;
	if (list && Object.hasOwn(fields, list.key)) {
		throw new InputError(
			`cannot give ${list.key}; their further keys belong into ${entryOption(list).label}`,
			[bodyOption.label],
		);
	}
	if (message && Object.hasOwn(fields, message.field.name)) {
		throw new InputError(
			`cannot give ${message.field.name}, since no one would get the text of ${message.field.label}; write it there`,
			[bodyOption.label],
		);
	}
	return { ...envelope, [inEnvelope]: fields };
}

/**
 * Reads the further keys of each entry of an item.
 *
 * @returns undefined if there are none
 * @throws InputError if it is no object
 */
export function readEntryFields(
	{ endpoint, limit: { list } }: Operation,
	item: ItemParameters,
): IDataObject | undefined {
	return list && changes(endpoint) ? item.option(entryOption(list)) : undefined;
}

/** The exact request of a call, with the keys added to its body. */
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

/** Objects are merged key by key; anything else takes the place of what was there. */
export function merged(base: IDataObject, more: IDataObject): IDataObject {
	const result = { ...base };
	for (const [key, value] of Object.entries(more)) {
		const own = Object.hasOwn(base, key) ? base[key] : undefined;
		setOwn(result, key, isObject(own) && isObject(value) ? merged(own, value) : value);
	}
	return result;
}
