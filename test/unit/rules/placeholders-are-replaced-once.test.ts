import fc from 'fast-check';
import {
	fillTemplate,
	placeholdersOf,
	wholeTexts,
} from '../../../nodes/CrmMessaging/actions/messages/placeholders';
import { forMany } from './rule';

const name = fc.constantFrom('name', 'Name', 'a b', '$&', '__proto__', 'toString', '%', 'ñ😀', ' ');
const plain = fc.constantFrom('Hi ', '{', '}', '{name}', '%{}', '%%{} ', '% ', '%{{', '$1', '\n');
/** Parts of a message that mean the same next to any other part. */
const pieces = fc.array(
	fc.oneof(
		plain.map((text) => ({ text, sent: text, name: undefined })),
		name.map((name) => ({ text: `%%{${name}}`, sent: `%{${name}}`, name: undefined })),
		name.map((name) => ({ text: `%{${name}}`, sent: `%{${name}}`, name })),
	),
);
const replacement = fc.oneof(
	fc.constantFrom('%{name}', '%%{ }', '$&', '$`', '', 0, true),
	fc.string(),
);
const replacements = fc
	.array(fc.tuple(name, replacement))
	.map((pairs): Record<string, unknown> => Object.fromEntries(pairs));

describe('the placeholders of a message', () => {
	it('are found in order without duplicates, and replaced once if a value exists', () => {
		forMany(1000, pieces, replacements, (all, values) => {
			const message = all.map(({ text }) => text).join('');
			const names = all.flatMap(({ name }) => name ?? []);
			expect([...placeholdersOf(message)]).toEqual([...new Set(names)]);
			const sent = all.map(({ sent, name = '' }) =>
				Object.hasOwn(values, name) ? String(values[name]) : sent,
			);
			expect(fillTemplate(message, values)).toBe(sent.join(''));
		});
	});

	it('leave whole texts unchanged, whatever they contain', () => {
		const text = fc.string({
			unit: fc.constantFrom('%', '{', '}', 'a', 'message'),
			maxLength: 9,
		});
		forMany(1000, fc.array(text, { minLength: 1 }), (texts) => {
			const { message, values } = wholeTexts(texts);
			expect(values.map((one) => fillTemplate(message, one))).toEqual(texts);
			expect(values.flatMap(Object.values).join('|')).not.toContain('%{');
		});
	});
});
