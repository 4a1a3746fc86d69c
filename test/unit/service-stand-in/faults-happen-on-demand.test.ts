import {
	startServiceStandIn,
	type FaultAction,
	type FaultRule,
	type ServiceStandIn,
} from '../../../playground/service/stand-in';
import { sms } from './bodies';
import { call, eventually, PATHS, type SmsAnswer } from './client';

let service: ServiceStandIn;

beforeAll(async () => {
	service = await startServiceStandIn();
});
beforeEach(() => service.reset());
afterAll(() => service.close());

const send = () => call<SmsAnswer>(service, 'POST', PATHS.sms, sms());
const taken = () => service.state.smsDeliveries.length;

/** The network's code of a call that got no whole answer. */
async function codeOf(failing: Promise<unknown>): Promise<string> {
	const problem = await failing.then(
		() => new Error('the call was answered'),
		(thrown: Error & { cause?: { code?: string } }) => thrown,
	);
	return (problem as { cause?: { code?: string } }).cause?.code ?? problem.message;
}

describe('an answer of its own', () => {
	test('instead of processing', async () => {
		const headers = { 'retry-after': '7' };
		service.faults.add({
			action: { respond: { status: 429, headers, body: { error: 'slow down' } } },
		});
		const answer = await send();
		expect([answer.status, answer.body]).toEqual([429, { error: 'slow down' }]);
		expect(answer.headers.get('retry-after')).toBe('7');
		expect(taken()).toBe(0);
		expect(service.requests[0]).toMatchObject({ status: 429, body: sms() });
	});

	test('after processing', async () => {
		service.faults.add({
			action: { processThenRespond: { status: 502, body: { error: 'x' } } },
		});
		const answer = await send();
		expect([answer.status, answer.body]).toEqual([502, { error: 'x' }]);
		expect(answer.headers.get('x-request-id')).toBe(service.requests[0]!.requestId);
		expect(taken()).toBe(1);
	});

	test.each<[unknown, string, string]>([
		['<h1>Bad gateway</h1>', 'text/plain; charset=utf-8', '<h1>Bad gateway</h1>'],
		[undefined, 'text/plain; charset=utf-8', ''],
		[{ a: 1 }, 'application/json', '{"a":1}'],
		[[{ error: 'x' }], 'application/json', '[{"error":"x"}]'],
	])('body %j is sent as %s', async (body, type, text) => {
		service.faults.add({ action: { respond: { status: 502, body } } });
		const response = await fetch(service.url + PATHS.campaigns);
		expect(response.headers.get('content-type')).toBe(type);
		expect(await response.text()).toBe(text);
	});

	test('its headers win', async () => {
		const headers = { 'Content-Type': 'text/html' };
		service.faults.add({ action: { respond: { status: 503, headers, body: '<p>down</p>' } } });
		const response = await fetch(service.url + PATHS.campaigns);
		expect(response.headers.get('content-type')).toBe('text/html');
	});
});

test.each<[action: FaultAction, code: string, deliveries: number, status: number | null]>([
	['reset', 'ECONNRESET', 0, null],
	['processThenReset', 'ECONNRESET', 1, null],
	['truncate', 'UND_ERR_SOCKET', 1, 200],
])('%s breaks the connection', async (action, code, deliveries, status) => {
	service.faults.add({ action });
	expect(await codeOf(send())).toBe(code);
	expect(taken()).toBe(deliveries);
	expect(service.requests).toHaveLength(1);
	expect(service.requests[0]!.status).toBe(status);
	expect((await send()).status).toBe(200);
});

test('noAnswer neither processes nor answers', async () => {
	service.faults.add({ action: 'noAnswer' });
	const waiting = fetch(service.url + PATHS.campaigns, { signal: AbortSignal.timeout(120) });
	await expect(waiting).rejects.toThrow('timeout');
	expect(service.requests[0]!.status).toBeNull();
});

test('delayMs processes at once and answers late', async () => {
	service.faults.add({ action: { delayMs: 250 } });
	const start = Date.now();
	let isAnswered = false;
	const answering = send().finally(() => (isAnswered = true));
	await eventually(() => taken() === 1);
	expect(isAnswered).toBe(false);
	const answer = await answering;
	expect(answer.status).toBe(200);
	expect(answer.body.deliveries).toHaveLength(1);
	expect(Date.now() - start).toBeGreaterThanOrEqual(245);
});

