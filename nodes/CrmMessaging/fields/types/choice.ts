import type { FieldType } from '../field';
import { InputError, shown } from '../inputError';
import { toText } from './text';

/** One of a few values; case, spaces, hyphens and underscores do not matter. */
export function choice(values: ReadonlyArray<{ value: string; label: string }>): FieldType {
	const options = values.map(({ value, label }) => ({ name: label, value }));
	const byForm = new Map(
		values.flatMap(({ value }) => [
			[plainForm(value), value],
			[value, value],
		]),
	);
	const allowed = values.map(({ value }) => value).join(', ');
	return {
		form: { type: 'options', default: '' },
		column: 'options',
		options,
		format: `one of ${allowed}`,
		convert(value) {
			const text = toText(value);
			const found = byForm.get(text) ?? byForm.get(plainForm(text));
			if (found === undefined) {
				throw new InputError(`${shown(value)} is not one of ${allowed}`);
			}
			return found;
		},
	};
}

function plainForm(value: string): string {
	return value.toLowerCase().replace(/[\s_-]+/g, '');
}
