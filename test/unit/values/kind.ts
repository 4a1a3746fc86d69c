import type { Sentence } from '../../../nodes/CrmMessaging/catalogue/sentence';
import type { FieldType, ListSentence, Option } from '../../../nodes/CrmMessaging/fields/field';
import { convertField } from '../../../nodes/CrmMessaging/fields/field';
import { InputError } from '../../../nodes/CrmMessaging/fields/inputError';

/** The options of a node by their names, such as `defaultCountryCode`. */
export type Options = Record<string, unknown>;

/**
 * What a field of a type makes of a value, in a workflow of Madrid: what is sent, or the sentence that refuses
 * the value, and the codes of the hints.
 */
export function reading(
	type: FieldType,
	value: unknown,
	options: Options = {},
): { sent?: unknown; refused?: Sentence; hints: string[] } {
	const hints: string[] = [];
	const context = {
		timezone: 'Europe/Madrid',
		option: <T>({ name, unset }: Option<T>) => (name in options ? options[name] : unset) as T,
		listInHint: (sentenceOf: ListSentence) =>
			void hints.push(sentenceOf({ list: '', count: '1', example: '' }).code),
	};
	try {
		const field = { name: 'field', label: 'Field', type };
		return { sent: convertField(field, value, context), hints };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { refused: error.problem, hints };
	}
}

/** The result of a value in a table: what is sent, `nothing`, or the code of its error after `✗`. */
export function resultOf(type: FieldType, value: unknown, options: Options = {}): unknown {
	const { sent, refused } = reading(type, value, options);
	return refused ? `✗ ${refused.code}` : (sent ?? 'nothing');
}

/** A line of a table: `12.5 ← 12,5 · 12.50 €` has a result, and the values that have it. */
export function rowsIn(table: string): Array<[value: string, result: string]> {
	const lines = table.split('\n').filter((line) => line.includes('←'));
	return lines.flatMap((line) => {
		const [result = '', values = ''] = line.split('←');
		return values.split('·').map((value): [string, string] => [value.trim(), result.trim()]);
	});
}

/** Tests how a type reads texts. */
export function itReads(type: FieldType, table: string, options: Options = {}): void {
	const rows = rowsIn(table);
	it.each(rows)(`%j is read as %s ${Object.values(options).join()}`, (value, result) => {
		expect(String(resultOf(type, value, options))).toBe(result);
	});
}

/** Tests how a type reads values that aren't texts, or have blanks around them. */
export function itReadsData(
	type: FieldType,
	rows: ReadonlyArray<readonly [value: unknown, result: unknown]>,
	options: Options = {},
): void {
	it.each(rows)('%p is read as %p', (value, result) => {
		expect(resultOf(type, value, options)).toEqual(result);
	});
}
