import { choiceAdvice, wrongValue } from '../../catalogue/values';
import type { ConversionContext, FieldType } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { deepestNesting, textOf } from '../values';
import { plainForm, wordList } from '../words';
import { toText } from './text';

/** Each value with its label and perhaps a description. */
type Labels = Readonly<Record<string, string | readonly [label: string, description: string]>>;

/** Letters, digits, and what separates words. With another sign, such as `confirmed?`, it may mean more. */
const plainWords = /^[\p{L}\p{M}\p{N}\p{Pd}\s_.'’/]{1,100}$/u;

/** One of a few values, by value, label or alias. The form offers only these; others come from expressions. */
export function choice(
	labels: Labels,
	aliases: Readonly<Record<string, readonly string[]>> = {},
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
		convert(value) {
			const text = typeof value === 'object' ? '' : toText(value);
			if (values.includes(text)) return text;
			const found = plainWords.test(text) ? byForm.get(plainForm(text)) : undefined;
			if (found !== undefined) return found;
			const advice = choiceAdvice.use({ allowed });
			throw new InputError(wrongValue.notInList({ value: quote(value), advice }));
		},
	};
}

const yes = wordList('true, yes, 1, ja, sí, si, oui');
const no = wordList('false, no, 0, nein, non');

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
	if (typeof value === 'boolean') return value;
	if (typeof value === 'object') return undefined;
	const word = textOf(value).trim().toLowerCase();
	if (yes.includes(word)) return true;
	return no.includes(word) ? false : undefined;
}

const genders = choice({ FEMALE: 'Female', MALE: 'Male' }, { FEMALE: ['f'], MALE: ['m'] });

/** A gender as the service has it, also in small letters or as `f` and `m`. */
export const gender: FieldType = {
	...genders,
	example: 'FEMALE',
	convert(value, context) {
		const isUnclear = isSpanish(context.inputs ?? []) && plainForm(textOf(value)) === 'm';
		if (!isUnclear) return genders.convert(value, context);
		const advice = choiceAdvice.gender;
		throw new InputError(wrongValue.notInList({ value: quote(value), advice }));
	},
};

const spanish = new WeakMap<object, boolean>();

/** Whether a column of the items is named Sexo or Género, or one holds `h` (hombre): then `m` may be a woman, mujer. */
function isSpanish(inputs: NonNullable<ConversionContext['inputs']>): boolean {
	const known = spanish.get(inputs);
	if (known !== undefined) return known;
	const columns = inputs.flatMap(({ json }) => columnsIn(json));
	const found = columns.some(
		([name, value]) => /sexo|g[eé]nero/i.test(name) || value === 'h' || value === 'H',
	);
	spanish.set(inputs, found);
	return found;
}

/** The columns of an item and of the objects in it, which may be the contacts. */
function columnsIn(value: unknown, depth = 0): Array<[name: string, value: unknown]> {
	if (typeof value !== 'object' || value === null || depth > deepestNesting) return [];
	const entries = Object.entries(value) as Array<[string, unknown]>;
	const inner = entries.flatMap(([, one]) => columnsIn(one, depth + 1));
	return Array.isArray(value) ? inner : [...entries, ...inner];
}
