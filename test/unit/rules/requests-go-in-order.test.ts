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

type Status = (names: readonly string[]) => number | undefined;

/** Calls with a row for each name, which is also the row's recipient. */
const calls = (...names: string[][]): Batch[] =>
	names.map((own, item) => ({
		envelope: {},
		rows: own.map((name, position) =>
			rowOf(item, { name, item }, { position, recipient: recipientNamed({ name }) }),
		),
	}));

/** Sends calls to a service. Returns which requests it got and which ended, each as its names. */
async function sendingOf(
	requests: readonly Batch[],
	statusOf: Status,
	continues: boolean,
	atOnce: number,
) {
	const got: string[][] = [];
	const log: string[] = [];
	const accepted: Array<{ name: string; item: number }> = [];
	const client = clientOf(async (body) => {
		const { contacts } = JSON.parse(body.toString()) as { contacts: typeof accepted };
		const names = contacts.map(({ name }) => name);
		got.push(names);
		for (const name of names) log.push(`+${name}`);
		// The more it holds, the later it is answered.
		for (let left = names.length; left > 0; left--) await setImmediate();
		for (const name of names) log.push(`-${name}`);
		const status = statusOf(names);
		if (status) return { status };
		accepted.push(...contacts);
		return { status: 200, text: '{ "_id": "job" }' };
	}, atOnce);
	const results: Operation['results'] = (_, { rows }) => ({
		outcomes: rows.map(() => ({ is: 'accepted', results: [] })),
	});
	const parameters = { of: () => ({}), hints: new Hints() };
	const operation = { ...contactUpsert, results };
	await dispatch(requests, { operation, client, parameters, continues } as never);
	return { got, log, accepted };
}

describe('a request that is too large for the service', () => {
	it('sends no more parts once one of its halves has stopped the run', async () => {
		const refused: Status = ({ length }) => (length > 1 ? 413 : 400);
		const requests = calls(['a', 'b']);
		const { got } = await sendingOf(requests, refused, false, 1);
		expect(got).toEqual([['a', 'b'], ['a']]);
		const statuses = requests.flatMap(({ rows }) => rows).map(({ outcome }) => outcome.is);
		expect(new Set(statuses)).toEqual(new Set(['notSent']));
	});

	it('keeps the order for each recipient, and sends every contact once', async () => {
		const names = fc.uniqueArray(fc.constantFrom(...'uvwxyz'), { minLength: 1 });
		const lists = fc.array(names, { maxLength: 6 });
		const few = fc.integer({ min: 1, max: 4 });
		const property = fc.asyncProperty(lists, few, few, async (list, most, atOnce) => {
			const tooLarge: Status = ({ length }) => (length > most ? 413 : undefined);
			const sent = await sendingOf(calls(...list), tooLarge, true, atOnce);
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
});

it('rows with equal envelopes share a request, unless one would overtake its recipient’s', () => {
	const rowsOf = (list: string[]) =>
		list.map(([origin = '', name], item) =>
			rowOf(item, {}, { envelope: { origin }, recipient: recipientNamed({ name }) }),
		);
	const itemsOf = (list: string[]) =>
		batchesOf(rowsOf(list), 9).map(({ rows }) => rows.map(({ items: [item] }) => item));
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
