import { choiceAdvice, valueHint, wrongValue } from '../../catalogue/values';
import type { FieldType } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { plainForm, wordList } from '../words';
import { toText } from './text';

/** Each value with its label and perhaps a description. */
export type Labels = Readonly<
	Record<string, string | readonly [label: string, description: string]>
>;

/** How to handle a value outside a choice; newer versions of the service may support it. */
export type Undocumented = 'send' | 'leaveOut' | 'error';

interface ChoiceDetails {
	undocumented?: Undocumented;
	/** Other words for some of the values. */
	aliases?: Readonly<Record<string, readonly string[]>>;
	advice?: (values: { allowed: string }) => string;
}

/**
 * One of a few values, found by its value, label or alias, compared by `plainForm`. The form offers
 * only these, so others come from expressions and JSON.
 */
export function choice(
	labels: Labels,
	{ undocumented = 'error', aliases = {}, advice = choiceAdvice.use }: ChoiceDetails = {},
): FieldType {
	const values = Object.keys(labels);
	const options = values.map((value) => {
		const [name, description] = [labels[value]].flat() as [string, string?];
		return { name, value, ...(description && { description }) };
	});
	const byForm = new Map(
		options.flatMap(({ name, value }) =>
			[name, value, ...(aliases[value] ?? [])].map((word) => [plainForm(word), value]),
		),
	);
	const allowed = values.join(', ');
	return {
		form: { type: 'options', default: '' },
		options,
		format: `one of ${allowed}`,
		convert(value, context) {
			const text = typeof value === 'object' ? '' : toText(value).trim();
			const found = byForm.get(plainForm(text));
			if (found !== undefined) return found;
			if (undocumented === 'leaveOut') {
				context.hint?.(valueHint.choiceLeftOut({ value: quote(value), allowed }));
				return undefined;
			}
			if (undocumented === 'send' && text !== '') {
				context.hint?.(valueHint.newChoice({ value: quote(text), allowed }));
				return text;
			}
			const way = advice({ allowed });
			throw new InputError(wrongValue.notInList({ value: quote(value), advice: way }));
		},
	};
}

const yes = new Set<unknown>([true, 1, ...wordList('true, yes, 1, ja, sí, si, oui')]);
const no = new Set<unknown>([false, 0, ...wordList('false, no, 0, nein, non')]);

/** Every switch of a form uses it: a boolean, also as a word that is read the same everywhere. */
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
