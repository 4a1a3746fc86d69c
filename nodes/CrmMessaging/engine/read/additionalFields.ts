import { wrongSetting } from '../../catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import type { FieldType, Option, OptionGroup } from '../../fields/field';
import { InputError, wrongFormat } from '../../fields/inputError';
import { parseJson, toJsonValue } from '../../fields/types/json';
import { changes, type ServiceRequest } from '../../service/endpoints';
import { isObject, setOwn } from '../../fields/values';
import type { Operation, RequestContext } from '../operation';
import { Call } from '../row';
import type { ItemParameters } from './parameters';

/** A JSON object with keys; an empty one adds nothing. */
const keysToAdd: FieldType = {
	form: { type: 'json', default: '{}' },
	format: 'JSON',
	convert(value) {
		const fields = toJsonValue(parseJson(value));
		if (!isObject(fields)) {
			throw wrongFormat(fields, 'a JSON object', '{ "priority": "high" }');
		}
		return Object.keys(fields).length > 0 ? fields : undefined;
	},
};

const group: OptionGroup = { name: 'additionalFields', label: 'Additional Fields (JSON)' };

const bodyOption = jsonOption(
	'body',
	'Body',
	'{ "priority": "high" }',
	'Other keys of the request as a JSON object, which are merged last',
);

/** An envelope holds keys for the body under this one, which the service doesn't use. */
const inEnvelope = 'additionalBodyFields';

type JsonOption = Option<IDataObject | undefined>;

function jsonOption(name: string, what: string, example: string, description: string): JsonOption {
	return {
		label: what,
		name,
		group,
		type: keysToAdd,
		scope: 'item',
		unset: undefined,
		placeholder: `e.g. ${example}`,
		description,
	};
}

function entryOption({ entry }: { entry: string }): JsonOption {
	return jsonOption(
		'entry',
		entry,
		'{ "nickname": "Ana" }',
		`Other keys of each ${entry.toLowerCase()} as a JSON object, which are merged last`,
	);
}

/** The options of every sending operation for keys that its form doesn't have. */
export function additionalFieldsOptions({ endpoint, limit }: Operation): JsonOption[] {
	if (!changes(endpoint)) return [];
	return limit.list ? [bodyOption, entryOption(limit.list)] : [bodyOption];
}

/**
 * Adds keys for the body to an item's envelope. Items with different keys then share no request.
 *
 * @throws InputError if it isn't an object, or holds the entries or their message
 */
export function withBodyFields(
	{ endpoint, limit, message }: Operation,
	item: ItemParameters,
	envelope: IDataObject,
): IDataObject {
	const fields = changes(endpoint) ? item.option(bodyOption) : undefined;
	if (!fields) return envelope;
	const { list } = limit;
	const inForm = [
		...(list ? [{ name: list.key, label: entryOption(list).label }] : []),
		...(message ? [message.field] : []),
	];
	for (const { name, label } of inForm) {
		if (!Object.hasOwn(fields, name)) continue;
		const sentence = wrongSetting.elsewhereInForm({ key: name, label });
		throw new InputError(sentence, [group.label, bodyOption.label]);
	}
	return { ...envelope, [inEnvelope]: fields };
}

/**
 * Reads the additional keys for each entry of an item.
 *
 * @returns undefined if there are none
 * @throws InputError if it isn't an object
 */
export function readEntryFields(
	{ endpoint, limit: { list } }: Operation,
	item: ItemParameters,
): IDataObject | undefined {
	return list && changes(endpoint) ? item.option(entryOption(list)) : undefined;
}

/** A call's exact request, with the additional keys in its body. */
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

/** A part of a request with its envelope's additional keys for the body. */
export function withAdditionalKeys(part: IDataObject, envelope: IDataObject): IDataObject {
	const fields = envelope[inEnvelope] as IDataObject | undefined;
	return fields ? merged(part, fields) : part;
}

/** Merges objects key by key; any other value replaces the earlier one. */
export function merged(base: IDataObject, more: IDataObject): IDataObject {
	const result = { ...base };
	for (const [key, value] of Object.entries(more)) {
		const existing = Object.hasOwn(base, key) ? base[key] : undefined;
		setOwn(
			result,
			key,
			isObject(existing) && isObject(value) ? merged(existing, value) : value,
		);
	}
	return result;
}
