import { choiceAdvice, valueHint, wrongValue } from '../../catalogue/values';
import type { ConversionContext, FieldType } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { plainForm, nearestName, wordList } from '../words';
import { toText } from './text';

/** Each value with its label and perhaps a description. */
export type Labels = Readonly<
	Record<string, string | readonly [label: string, description: string]>
>;

/**
 * How to handle a value outside a choice; newer versions of the service may support it. `sendSimilar`
 * sends those that are written like the service's own and aren't misspelled.
 */
export type Undocumented = 'send' | 'sendSimilar' | 'leaveOut' | 'error';

interface ChoiceDetails {
	/** Other words for some of the values. */
	aliases?: Readonly<Record<string, readonly string[]>>;
	/** Texts that count as empty, with a hint. */
	noValues?: readonly string[];
	advice?: (values: { allowed: string }) => string;
}

/**
 * One of a few values, found by its value, label or alias, compared by `plainForm`. The form offers
 * only these, so others come from expressions and JSON.
 *
 * @param undocumented how to handle others; one that is sent has a hint
 */
export function choice(
	labels: Labels,
	undocumented: Undocumented = 'error',
	{ aliases = {}, noValues = [], advice = choiceAdvice.use }: ChoiceDetails = {},
): FieldType {
	const values = Object.keys(labels);
	const options = values.map((value) => {
		const [name, description] = [labels[value]].flat() as [string, string?];
		return { name, value, ...(description && { description }) };
	});
	const words = options.flatMap(({ name, value }) =>
		[name, value, ...(aliases[value] ?? [])].map((word) => [word, value] as const),
	);
	const byForm = new Map(
		words.flatMap(([word, value]) => [word, plainForm(word)].map((form) => [form, value])),
	);
	const allWords = words.map(([word]) => word);
	const allowed = values.join(', ');
	const none = new Set(noValues.map(plainForm));
	const style = values.every((value) => value === value.toUpperCase())
		? /^[A-Z]{3,}(_[A-Z0-9]+)*$/
		: /^[a-z]{3,}(_[a-z0-9]+)*$/;
	return {
		form: { type: 'options', default: '' },
		options,
		format: `one of ${allowed}${undocumented === 'sendSimilar' ? ', or one that is new' : ''}`,
		convert(value, context) {
			const text = typeof value === 'object' ? '' : toText(value).trim();
			const found = byForm.get(text) ?? byForm.get(plainForm(text));
			if (found !== undefined) return found;
			if (undocumented === 'leaveOut' || none.has(plainForm(text))) {
				return leaveOut(value, allowed, context);
			}
			const isSimilar = style.test(text);
			const meant = isSimilar ? nearestName(text, allWords) : undefined;
			const isNew = undocumented === 'sendSimilar' && isSimilar && meant === undefined;
			if (isNew || (undocumented === 'send' && text !== '')) {
				context.hint?.(valueHint.newChoice({ value: quote(text), allowed }));
				return text;
			}
			const way =
				meant === undefined
					? advice({ allowed })
					: choiceAdvice.meant({ meant: byForm.get(meant) as string });
			throw new InputError(wrongValue.notInList({ value: quote(value), advice: way }));
		},
	};
}

/** Leaves a value out, with a hint. */
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
