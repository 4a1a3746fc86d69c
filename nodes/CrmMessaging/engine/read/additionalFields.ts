import type { IDataObject } from 'n8n-workflow';
import { wrongSetting } from '../../catalogue/runs';
import type { FieldType, Option } from '../../fields/field';
import { InputError, wrongFormat } from '../../fields/inputError';
import { parseJson, toJsonValue } from '../../fields/types/json';
import { isObject, setOwn } from '../../fields/values';
import { changes } from '../../service/endpoints';
import type { Operation, RowDraft } from '../operation';
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

/** @param of the body, or the name of an entry, such as `Contact` */
function jsonOption(name: string, of: string, example: string, owner: string): JsonOption {
	return {
		label: `Additional ${of} Fields (JSON)`,
		name,
		type: jsonObject,
		judged: 'unjudged',
		perItem: true,
		unset: undefined,
		placeholder: `e.g. ${example}`,
		description: `Other keys of ${owner} as a JSON object`,
	};
}

const bodyOption = jsonOption('body', 'Body', '{ "priority": "high" }', 'the request');

/** The options of an operation with a body for keys that its form doesn't have. */
export function additionalFieldsOptions({ endpoint, limit: { list } }: Operation): JsonOption[] {
	if (!changes(endpoint)) return [];
	if (!list) return [bodyOption];
	const owner = `each ${list.entry.toLowerCase()}`;
	return [bodyOption, jsonOption('entry', list.entry, '{ "nickname": "Ana" }', owner)];
}

/** Returns a function that adds an item's fields to a row. @throws InputError, as the function */
export function readAdditionalFields(
	operation: Operation,
	item: ItemParameters,
): (draft: RowDraft) => RowDraft {
	const { list } = operation.limit;
	const [toBody, toEntry] = additionalFieldsOptions(operation).map((option) => {
		const fields = item.option(option);
		const key = option === bodyOption ? list?.key : list?.setByNode;
		if (key !== undefined && Object.hasOwn(fields ?? {}, key)) throw setByNode(key, option);
		return (part: IDataObject) => (fields ? merged(part, fields, option) : part);
	});
	return (draft) => {
		const { envelope, body, parts } = draft;
		if (!toBody) return draft;
		if (!toEntry) return { ...draft, body: toBody(body) };
		return { ...draft, envelope: toBody(envelope), body: parts ? body : toEntry(body) };
	};
}

/** Merges objects key by key. @throws InputError for a key that both have */
function merged(base: IDataObject, more: IDataObject, option: Option, outer = ''): IDataObject {
	const result = { ...base };
	for (const [key, value] of Object.entries(more)) {
		const existing = Object.hasOwn(base, key) ? base[key] : undefined;
		const path = outer + key;
		if (existing === undefined) setOwn(result, key, value);
		else if (!isObject(existing) || !isObject(value)) throw setByNode(path, option);
		else result[key] = merged(existing, value, option, `${path}.`);
	}
	return result;
}

/** The error for a key that the node sets. */
export function setByNode(key: string, { label }: Option = bodyOption): InputError {
	return new InputError(wrongSetting.setByNode({ key }), [label]);
}
