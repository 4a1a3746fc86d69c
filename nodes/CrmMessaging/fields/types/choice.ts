import { valueHint } from '../../catalogue/hints';
import { choiceAdvice, wrongValue } from '../../catalogue/values';
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

/** Finds the value for a text: the value itself, its label or an alias, compared by `plainForm`. */
function meaningAmong(values: readonly Choice[]): (text: string) => string | undefined {
	const byForm = new Map([
		...values.map(({ value, label }) => [plainForm(label), value] as const),
		...values.flatMap(({ value, aliases = [] }) =>
			[value, ...aliases].map((one) => [plainForm(one), value] as const),
		),
		...values.map(({ value }) => [value, value] as const),
	]);
	return (text) => byForm.get(text) ?? byForm.get(plainForm(text));
}

/** What becomes of a value that is none of a choice: the service may have learnt it since. */
export type Undocumented = 'send' | 'leaveOut' | 'error';

interface ChoiceDetails {
	noValues?: readonly string[];
	advice?: string;
}

/**
 * One of a few values, as `meaningAmong` finds it. A form's list offers only these, so others come from
 * expressions and JSON.
 *
 * @param undocumented what becomes of the others; one is sent, with a hint, only if it is written as the
 *     values are, and is no misspelt one of them
 * @param more.noValues what counts as not given, which a hint says
 * @param more.advice what a person can do about one that is refused
 */
export function choice(
	values: readonly Choice[],
	undocumented: Undocumented = 'error',
	{ noValues = [], advice = choiceAdvice.use }: ChoiceDetails = {},
): FieldType {
	const meaningOf = meaningAmong(values);
	const names = values.map(({ value }) => value);
	const allNames = values.flatMap(({ value, aliases = [] }) => [value, ...aliases]);
	const allowed = names.join(', ');
	const none = new Set(noValues.map(plainForm));
	const style = names.every((name) => name === name.toUpperCase())
		? /^[A-Z]{3,}(_[A-Z0-9]+)*$/
		: /^[a-z]{3,}(_[a-z0-9]+)*$/;
	return {
		form: { type: 'options', default: '' },
		options: values.map(({ value, label: name, description }) => ({
			name,
			value,
			...(description && { description }),
		})),
		format: `one of ${allowed}${undocumented === 'send' ? ', or one that is new' : ''}`,
		convert(value, context) {
			const text = typeof value === 'object' ? '' : toText(value).trim();
			const found = meaningOf(text);
			if (found !== undefined) return found;
			if (undocumented === 'leaveOut' || none.has(plainForm(text))) {
				return leaveOut(value, allowed, context);
			}
			const meant = style.test(text) ? nearestName(text, allNames) : undefined;
			if (meant !== undefined) {
				throw new InputError(
					wrongValue.notInList(
						quote(value),
						allowed,
						choiceAdvice.meant(meaningOf(meant) as string),
					),
				);
			}
			if (undocumented === 'error' || !style.test(text) || !context.hint) {
				throw new InputError(wrongValue.notInList(quote(value), allowed, advice));
			}
			context.hint(valueHint.newChoice(quote(text), allowed));
			return text;
		},
	};
}

/** Says in a hint that a value is none of those that are allowed, and was left out. */
export function leaveOut(value: unknown, allowed: string, context: ConversionContext): undefined {
	context.hint?.(valueHint.choiceLeftOut(quote(value), allowed));
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
		throw new InputError(wrongValue.wrongFormat(quote(value), 'true or false', 'true'));
	},
};
