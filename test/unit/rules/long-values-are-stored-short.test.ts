import { compress, decompress } from '../../../nodes/CrmMessaging/wait/mailbox';

test('a value is stored short where its JSON is long, and is the same value again', async () => {
	for (const times of [1, 10_000]) {
		const value = Array<object>(times).fill({ user_id: 'g-1', name: 'Zoë 😀' });
		const stored = await compress(value);
		expect(stored.length).toBeLessThan(2000);
		expect(await decompress(stored)).toEqual(value);
	}
});
