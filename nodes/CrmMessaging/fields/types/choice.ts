import { valueHint, choiceAdvice, wrongValue } from '../../catalogue/values';
import type { ConversionContext, FieldType } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { plainForm, nearestName } from '../words';
import { toText } from './text';

export interface Choice {
	value: string;
	label: string;
	description?: string;
	aliases?: readonly string[];
}

/** Each with its label and perhaps a description. */
export type Labels = Readonly<
	Record<string, string | readonly [label: string, description: string]>
>;

function labeled(labels: Labels): Choice[] {
	return Object.entries(labels).map(([value, words]) => {
		const [label, description] = [words].flat() as [string, string?];
		return { value, label, description };
	});
}

/** Finds the value for a text: a value, label or alias, compared by `plainForm`. */
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

/** How to handle a value outside a choice; newer versions of the service may support it. */
export type Undocumented = 'send' | 'leaveOut' | 'error';

interface ChoiceDetails {
	noValues?: readonly string[];
	advice?: string;
}

/**
 * One of a few values, found by `meaningAmong`. The form offers only these, so others come from
 * expressions and JSON.
 *
 * @param undocumented how to handle others: a plausible one may be sent with a hint, a misspelling
 * isn't
 * @param more.noValues texts that count as empty, with a hint
 */
export function choice(
	given: Labels | readonly Choice[],
	undocumented: Undocumented = 'error',
	{ noValues = [], advice = choiceAdvice.use }: ChoiceDetails = {},
): FieldType {
	const values: readonly Choice[] = Array.isArray(given) ? given : labeled(given as Labels);
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

export function leaveOut(value: unknown, allowed: string, context: ConversionContext): undefined {
	context.hint?.(valueHint.choiceLeftOut(quote(value), allowed));
}

const yes: unknown[] = [true, 1, 'true', 'yes', 'on', '1'];
const no: unknown[] = [false, 0, 'false', 'no', 'off', '0'];

/** Every switch of a form uses it: a boolean, also as a word in any case, or 1 and 0. */
export const boolean: FieldType = {
	form: { type: 'boolean', default: false },
	format: 'boolean',
	convert(value) {
		const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
		if (yes.includes(word)) return true;
		if (no.includes(word)) return false;
		throw wrongFormat(value, 'true or false', 'true');
	},
};
