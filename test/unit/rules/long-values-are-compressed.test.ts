import { compress, decompress } from '../../../nodes/CrmMessaging/wait/mailbox';

test('a long value is compressed when stored, and decompressed unchanged', async () => {
	for (const times of [1, 10_000]) {
		const value = Array<object>(times).fill({ user_id: 'g-1', name: 'Zoë 😀' });
		const stored = await compress(value);
		expect(stored.length).toBeLessThan(2000);
		expect(await decompress(stored)).toEqual(value);
	}
});
