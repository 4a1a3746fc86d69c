import { call, get, PATHS, post, start } from './client';

// The tests in test/engine/faults/ show which requests meet with a fault, and what it does.

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
