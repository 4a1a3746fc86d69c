import type { FaultAction } from '../../../playground/service/mock-service';
import { closedAddress } from '../contracts/probe';
import { everyEndpoint, guests } from '../every-operation/cases';
import { skipPauses } from '../harness';
import { errorsIn, linksOf } from '../node-runner';
import { account, credentialFor } from '../running-service';
import { echo, FaultBench, redacted } from './fault-bench';

/** A fault, and its report. Each status is in test/unit/rules/failures-say-what-to-do.test.ts. */
interface Fault {
	name: string;
	/** The service's reaction to every request; left out, no server listens. */
	action?: FaultAction;
	code: string;
	/** A part of the message. */
	words: string | RegExp;
	httpCode?: string;
	/** Whether the service accepts the request anyway. */
	accepted?: boolean;
	/** Whether the node can't know if it does. */
	unclear?: boolean;
	/** Whether another try may help. */
	mayPass?: boolean;
}

const broken = { code: 'noAnswer', words: '(ECONNRESET)', unclear: true, mayPass: true };
/** To another server, with both secrets in its address. */
const location = `${closedAddress}/${account.masterSecret}/login?token=${account.accountSecret}`;

const faults: Fault[] = [
	{
		name: 'a refused connection',
		code: 'unreachable',
		words: '(ECONNREFUSED)',
		mayPass: true,
	},
	{ name: 'reset before the request is processed', action: 'reset', ...broken },
	{ name: 'processed, then reset', action: 'processThenReset', accepted: true, ...broken },
	{ name: 'reset in the middle of the answer', action: 'truncate', accepted: true, ...broken },
	{
		name: 'a redirect',
		action: { respond: { status: 302, headers: { location } } },
		code: 'redirected',
		words: `${closedAddress}/***/login`,
		httpCode: '302',
		unclear: true,
	},
	{
		name: 'processed, then redirected',
		action: { processThenRespond: { status: 307, headers: { location } } },
		code: 'redirected',
		words: `${closedAddress}/***/login`,
		httpCode: '307',
		accepted: true,
		unclear: true,
	},
	{
		name: 'too busy',
		action: { respond: { status: 429, headers: { 'retry-after': '0' } } },
		code: 'busy',
		words: '(HTTP 429)',
		httpCode: '429',
		mayPass: true,
	},
	{
		name: 'a refusal',
		action: { respond: { status: 400, body: { error: echo } } },
		code: 'invalidRequest',
		words: `(HTTP 400): ${redacted}`,
		httpCode: '400',
	},
	{
		name: 'a request too large',
		action: { respond: { status: 413, body: { error: echo } } },
		code: 'requestTooLarge',
		words: `(HTTP 413): ${redacted}`,
		httpCode: '413',
	},
	...[402, 408, 409, 425, 499].map((status) => ({
		name: `processed, then HTTP ${status}`,
		action: { processThenRespond: { status, body: { error: `accepted, ${echo}` } } },
		code: 'serviceFailed',
		words: `(HTTP ${status}): accepted, ${redacted}`,
		httpCode: `${status}`,
		accepted: true,
		unclear: true,
	})),
	{
		name: 'processed, then failed',
		action: { processThenRespond: { status: 503, body: `down: ${echo}` } },
		code: 'serviceFailed',
		words: `(HTTP 503): down: ${redacted}`,
		httpCode: '503',
		accepted: true,
		unclear: true,
		mayPass: true,
	},
];

/** A success whose body can't be read: the service accepted the request. */
const unread = (name: string, body: unknown, words: Fault['words']): Fault => ({
	name: `a success: ${name}`,
	action: { processThenRespond: { status: 200, body } },
	code: 'unreadableAnswer',
	words,
	accepted: true,
	unclear: true,
});

const unreadable = [
	unread('malformed', `{"results": ${echo}`, redacted),
	unread('an empty object', {}, /it (holds|names) no /),
	unread('another list', { results: [] }, /it (holds|names) no /),
	unread('a list', [{ _id: 'b-1', uuid: 'h-1' }], /it (holds|names) no .+ \(answer: \[/),
	unread('a page', `<title>In ${echo}</title>`, `(answer: <title>In ${redacted}</title>)`),
	unread('an error', { error: echo }, redacted),
];

skipPauses();

describe.each(everyEndpoint)('$name', (endpoint) => {
	const bench = new FaultBench();
	const acceptedCount = ({ accepted }: Fault, count: number) =>
		accepted && endpoint.changes ? count : 0;
	/** A bulk job that isn't there yet is looked for again. */
	const isLookedFor = (fault: string) =>
		fault.endsWith('an empty object') && endpoint.operation.operation === 'waitUntilProcessed';
	const credentialOf = ({ action }: Fault) =>
		credentialFor(action ? bench.node.service.url : closedAddress);

	it.each([...faults, ...unreadable])(
		'$name: is reported, and nothing is duplicated or hidden',
		async (fault) => {
			await expectError(fault);
			await expectErrorItems(fault);
		},
	);

	/** How often each request is sent. */
	const triesOf = ({ mayPass = false, unclear = false }: Fault): number =>
		mayPass && (!unclear || !endpoint.changes) ? 4 : 1;

	/** With Continue off, one guest: the error, the requests, and what the service accepted. */
	async function expectError(fault: Fault): Promise<void> {
		const { name, action, code, words, httpCode, unclear = false } = fault;
		const isOpen = unclear && endpoint.changes;
		const tried = triesOf(fault);
		const items = guests.slice(0, 1);
		const credential = credentialOf(fault);
		const { status, error } = await bench.run(endpoint, action, { items, credential });
		expect(status).toBe('error');
		const context = { itemIndex: 0, outcome: isOpen ? 'unknown' : 'notSent' };
		expect(error).toMatchObject({ name: 'NodeApiError', code, context });
		expect(error!.httpCode ?? undefined).toBe(httpCode);
		expect(error!.message).toMatch(words);
		expect(error!.message).toMatch(/ \[item 0\]$/);
		const { description = '' } = error!;
		expect(description!.includes('It may have been sent.')).toBe(isOpen);
		expect(description!.includes('It was tried 4 times.')).toBe(tried === 4);
		expect(/ is set to “Resend”\.$/.test(description!)).toBe(isOpen);
		if (!isLookedFor(name)) expect(bench.arrived).toBe(action ? tried : 0);
		expect(endpoint.accepted(bench.node.service)).toHaveLength(acceptedCount(fault, 1));
	}

	/** With Continue on, two guests: each becomes an error item linked to its own item. */
	async function expectErrorItems(fault: Fault): Promise<void> {
		const { name, action, code, httpCode } = fault;
		const onError = 'continueErrorOutput';
		const credential = credentialOf(fault);
		const run = await bench.run(endpoint, action, { onError, credential });
		expect(run.status).toBe('success');
		expect(run.output).toEqual([]);
		expect(linksOf(run.errorOutput)).toEqual([[0], [1]]);
		errorsIn(run.errorOutput).forEach((error, item) => {
			expect(error).toMatchObject({ code, ...(httpCode && { httpCode: Number(httpCode) }) });
			expect(error.message).toMatch(fault.words);
			expect(error.message).toMatch(new RegExp(` \\[item ${item}\\]$`));
		});
		const isHalved = httpCode === '413' && endpoint.shares;
		const requests = isHalved ? 3 : endpoint.shares ? 1 : 2;
		if (action && !isLookedFor(name)) expect(bench.arrived).toBe(requests * triesOf(fault));
		expect(endpoint.accepted(bench.node.service)).toHaveLength(acceptedCount(fault, 2));
	}
});