test('dripMs sends the body in pieces', async () => {
	service.faults.add({ action: { dripMs: 15 } });
	const start = Date.now();
	const response = await fetch(service.url + PATHS.campaigns, {
		headers: { authorization: 'Token token=demo-account-secret' },
	});
	const headersAfter = Date.now() - start;
	const { campaigns } = (await response.json()) as { campaigns: unknown[] };
	expect(campaigns).toHaveLength(7);
	expect(Date.now() - start - headersAfter).toBeGreaterThanOrEqual(80);
});

describe('which requests meet with it', () => {
	const failing = (rule: Omit<FaultRule, 'action'>) =>
		service.faults.add({ ...rule, action: { respond: { status: 500 } } });
	const statusesOf = async (...calls: Array<[method: string, path: string]>) => {
		const statuses: number[] = [];
		for (const [method, path] of calls) {
			const headers = { authorization: 'Token token=demo-account-secret' };
			statuses.push((await fetch(service.url + path, { method, headers })).status);
		}
		return statuses;
	};
	const LIST: [string, string] = ['GET', PATHS.campaigns];

	test.each<[string, Omit<FaultRule, 'action'>, number[]]>([
		['one', {}, [500, 200, 200, 200]],
		['several', { times: 2 }, [500, 500, 200, 200]],
		['all', { times: Infinity }, [500, 500, 500, 500]],
		['later ones', { after: 2 }, [200, 200, 500, 200]],
		['several later ones', { after: 1, times: 2 }, [200, 500, 500, 200]],
	])('%s', async (_case, rule, expected) => {
		const fault = failing(rule);
		expect(await statusesOf(LIST, LIST, LIST, LIST)).toEqual(expected);
		expect(fault).toMatchObject({ seen: 4, taken: expected.filter((s) => s === 500).length });
	});

	test('those of a method and a path', async () => {
		failing({ method: 'get', path: /campaigns/g, times: 2 });
		const calls: Array<[string, string]> = [
			['GET', '/nowhere'],
			['DELETE', PATHS.campaigns],
			LIST,
			LIST,
		];
		expect(await statusesOf(...calls)).toEqual([404, 404, 500, 500]);
	});

	test('each rule counts every request, the first that is due takes it', async () => {
		service.faults.add({ after: 1, action: { respond: { status: 501 } } });
		service.faults.add({ after: 2, action: { respond: { status: 502 } } });
		service.faults.add({ after: 1, action: { respond: { status: 503 } } });
		expect(await statusesOf(LIST, LIST, LIST, LIST)).toEqual([200, 501, 502, 503]);
	});

	test('none after clear', async () => {
		failing({ times: 5 });
		service.faults.clear();
		expect(await statusesOf(LIST)).toEqual([200]);
		expect(service.faults.list()).toEqual([]);
	});
});

describe('over HTTP', () => {
	test('a fault can be added, seen and ended', async () => {
		const rule = {
			method: 'GET',
			path: 'camp.*',
			times: 3,
			action: { respond: { status: 503 } },
		};
		const added = await call(service, 'POST', '/_control/faults', rule);
		expect(added.status).toBe(201);
		expect((await fetch(service.url + PATHS.campaigns)).status).toBe(503);
		const listed = await call(service, 'GET', '/_control/faults');
		expect(listed.body).toEqual([{ ...rule, seen: 1, taken: 1 }]);
		await call(service, 'DELETE', '/_control/faults');
		expect((await call(service, 'GET', PATHS.campaigns)).status).toBe(200);
		expect(service.requests.map(({ path }) => path)).toEqual([
			PATHS.campaigns,
			PATHS.campaigns,
		]);
	});

	test.each<[unknown, RegExp]>([
		[{}, /^action must be one of reset, processThenReset, noAnswer, truncate or an object/],
		[{ action: 'explode' }, /^action must be one of/],
		[{ action: { respond: {} } }, /^action must be one of/],
		[{ action: 'reset', times: 'two' }, /^times must be a number$/],
		[{ action: 'reset', path: '(' }, /^path must be a regular expression$/],
	])('%j is refused', async (rule, error) => {
		const answer = await call<{ error: string }>(service, 'POST', '/_control/faults', rule);
		expect(answer.status).toBe(400);
		expect(answer.body.error).toMatch(error);
		expect(service.faults.list()).toEqual([]);
	});

	test.each(['reset', 'processThenReset', 'noAnswer', 'truncate', { delayMs: 1 }, { dripMs: 1 }])(
		'action %j is understood',
		async (action) => {
			await call(service, 'POST', '/_control/faults', { action });
			expect(service.faults.list()[0]!.rule).toEqual({ action });
		},
	);
});
