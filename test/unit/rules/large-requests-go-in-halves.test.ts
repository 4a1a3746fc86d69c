import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import type { ServiceRequest } from '../../../nodes/CrmMessaging/service/endpoints';
import { UnwantedError } from '../../../nodes/CrmMessaging/service/client';
import { dispatch, type Dispatcher } from '../../../nodes/CrmMessaging/engine/dispatch';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { recipientNamed, RepeatedRecipients } from '../../../nodes/CrmMessaging/engine/recipient';
import { Call, type Row } from '../../../nodes/CrmMessaging/engine/row';
import { ServiceError } from '../../../nodes/CrmMessaging/service/failure';
import { runs } from '../../property-runs';
import { rowOf } from './rows';

type Status = (names: readonly string[]) => number | undefined;

const calls = (...names: string[][]): Call[] =>
	names.map(
		(own, item) =>
			new Call(
				{},
				own.map((name, position) =>
					rowOf(item, { name }, { position, recipient: recipientNamed({ name }) }),
				),
			),
	);
const namesOf = (rows: readonly Row[]) => rows.map(({ body }) => body.name as string);

/** Sends calls to a service, and says which requests it got and which ended, each as its names. */
async function sendingOf(given: readonly Call[], statusOf: Status, continues = true, atOnce = 2) {
	const got: string[][] = [];
	const log: string[] = [];
	const accepted: Row[] = [];
	const operation: Operation = {
		...contactUpsert,
		request: () => ({ endpoint: contactUpsert.endpoint }),
		async fetchAnswer({ send }, { rows }) {
			await send({ endpoint: contactUpsert.endpoint });
			const names = namesOf(rows);
			got.push(names);
			for (const name of names) log.push(`+${name}`);
			// The more it holds, the later it is answered.
			for (let left = names.length; left > 0; left--) await setImmediate();
			for (const name of names) log.push(`-${name}`);
			const status = statusOf(names);
			if (status)
				throw new ServiceError({ kind: 'refused', message: '', advice: '', status });
			accepted.push(...rows);
		},
		settle: (_, { rows }) => rows.forEach((row) => row.give(row.body)),
	};
	const repeated = new RepeatedRecipients();
	for (const { rows } of given) for (const { recipient } of rows) repeated.note(recipient);
	const client = {
		atOnce,
		async send(_: ServiceRequest, isWanted = () => true) {
			await Promise.resolve();
			if (!isWanted()) throw new UnwantedError();
		},
		errorIn: () => '',
	};
	const dispatcher = { operation, client, parameters: {}, continues, repeated };
	const ended = await dispatch(given, dispatcher as unknown as Dispatcher);
	return { got, log, accepted, ended: ended.map(({ rows }) => namesOf(rows)) };
}

const tooLarge =
	(most: number): Status =>
	({ length }) =>
		length > most ? 413 : undefined;

describe('a request that is too large for the service', () => {
	it('goes in halves, in order, until they are small enough', async () => {
		const names = [...'abcde'];
		const [call] = calls(names) as [Call];
		const { got, ended } = await sendingOf([call], tooLarge(2));
		expect(got.map((one) => one.join(''))).toEqual(['abcde', 'abc', 'ab', 'c', 'de']);
		expect(ended.map((one) => one.join(''))).toEqual(['ab', 'c', 'de']);
		expect(call.rows.every(({ status }) => status === 'accepted')).toBe(true);
	});

	it('fails with one contact, and the others are sent', async () => {
		const [call] = calls(['a', 'b']) as [Call];
		await sendingOf([call], (names) => (names.includes('a') ? 413 : undefined));
		expect(call.rows.map(({ status }) => status)).toEqual(['notSent', 'accepted']);
	});

	it('is not sent any further once the run was stopped by one of its halves', async () => {
		const given = calls(['a', 'b'], ['c']);
		const { got } = await sendingOf(given, ({ length }) => (length > 1 ? 413 : 400), false, 1);
		expect(got).toEqual([['a', 'b'], ['a']]);
		const statuses = given.flatMap(({ rows }) => rows).map(({ status }) => status);
		expect(statuses).toEqual(['notSent', 'notSent', 'notSent']);
	});

	it('is not sent any further once the run was stopped by another request', async () => {
		const { got } = await sendingOf(
			calls(['a', 'b'], ['c']),
			({ length }) => (length > 1 ? 413 : 400),
			false,
		);
		expect(got).toEqual([['a', 'b'], ['c']]);
	});

	it('keeps the order of each recipient, and every contact is sent once', async () => {
		const names = fc.uniqueArray(fc.constantFrom(...'uvwxyz'), { minLength: 1 });
		await fc.assert(
			fc.asyncProperty(
				fc.array(names, { maxLength: 6 }),
				fc.integer({ min: 1, max: 4 }),
				fc.integer({ min: 1, max: 4 }),
				async (list, most, atOnce) => {
					const given = calls(...list);
					const sent = await sendingOf(given, tooLarge(most), true, atOnce);
					expect(sent.ended.flat()).toEqual(list.flat());
					for (const name of new Set(list.flat())) {
						const own = sent.accepted.filter((row) => row.body.name === name);
						const items = own.map(({ item }) => item);
						expect(items).toEqual(
							[...list.keys()].filter((at) => list[at]!.includes(name)),
						);
						// No two requests with one name were in progress together.
						const log = sent.log.filter((line) => line.endsWith(name));
						expect(log.every((line, at) => line.startsWith(at % 2 ? '-' : '+'))).toBe(
							true,
						);
					}
				},
			),
			{ numRuns: runs(300) },
		);
	});
});
