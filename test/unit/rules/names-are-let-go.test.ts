import fc from 'fast-check';
import { Precedence } from '../../../nodes/CrmMessaging/run/precedence';
import type { Recipient } from '../../../nodes/CrmMessaging/run/recipient';
import { forMany } from './rule';

/** Something that comes in order: whom it reaches, and which of those before it are done by then. */
const steps = fc.array(
	fc.record({
		names: fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 3 }),
		done: fc.array(fc.nat(40), { maxLength: 6 }),
	}),
	{ maxLength: 40 },
);

const recipientOf = (names: readonly number[]): Recipient[] =>
	names.map((name) => [[name % 2 ? 'email' : 'phone', `${name}`]]);

describe('what comes in order', () => {
	it('waits for the last with each of its names, whatever names were let go', () => {
		forMany(2000, steps, fc.integer({ min: 1, max: 8 }), (given, enough) => {
			const done = new Set<number>();
			const precedence = new Precedence<number>((one) => done.has(one), enough);
			const last = new Map<number, number>();
			given.forEach(({ names, done: nowDone }, at) => {
				for (const one of nowDone) if (one < at) done.add(one);
				const expected = names.flatMap((name) => last.get(name) ?? []);
				const found = [...precedence.put(at, recipientOf(names))];
				const open = (all: number[]): number[] =>
					[...new Set(all)]
						.filter((one) => !done.has(one))
						.sort((one, other) => one - other);
				expect(open(found)).toEqual(open(expected));
				for (const name of names) last.set(name, at);
			});
		});
	});

	it('keeps few names where those before it are done, and all where they are not', () => {
		const kept = (isDone: boolean): number => {
			const precedence = new Precedence<number>(() => isDone, 10);
			for (let at = 0; at < 1000; at++) precedence.put(at, recipientOf([at]));
			return precedence.size;
		};
		expect(kept(true)).toBeLessThanOrEqual(20);
		expect(kept(false)).toBe(1000);
	});
});
