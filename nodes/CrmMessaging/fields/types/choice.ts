import type { ConversionContext, FieldType } from '../field';
import { InputError, quote } from '../inputError';
import { plainForm, nearestName } from '../words';
import { toText } from './text';

/** One of the values of a choice. */
export interface Choice {
	value: string;
	label: string;
	/** What the form says of it. */
	description?: string;
	/** How others write it. */
	aliases?: readonly string[];
}

/**
 * Makes a function that finds the value for a text: the value itself, its label or an alias, compared by
 * `plainForm`; undefined for any other text.
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
	const options = values.map(({ value, label: name, description }) => ({
		name,
		value,
		...(description && { description }),
	}));
	const meaningOf = meaningAmong(values);
	const none = new Set(noValues.map(plainForm));
	const allowed = values.map(({ value }) => value).join(', ');
	return {
		form: { type: 'options', default: '' },
		options,
		format: `one of ${allowed}`,
		convert(value, context) {
			const text = typeof value === 'object' ? '' : toText(value);
			const found = meaningOf(text);
			if (found !== undefined) return found;
			if (none.has(plainForm(text))) return leaveOut(value, allowed, context);
			throw new InputError(
				`${quote(value)} is not one of ${allowed}${advice ? `; ${advice}` : ''}`,
			);
		},
	};
}

/** Says in a hint that a value is none of those that are allowed, and was left out. */
export function leaveOut(value: unknown, allowed: string, context: ConversionContext): undefined {
	context.hint?.(
		`${quote(value)} is none of ${allowed}, and was left out.`,
		`left out of ${allowed}`,
	);
}

/** What becomes of a value that the service does not document. */
export type Undocumented = 'send' | 'leaveOut' | 'error';

/**
 * One of the values that the service documents, or one that it may have learnt since: what is written
 * as those are, and is no misspelt one of them, is sent with a hint. A form's list offers only the
 * documented ones, so others come from expressions and JSON.
 *
 * @param undocumented what becomes of the others where they are not to be sent
 * @param advice what a person can do about one that is refused
 */
export function openEnum(
	values: readonly Choice[],
	undocumented: Undocumented = 'send',
	advice?: string,
): FieldType {
	const known = choice(values, [], advice);
	const meaningOf = meaningAmong(values);
	const names = values.map(({ value }) => value);
	const allNames = values.flatMap(({ value, aliases = [] }) => [value, ...aliases]);
	const style = names.every((name) => name === name.toUpperCase())
		? /^[A-Z]{3,}(_[A-Z0-9]+)*$/
		: /^[a-z]{3,}(_[a-z0-9]+)*$/;
	return {
		...known,
		format: `${known.format}, or one that is new`,
		convert(value, context) {
			const text = typeof value === 'string' ? value.trim() : '';
			if (meaningOf(text) !== undefined) return meaningOf(text);
			const documented = names.join(', ');
			if (undocumented === 'leaveOut') return leaveOut(value, documented, context);
			if (!style.test(text) || !context.hint) return known.convert(value, context);
			const meant = nearestName(text, allNames);
			if (meant !== undefined) {
				throw new InputError(
					`${quote(value)} is not one of ${documented}; did you mean ${meaningOf(meant)}?`,
				);
			}
			if (undocumented === 'error') return known.convert(value, context);
			context.hint(
				`${quote(text)} is none of the values that the service documents (${documented}); it was sent as it is.`,
			);
			return text;
		},
	};
}

const yes: unknown[] = [true, 1, 'true', 'yes', 'on', '1'];
const no: unknown[] = [false, 0, 'false', 'no', 'off', '0'];

/** True or false, also as a word in any case, or as 1 and 0. Every switch of a form is read so. */
export const boolean: FieldType = {
	form: { type: 'boolean', default: false },
	format: 'boolean',
	convert(value) {
		const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
		if (yes.includes(word)) return true;
		if (no.includes(word)) return false;
		throw new InputError(`${quote(value)} is neither true nor false; give one of the two`);
	},
};
