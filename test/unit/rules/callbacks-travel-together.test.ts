import fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import { gather } from '../../../nodes/CrmMessaging/wait/gathering';
import { pack, unpack } from '../../../nodes/CrmMessaging/wait/packed';

const never = () => false;

describe('callbacks that come at about the same time', () => {
	it('travel with the first, and hear what became of it', async () => {
		const first = gather('7', 'a', '1', never);
		const second = await gather('7', 'b', '2', never);
		const again = await gather('7', 'a', '3', never);
		const { gathering, leads } = await first;
		expect([leads, second.leads, again.leads]).toEqual([true, false, false]);
		// What came first holds.
		expect([...gathering.bodies]).toEqual([
			['a', '1'],
			['b', '2'],
		]);
		gathering.end(false);
		expect(await second.gathering.isTaken).toBe(false);
	});

	it('are led by the one that came last where the first does not succeed', async () => {
		const first = gather('7', 'a', '1', never);
		const [second, third] = [
			await gather('7', 'b', '2', never),
			await gather('7', 'c', '3', never),
		];
		const turns = [second.gathering.follow(), third.gathering.follow()];
		const { gathering } = await first;
		gathering.passOn();
		expect(await turns[1]).toBe('lead');
		gathering.passOn();
		expect(await turns[0]).toBe('lead');
		gathering.passOn();
		expect(await gathering.isTaken).toBe(false);
	});

	it('lead the next where they come later, and another execution’s by themselves', async () => {
		const [one, other] = await Promise.all([
			gather('7', 'a', '1', never),
			gather('8', 'a', '1', never),
		]);
		const later = await gather('7', 'b', '2', never);
		expect([one.leads, other.leads, later.leads]).toEqual([true, true, true]);
		expect([...later.gathering.bodies.keys()]).toEqual(['b']);
	});

	it('wait for no others where none can come', async () => {
		const begun = Date.now();
		await gather('9', 'a', '1', (requests) => requests.has('a'));
		expect(Date.now() - begun).toBeLessThan(300);
	});

	it('wait five seconds at most', async () => {
		const begun = Date.now();
		const first = gather('10', '0', '', never);
		let isOpen = true;
		void first.then(() => (isOpen = false));
		for (let count = 1; isOpen; count++) {
			await pause(200);
			if (isOpen) void gather('10', String(count), '', never);
		}
		expect(Date.now() - begun).toBeLessThan(6500);
	});
});

describe('a packed text', () => {
	it('is the same text again', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.string({ unit: 'grapheme' }),
				fc.integer({ min: 1, max: 2000 }),
				async (text, times) => {
					const long = text.repeat(times);
					expect(await unpack(await pack(long))).toBe(long);
				},
			),
			{ numRuns: 50 },
		);
	});

	it('is short where the text is long', async () => {
		expect((await pack('{"user_id":"g-1"}'.repeat(10_000))).length).toBeLessThan(2000);
	});
});
