import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { dispatch } from '../../../nodes/CrmMessaging/engine/dispatch';
import { Hints } from '../../../nodes/CrmMessaging/engine/hints';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { recipientNamed } from '../../../nodes/CrmMessaging/engine/recipient';
import { batchesOf, type Batch } from '../../../nodes/CrmMessaging/engine/row';
import { runs } from '../../property-runs';
import { clientOf, forAll, rowOf } from './rule';

/** Calls with a row for each name, which is also the row's recipient. */
const calls = (...names: string[][]): Batch[] =>
	names.flatMap((own, item) => {
		const rows = own.map((name, position) =>
			rowOf(item, { name, item }, { position, recipient: recipientNamed({ name }) }),
		);
		return batchesOf(rows, own.length);
	});

/** Sends calls to a service that accepts at most some rows in a request. Returns what it got and accepted. */
async function sendingOf(requests: readonly Batch[], most: number, atOnce: number) {
	const log: string[] = [];
	const accepted: Array<{ name: string; item: number }> = [];
	const client = clientOf(async (body) => {
		const { contacts } = JSON.parse(body.toString()) as { contacts: typeof accepted };
		for (const { name } of contacts) log.push(`+${name}`);
		// The more it holds, the later it is answered.
		for (let left = contacts.length; left > 0; left--) await setImmediate();
		for (const { name } of contacts) log.push(`-${name}`);
		if (contacts.length > most) return { status: 413 };
		accepted.push(...contacts);
		return { status: 200, text: '{ "_id": "job" }' };
	}, atOnce);
	const results: Operation['results'] = (_, batch) => ({
		outcomes: batch.map(() => ({ is: 'accepted', results: [] })),
	});
	const parameters = { of: () => ({}), hints: new Hints() };
	const operation = { ...contactUpsert, results };
	await dispatch(requests, { operation, client, parameters, continues: true } as never);
	return { log, accepted };
}

it('a request that is too large for the service keeps the order for each recipient, and sends every contact once', async () => {
	const names = fc.uniqueArray(fc.constantFrom(...'uvwxyz'), { minLength: 1 });
	const lists = fc.array(names, { maxLength: 6 });
	const few = fc.integer({ min: 1, max: 4 });
	const property = fc.asyncProperty(lists, few, few, async (list, most, atOnce) => {
		const sent = await sendingOf(calls(...list), most, atOnce);
		expect(sent.accepted).toHaveLength(list.flat().length);
		for (const name of new Set(list.flat())) {
			const own = sent.accepted.filter((one) => one.name === name);
			const places = [...list.keys()].filter((index) => list[index]!.includes(name));
			expect(own.map(({ item }) => item)).toEqual(places);
			// No two requests with one name were in progress together.
			const log = sent.log.filter((line) => line.endsWith(name));
			const inTurn = log.map((_, index) => `${index % 2 ? '-' : '+'}${name}`);
			expect(log).toEqual(inTurn);
		}
	});
	await fc.assert(property, { numRuns: runs(300) });
});

it('rows with equal envelopes share a request, unless one would overtake its recipient’s', () => {
	const rowsOf = (list: string[]) =>
		list.map(([origin = '', name], item) =>
			rowOf(item, {}, { envelope: { origin }, recipient: recipientNamed({ name }) }),
		);
	const itemsOf = (list: string[]) =>
		batchesOf(rowsOf(list), 9).map((batch) => batch.map(({ items: [item] }) => item));
	expect(itemsOf(['xu', 'yv', 'xw', 'yu', 'xu', 'yv', 'xw']).join(' | ')).toBe(
		'0,2 | 1,3,5 | 4,6',
	);
	forAll(fc.array(fc.constantFrom('xu', 'xv', 'yu', 'yv', 'zu')), (list) => {
		const items = itemsOf(list).flat() as number[];
		expect([...items].sort((one, other) => one - other)).toEqual([...list.keys()]);
		for (const name of 'uv') {
			const own = items.filter((item) => list[item]!.endsWith(name));
			expect(own).toEqual([...own].sort((one, other) => one - other));
		}
	});
});
