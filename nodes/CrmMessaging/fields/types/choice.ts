import type { ConversionContext, FieldType } from '../field';
import { InputError, shown } from '../inputError';
import { plainForm } from '../plainForm';
import { toText } from './text';

/** One of the values of a choice. */
export interface Choice {
	value: string;
	label: string;
	/** How others write it. */
	aliases?: readonly string[];
}

/**
 * Makes what finds the value that a text means: the value itself, its label or an alias; case, spaces,
 * hyphens, underscores and accents do not matter.
 *
 * @returns undefined for a text that means none of them
 */
export function meaningAmong(values: readonly Choice[]): (text: string) => string | undefined {
	const byForm = new Map([
		...values.map(({ value, label }) => [plainForm(label), value] as const),
		...values.flatMap(({ value, aliases = [] }) =>
			[value, ...aliases].map((one) => [plainForm(one), value] as const),
		),
		...values.map(({ value }) => [value, value] as const),
	]);
	return (text) => byForm.get(text) ?? byForm.get(plainForm(text));
}

/**
 * One of a few values, as `meaningAmong` finds it.
 *
 * @param noValues what counts as not given, which a hint says
 * @param advice what else a person can do about any other value, after a semicolon
 */
export function choice(
	values: readonly Choice[],
	noValues: readonly string[] = [],
	advice?: string,
): FieldType {
	const options = values.map(({ value, label }) => ({ name: label, value }));
	const meaningOf = meaningAmong(values);
	const none = new Set(noValues.map(plainForm));
	const allowed = values.map(({ value }) => value).join(', ');
	return {
		form: { type: 'options', default: '' },
		column: 'options',
		options,
		format: `one of ${allowed}`,
		convert(value, context) {
			const text = toText(value);
			const found = meaningOf(text);
			if (found !== undefined) return found;
			if (none.has(plainForm(text))) return leaveOut(value, allowed, context);
			throw new InputError(
				`${shown(value)} is not one of ${allowed}${advice ? `; ${advice}` : ''}`,
			);
		},
	};
}

/** Says in a hint that a value is none of those that are allowed, and was left out. */
export function leaveOut(value: unknown, allowed: string, context: ConversionContext): undefined {
	context.hint?.(
		`${shown(value)} is none of ${allowed}, and was left out.`,
		`left out of ${allowed}`,
	);
}
