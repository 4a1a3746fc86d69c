import { choiceAdvice, valueHint, wrongValue } from '../../catalogue/values';
import type { ConversionContext, FieldType } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { plainForm, nearestName, wordList } from '../words';
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

/**
 * How to handle a value outside a choice; newer versions of the service may support it. `sendSimilar`
 * sends those that are written like the service's own and aren't misspelled.
 */
export type Undocumented = 'send' | 'sendSimilar' | 'leaveOut' | 'error';

interface ChoiceDetails {
	noValues?: readonly string[];
	advice?: (values: { allowed: string }) => string;
}

/**
 * One of a few values, found by `meaningAmong`. The form offers only these, so others come from
 * expressions and JSON.
 *
 * @param undocumented how to handle others; one that is sent has a hint
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
		format: `one of ${allowed}${undocumented === 'sendSimilar' ? ', or one that is new' : ''}`,
		convert(value, context) {
			const text = typeof value === 'object' ? '' : toText(value).trim();
			const found = meaningOf(text);
			if (found !== undefined) return found;
			if (undocumented === 'leaveOut' || none.has(plainForm(text))) {
				return leaveOut(value, allowed, context);
			}
			if (undocumented === 'send' && text !== '') return sendNew(text, allowed, context);
			const meant = style.test(text) ? nearestName(text, allNames) : undefined;
			if (meant !== undefined) {
				const way = choiceAdvice.meant({ meant: meaningOf(meant) as string });
				throw new InputError(wrongValue.notInList({ value: quote(value), advice: way }));
			}
			if (undocumented === 'error' || !style.test(text) || !context.hint) {
				throw new InputError(
					wrongValue.notInList({ value: quote(value), advice: advice({ allowed }) }),
				);
			}
			return sendNew(text, allowed, context);
		},
	};
}

function sendNew(text: string, allowed: string, context: ConversionContext): string {
	context.hint?.(valueHint.newChoice({ value: quote(text), allowed }));
	return text;
}

export function leaveOut(value: unknown, allowed: string, context: ConversionContext): undefined {
	context.hint?.(valueHint.choiceLeftOut({ value: quote(value), allowed }));
}

const yesWords =
	'true, yes, y, on, 1, x, ✓, ✔, ☑, ja, j, wahr, sí, si, s, verdadero, cierto, oui, o, vrai';
const noWords = 'false, no, n, off, 0, ✗, ☐, nein, falsch, falso, non, faux';
const yes = new Set<unknown>([true, 1, ...wordList(yesWords)]);
const no = new Set<unknown>([false, 0, ...wordList(noWords)]);

/** Every switch of a form uses it: a boolean, also as a word in four languages, or 1 and 0. */
export const boolean: FieldType = {
	form: { type: 'boolean', default: false },
	format: 'boolean',
	convert(value) {
		const truth = truthIn(value);
		if (truth === undefined) throw wrongFormat(value, 'true or false', 'true');
		return truth;
	},
};

/** The boolean that a person wrote; undefined for any other value. */
export function truthIn(value: unknown): boolean | undefined {
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (yes.has(word)) return true;
	return no.has(word) ? false : undefined;
}
