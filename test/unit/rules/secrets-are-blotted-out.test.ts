import fc from 'fast-check';
import { blotSecrets } from '../../../nodes/CrmMessaging/transport/blotSecrets';
import { forAll } from './rule';

const word = (minLength: number, maxLength: number) =>
	fc.string({ unit: fc.constantFrom(...'ab'), minLength, maxLength });

describe('a secret in a text', () => {
	it('is blotted out whole, also where another secret is a part of it', () => {
		forAll(word(0, 5), word(6, 9), word(1, 5), fc.boolean(), (before, part, after, turned) => {
			const secrets = [part, before + part + after];
			const text = secrets.map((secret) => `<${secret}>`).join(' ');
			expect(blotSecrets(text, turned ? secrets.reverse() : secrets)).toBe('<***> <***>');
		});
	});

	it('is left where it is too short to be one', () => {
		forAll(word(0, 5), word(0, 60), (short, text) => {
			expect(blotSecrets(text, [short])).toBe(text);
		});
	});
});
