import type { FaultRule } from '../../../playground/service/mock-service';
import { call, get, PATHS, post, start } from './client';

// What the other actions do to a client, the tests in test/engine/faults/ show.

const LIST = `GET ${PATHS.campaigns}`;
const every = [LIST, LIST, LIST, LIST];
const mixed = ['GET /nowhere', `DELETE ${PATHS.campaigns}`, LIST, LIST];

test.each<[string, Array<Omit<FaultRule, 'action'>>, calls: string[], statuses: number[]]>([
	['one', [{}], every, [500, 200, 200, 200]],
	['several later ones', [{ after: 1, times: 2 }], every, [200, 500, 500, 200]],
	['all', [{ times: Infinity }], every, [500, 500, 500, 500]],
	['those of a method', [{ method: 'get', times: 2 }], mixed, [500, 404, 500, 200]],
	// A pattern with the g flag carries a state along, which must not count.
	['those of a path', [{ path: /campaigns/g, times: 3 }], mixed, [404, 500, 500, 500]],
	[
		'the first rule due, all count',
		[{ after: 1 }, { after: 2 }, { after: 1 }],
		every,
		[200, 500, 501, 502],
	],
])('requests that meet with it: %s', async (_case, rules, calls, statuses) => {
	const service = await start();
	const faults = rules.map((rule, at) =>
		service.faults.add({ ...rule, action: { respond: { status: 500 + at } } }),
	);
	for (const [at, one] of calls.entries()) {
		const [method, path] = one.split(' ') as [string, string];
		expect((await call(service, method, path)).status).toBe(statuses[at]);
	}
	const taken = faults.reduce((sum, fault) => sum + fault.taken, 0);
	expect(taken).toBe(statuses.filter((status) => status >= 500).length);
});

test('a fault can be added, seen and ended over HTTP', async () => {
	const service = await start();
	const rule = { method: 'GET', path: 'camp.*', times: 3, action: { respond: { status: 503 } } };
	expect((await post(service, '/_control/faults', rule)).status).toBe(201);
	expect((await get(service, PATHS.campaigns)).status).toBe(503);
	expect((await get(service, '/_control/faults')).body).toEqual([{ ...rule, seen: 1, taken: 1 }]);
	await call(service, 'DELETE', '/_control/faults');
	expect((await get(service, PATHS.campaigns)).status).toBe(200);
	expect(service.requests.map(({ path }) => path)).toEqual([PATHS.campaigns, PATHS.campaigns]);
});

test.each<[rule: object, error: RegExp | undefined]>([
	[{}, /^action must be one of reset, processThenReset, noAnswer, truncate or an object/],
	[{ action: 'explode' }, /^action must be one of/],
	[{ action: { respond: {} } }, /^action must be one of/],
	[{ action: 'reset', times: 'two' }, /^times must be a number$/],
	[{ action: 'reset', path: '(' }, /^path must be a regular expression$/],
	...['reset', 'processThenReset', 'noAnswer', 'truncate', { delayMs: 1 }, { dripMs: 1 }].map(
		(action): [object, undefined] => [{ action }, undefined],
	),
])('the rule %j over HTTP is understood or refused: %s', async (rule, error) => {
	const service = await start();
	const { status, body } = await post<{ error?: string }>(service, '/_control/faults', rule);
	expect(status).toBe(error ? 400 : 201);
	expect(body.error ?? '').toMatch(error ?? /^$/);
	expect(service.faults.list().map((fault) => fault.rule)).toEqual(error ? [] : [rule]);
});
