import fc from 'fast-check';
import { wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { plainForm } from '../../../nodes/CrmMessaging/fields/words';
import type { Undocumented } from '../../../nodes/CrmMessaging/fields/types/choice';
import { stateWords, statusOr } from '../../../nodes/CrmMessaging/service/fields/purchase';
import { converted, forAll, refusalOf } from './rule';

const words = Object.entries(stateWords).flatMap(([value, aliases]) =>
	[value, ...aliases].map((word) => ({ word, value })),
);
const rejection = (word: string) => wrongValue.notInList({ value: `“${word}”`, advice: '' }).text;

describe('a booking state', () => {
	it('shares no word with another state', () => {
		const plain = new Map(words.map(({ word, value }) => [plainForm(word), value]));
		for (const { word, value } of words) expect(plain.get(plainForm(word))).toBe(value);
		const written = Object.values(stateWords).flatMap((aliases) => aliases.map(plainForm));
		expect(written).toHaveLength(new Set(written).size);
	});

	it.each(['teilstorniert', 'Stornogebühr', 'not canceled', 'waitlisted', 'cancled', 'no', ''])(
		'isn’t guessed from “%s”',
		(word) => {
			expect(refusalOf(statusOr('error').type, word)?.text).toBe(rejection(word));
			expect(converted(statusOr('leaveOut').type, word)).toBeUndefined();
		},
	);

	it('is recognized in any case and with any separator between its words', () => {
		const inCase = fc.constantFrom<(word: string) => string>(
			(word) => word,
			(word) => word.toUpperCase(),
			(word) => word.replace(/(?<=^|[ _])\p{L}/gu, (first) => first.toUpperCase()),
		);
		const between = fc.constantFrom('', ' ', '_', '-', '\u2011', '\u00a0', '.');
		const ways = fc.constantFrom<Undocumented>('send', 'leaveOut', 'error');
		forAll(fc.constantFrom(...words), inCase, between, ways, (known, written, join, way) => {
			const text = written(known.word).replace(/[ _]/g, join);
			expect(converted(statusOr(way).type, text)).toBe(known.value);
		});
	});
});
