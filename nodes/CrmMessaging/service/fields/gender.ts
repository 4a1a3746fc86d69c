import { choiceAdvice, wrongValue } from '../../catalogue/values';
import type { FieldType } from '../../fields/field';
import { InputError, quote } from '../../fields/inputError';
import { plainForm, words } from '../../fields/words';
import { choice, leaveOut } from '../../fields/types/choice';

/** Salutations, also within “Sehr geehrte Frau Dr. Huber”. */
const salutations = {
	FEMALE: words(`
		mrs, ms, miss, madam, frau, fräulein, madame, mme, mademoiselle, mlle, señora, sra,
		señorita, srta, doña, dña
	`),
	MALE: ['mr', 'mister', 'herr', 'herrn', 'monsieur', 'señor', 'sr', 'don'],
};
const genderOf = new Map(
	Object.entries(salutations).flatMap(([gender, words]) =>
		words.map((word) => [plainForm(word), gender]),
	),
);

/** The words for each gender in the four languages, including neither and unknown. */
const inWords = choice(
	[
		{
			value: 'FEMALE',
			label: 'Female',
			aliases: salutations.FEMALE.concat(
				words(`
					woman, feminine, mujer, femenino, femenina, weiblich, dame, femme, féminin, féminine
				`),
			),
		},
		{
			value: 'MALE',
			label: 'Male',
			aliases: salutations.MALE.concat(
				words(`
					man, masculine, sir, hombre, varón, masculino, männlich, mann, homme, masculin
				`),
			),
		},
	],
	'error',
	{
		noValues: words(`
		unknown, unspecified, not specified, undisclosed, not known, other, diverse, n/a, none,
		prefer not to say, non-binary, mx, desconocido, no especificado, otro, otra, no binario,
		no binaria, unbekannt, divers, keine angabe, ohne angabe, k. A., inconnu, autre,
		non précisé, non binaire, eheleute, family, familia, familie, famille, company, empresa,
		firma, société, dr, doctor, doktor, docteur, prof, professor, prof dr, du, sie, tú, usted,
		vous
	`),
	},
);

/**
 * A gender, as a word or a salutation. Single letters are refused. M is a man in English and a
 * woman (mujer) in Spanish; D is a lady (dame) or neither (divers). Only “M.” with its dot is
 * always a man.
 */
export const gender: FieldType = {
	...inWords,
	convert(value, context) {
		if (value === 'FEMALE' || value === 'MALE') return value;
		const text = typeof value === 'string' ? value.trim() : '';
		if (/^m\.$/i.test(text)) return 'MALE';
		if (/^[mfwhvd]\.?$/i.test(text)) {
			throw new InputError(
				wrongValue.notInList(quote(value), 'FEMALE, MALE', choiceAdvice.gender),
			);
		}
		if (!/[\s.,/&+]/.test(text)) {
			return genderOf.get(plainForm(text)) ?? inWords.convert(value, context);
		}
		const parts = text.split(/[\s.,/&+]+/).map((word) => genderOf.get(plainForm(word)));
		const [first, second] = new Set(parts.filter((part) => part !== undefined));
		if (second) return leaveOut(value, 'FEMALE, MALE', context);
		return first ?? inWords.convert(value, context);
	},
};
