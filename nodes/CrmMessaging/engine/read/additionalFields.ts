import { wrongSetting } from '../../catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import type { FieldType, Option } from '../../fields/field';
import { InputError, wrongFormat } from '../../fields/inputError';
import { parseJson, toJsonValue } from '../../fields/types/json';
import { changes } from '../../service/endpoints';
import { isObject, setOwn } from '../../fields/values';
import type { Operation } from '../operation';
import type { ItemParameters } from './parameters';

const jsonObject: FieldType = {
	form: { type: 'json', default: '{}' },
	format: 'JSON',
	convert(value) {
		const fields = toJsonValue(parseJson(value));
		if (isObject(fields)) return fields;
		throw wrongFormat(fields, 'a JSON object', '{ "priority": "high" }');
	},
};

type JsonOption = Option<IDataObject | undefined>;

function jsonOption(name: string, of: string, example: string, owner: string): JsonOption {
	return {
		label: optionLabel(of),
		name,
		type: jsonObject,
		judged: 'unjudged',
		scope: 'item',
		unset: undefined,
		placeholder: `e.g. ${example}`,
		description: `Other keys of ${owner} as a JSON object`,
	};
}

/** @param of the body, or the name of an entry, such as `Contact` */
function optionLabel(of: string): string {
	return `Additional ${of} Fields (JSON)`;
}

const bodyOption = jsonOption('body', 'Body', '{ "priority": "high" }', 'the request');

/** The options of an operation with a body for keys that its form doesn't have. */
export function additionalFieldsOptions({ endpoint, limit: { list } }: Operation): JsonOption[] {
	if (!changes(endpoint)) return [];
	if (!list) return [bodyOption];
	const owner = `each ${list.entry.toLowerCase()}`;
	return [bodyOption, jsonOption('entry', list.entry, '{ "nickname": "Ana" }', owner)];
}

type Adder = (part: IDataObject) => IDataObject;

/**
 * Reads an item's additional fields.
 *
 * @returns for its body and for its entries, a function that adds them, or undefined if there are
 * none; it throws InputError for a key that the node sets
 * @throws InputError if they aren't an object
 */
export function readAdditionalFields(
	operation: Operation,
	item: ItemParameters,
): Array<Adder | undefined> {
	const { limit, message } = operation;
	return additionalFieldsOptions(operation).map((option) => {
		const fields = item.option(option);
		const later = option === bodyOption ? [limit.list?.key, message?.field.name] : [];
		const setLater = fields && Object.keys(fields).find((key) => later.includes(key));
		const of = option === bodyOption ? 'Body' : (limit.list?.entry ?? '');
		if (setLater !== undefined) throw setByNode(setLater, of);
		return fields && ((part) => merged(part, fields, of));
	});
}

/** Merges objects key by key. @throws InputError for a key that both have */
function merged(base: IDataObject, more: IDataObject, of: string, outer = ''): IDataObject {
	const result = { ...base };
	for (const [key, value] of Object.entries(more)) {
		const existing = Object.hasOwn(base, key) ? base[key] : undefined;
		const path = outer + key;
		if (existing === undefined) setOwn(result, key, value);
		else if (!isObject(existing) || !isObject(value)) throw setByNode(path, of);
		else result[key] = merged(existing, value, of, `${path}.`);
	}
	return result;
}

/** The error for a key that the node sets. @param of `Body`, or the name of an entry */
export function setByNode(key: string, of: string): InputError {
	return new InputError(wrongSetting.setByNode({ key }), [optionLabel(of)]);
}
