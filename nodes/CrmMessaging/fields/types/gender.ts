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
		if (!isM || !context.inputs || !isSpanish(context.inputs))
			return genders.convert(value, context);
		const advice = choiceAdvice.gender;
		throw new InputError(wrongValue.notInList({ value: quote(value), advice }));
	},
};

/** Whether a column of the items is named Sexo or Género, or holds `h` (hombre): then `m` is a woman, mujer. */
const isSpanish = cachedFor((inputs: NonNullable<ConversionContext['inputs']>): boolean => {
	const items = JSON.stringify(inputs.map(({ json }) => json));
	const namesOf = (pattern: RegExp) => [...items.matchAll(pattern)].map(([, name]) => name);
	const men = new Set(namesOf(/"([^"]*)":"h"/gi));
	const isBesideMen = namesOf(/"([^"]*)":"m"/gi).some((name) => men.has(name));
	return isBesideMen || namesOf(/"([^"]*)":/g).some((name = '') => /sexo|g[eé]nero/i.test(name));
});
