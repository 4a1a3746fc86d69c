import fc from 'fast-check';
import { compress, decompress } from '../../../nodes/CrmMessaging/wait/mailbox';

describe('a compressed value', () => {
	it('is the same value again', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.string({ unit: 'grapheme' }),
				fc.integer({ min: 1, max: 2000 }),
				async (text, times) => {
					const value = [{ text: text.repeat(times) }];
					expect(await decompress(await compress(value))).toEqual(value);
				},
			),
			{ numRuns: 50 },
		);
	});

	it('is short where its JSON is long', async () => {
		const value = Array<object>(10_000).fill({ user_id: 'g-1' });
		expect((await compress(value)).length).toBeLessThan(2000);
	});
});
