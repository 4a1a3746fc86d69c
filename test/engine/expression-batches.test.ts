import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { Expression, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { ExpressionBatches } from '../../nodes/CrmMessaging/engine/read/expressions/expressionBatches';
import { ExpressionCheck } from '../../nodes/CrmMessaging/engine/read/expressions/expressionCheck';
import {
	readerOf,
	type Checks,
} from '../../nodes/CrmMessaging/engine/read/expressions/parameterReader';
import type { FormPlace } from '../../nodes/CrmMessaging/engine/read/formPlace';
import { propertyOf } from '../../nodes/CrmMessaging/fields/control';
import { messageHolder } from '../../nodes/CrmMessaging/service/fields/message';
import { runs, seed } from '../property-runs';
import { evaluatedTogether } from '../expressions-of-users';
import { Prober } from './contracts/probe';
import { chosenEngine } from './harness';
import { randomExpression, randomItem } from './random-expressions';

interface Compared {
	raw: string;
	/** How many times n8n evaluated the expression for one item. */
	byItem: number;
	different: IDataObject[];
	/** Keys that remain in the node's context. */
	left: string[];
}

/** Values that were read differently, with the expression. */
function differencesIn(read: Compared[]): IDataObject[] {
	return read.flatMap(({ raw, different }) => different.map((one) => ({ raw, ...one })));
}

/** Items that a booking system could have sent; not all have the same fields. */
const guests: IDataObject[] = Array.from({ length: 8 }, (_, index) => ({
	name: `ana maría ${index}`,
	room: 100 + index,
	price: 80.456 + index,
	paid: index % 2 === 0,
	phone: `600 100-00${index}`,
	email: `ana${index}@hotel.example`,
	'first name': 'ana',
	checkIn: `2026-05-0${index + 1}`,
	gender: 'mf'[index % 2],
	language: ['de', 'fr'][index % 2],
	tags: ['vip', ' spa ', 'spa'].slice(index % 3),
	guest: { email: `G${index}@HOTEL.example` },
	guests: [{ name: 'Ana' }, { name: `Bo ${index}` }],
	...(index % 2 ? { nickname: 'Nana', address: { city: 'Sevilla' } } : {}),
}));

const itemsPerBatch = 20;
const expressionsPerBatch = 25;

/** The value of a reading, or its error as n8n shows it. */
interface Outcome {
	value?: unknown;
	error?: object;
}

function outcomeOf(read: () => unknown): Outcome {
	try {
		return { value: read() };
	} catch (thrown) {
		const { name, message, description, context } = thrown as Record<string, unknown>;
		return { error: { name, message, description, context } };
	}
}

/** No two functions and no two invalid dates of luxon are equal, so they're compared as texts. */
function comparable(value: unknown): unknown {
	if (typeof value === 'function') return Function.prototype.toString.call(value);
	if (DateTime.isDateTime(value)) {
		const { zoneName, locale, invalidReason } = value;
		return invalidReason ?? `${value.toMillis()} ${zoneName} ${locale}`;
	}
	return Array.isArray(value) ? value.map(comparable) : value;
}

function isSame(own: Outcome, n8n: Outcome): boolean {
	const [ownValue, n8nValue] = [own.value, n8n.value].map(comparable);
	const isDate = DateTime.isDateTime(own.value) === DateTime.isDateTime(n8n.value);
	return isDate && isDeepStrictEqual({ ...own, value: ownValue }, { ...n8n, value: n8nValue });
}

/** Never has an answer, so n8n reads each part of each expression. */
class NoBatches extends ExpressionBatches {
	override at(): undefined {
		return undefined;
	}
}

/** The judgement of a recipient's text: the error of each item, and the gaps. */
function judgementOf(
	context: IExecuteFunctions,
	batches: ExpressionBatches,
	raw: string,
	address: string,
): unknown[] {
	const items = context.getInputData();
	const checks: ExpressionCheck[] = [];
	const control = propertyOf(messageHolder);
	const place: FormPlace = { control, where: ['Message'], at: () => place };
	const makeCheck: Checks = {
		at: () => makeCheck,
		of(codes, isSole) {
			const check = new ExpressionCheck(place, codes, isSole, items);
			checks.push(check);
			return check;
		},
	};
	const reader = readerOf(context, batches, raw, address, makeCheck);
	if (typeof reader !== 'function') return [];
	// The reason may differ: an object that the engine can't return is an object in a batch.
	const errors = items.map(({ json }, item) => {
		const { error } = outcomeOf(() => reader(item, json)) as { error?: { message: string } };
		return error?.message.split(' }} ')[0];
	});
	const gaps = checks.flatMap(({ parts }) =>
		parts.map(({ seen, undefinedItems, emptyItems }) => ({ seen, undefinedItems, emptyItems })),
	);
	return [...errors, ...gaps];
}

/** Reads every expression for every item in both ways: the package's and n8n's own. */
function comparedBy(context: IExecuteFunctions): Compared[] {
	const { value: top, inner } = context.getNode().parameters as {
		value: string;
		inner: Array<{ value: string }>;
	};
	const readByN8n = jest.spyOn(context, 'getNodeParameter');
	const items = context.getInputData();
	const batches = new ExpressionBatches(context, items);
	const parameters = [
		{ raw: top, address: 'value' },
		...inner.map(({ value }, at) => ({ raw: value, address: `inner[${at}].value` })),
	].map(({ raw, address }) => {
		const reader = readerOf(context, batches, raw, address);
		return { raw, address, read: typeof reader === 'function' ? reader : () => reader.value };
	});
	const owns = items.map(({ json }, item) =>
		parameters.map(({ read }) => outcomeOf(() => read(item, json))),
	);
	const left = Object.keys(context.getContext('node'));
	const addressesRead = readByN8n.mock.calls.map(([address]) => address);
	return parameters.map(({ raw, address }, place) => {
		const different: IDataObject[] = items.flatMap(({ json }, item) => {
			const own = owns[item]![place]!;
			const n8n = outcomeOf(() => context.getNodeParameter(address, item));
			if (address !== 'value' && DateTime.isDateTime(n8n.value)) {
				n8n.value = n8n.value.toString();
			}
			const shown = [json, own, n8n].map((one) => inspect(one, { depth: 5 }));
			return isSame(own, n8n) ? [] : [{ item, shown }];
		});
		const byItem = addressesRead.filter((one) => one === address).length;
		const together = judgementOf(context, batches, raw, address);
		const alone = judgementOf(context, new NoBatches(context, items), raw, address);
		together.forEach((judged, at) => {
			if (!isDeepStrictEqual(judged, alone[at])) {
				different.push({
					judged: inspect([items[at]?.json, judged, alone[at]], { depth: 5 }),
				});
			}
		});
		return { raw, byItem, different, left };
	});
}

/** The engine of this n8n, and the one that every n8n has. */
const engines = [...new Set([chosenEngine, 'legacy' as const])];

describe.each(engines)('expressions for many items, in the %s engine', (kind) => {
	const prober = new Prober();
	beforeAll(() => Expression.setExpressionEngine(kind));
	afterAll(() => Expression.setExpressionEngine(chosenEngine));

	async function compare(raws: string[], items: IDataObject[]): Promise<Compared[]> {
		const [value = '', ...inner] = raws;
		let compared: Compared[] = [];
		const { error } = await prober.run(
			async (context) => {
				compared = comparedBy(context);
				return [];
			},
			{ parameters: { value, inner: inner.map((one) => ({ value: one })) } },
			{ items: items.map((json) => ({ json })) },
		);
		expect(error).toBeUndefined();
		return compared;
	}

	it('return the same values as n8n for each item, and are judged the same', async () => {
		const batches = fc.sample(
			fc.record({
				raws: fc.array(randomExpression, {
					minLength: expressionsPerBatch,
					maxLength: expressionsPerBatch,
				}),
				items: fc.array(randomItem, { minLength: itemsPerBatch, maxLength: itemsPerBatch }),
			}),
			{ numRuns: runs(2), seed },
		);
		const batchesRead: Compared[] = [];
		for (const { raws, items } of batches) {
			const compared = await compare(raws, items);
			batchesRead.push(...compared);
			expect(differencesIn(compared)).toEqual([]);
			expect(compared.flatMap(({ left }) => left)).toEqual([]);
		}
		// Otherwise n8n was compared with itself.
		const together = batchesRead.filter(({ byItem }) => byItem < itemsPerBatch / 2);
		expect(together.length).toBeGreaterThan(batchesRead.length / 10);
	}, 600_000);

	it('are evaluated in batches if users write them', async () => {
		const read = await compare([...evaluatedTogether], guests);
		expect(differencesIn(read)).toEqual([]);
		// A busy machine may need several batches; n8n reads one item of each.
		const byItem = read.filter(({ byItem: times }) => times > guests.length / 2);
		expect(byItem.map(({ raw }) => raw)).toEqual([]);
	});
});
