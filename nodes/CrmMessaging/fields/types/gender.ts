import { choiceAdvice, wrongValue } from '../../catalogue/values';
import { cachedFor } from '../cached';
import type { ConversionContext, FieldType } from '../field';
import { InputError, quote } from '../inputError';
import { plainForm } from '../words';
import { choice } from './choice';

const genders = choice(
	{ FEMALE: 'Female', MALE: 'Male' },
	{ aliases: { FEMALE: ['f'], MALE: ['m'] } },
);

/** A gender as the service has it, also in small letters or as `f` and `m`. */
export const gender: FieldType = {
	...genders,
	example: 'FEMALE',
	convert(value, context) {
		const isM = typeof value === 'string' && plainForm(value) === 'm';
		if (!isM || !mayBeMujer(context)) return genders.convert(value, context);
		throw new InputError(
			wrongValue.notInList({ value: quote(value), advice: choiceAdvice.gender }),
		);
	},
};

function mayBeMujer({ inputs }: ConversionContext): boolean {
	return inputs !== undefined && hasSpanishGender(inputs);
}

/** Whether a field of the items is named Sexo or Género, or holds `h` (hombre) besides `m`. */
const hasSpanishGender = cachedFor((inputs: ReadonlyArray<{ json: unknown }>): boolean => {
	const items = JSON.stringify(inputs.map(({ json }) => json)).toLowerCase();
	const namesOf = (pattern: RegExp) => [...items.matchAll(pattern)].map(([, name]) => name);
	const men = new Set(namesOf(/"([^"]*)":"h"/g));
	return (
		namesOf(/"([^"]*)":"m"/g).some((name) => men.has(name)) ||
		namesOf(/"([^"]*)":/g).some((name = '') => /sexo|genero/.test(plainForm(name)))
	);
});
