import { ClientRequest } from 'node:http';
import { WorkflowExecute } from 'n8n-core';
import pWaitFor from 'p-wait-for';
import type { FaultAction } from '../../../playground/service/mock-service';
import { closedAddress } from '../contracts/probe';
import { everyEndpoint, guests } from '../every-operation/cases';
import { skipPauses } from '../harness';
import { errorsIn, linksOf, account, credentialFor } from '../node-runner';
import { echo, FaultBench, redacted } from './fault-bench';

/** A fault, and its report. Each status is in test/unit/rules/failures-say-what-to-do.test.ts. */
type Fault = [
	name: string,
	/** The service's reaction to every request; undefined if no server listens. */
	action: FaultAction | undefined,
	/** Of a request that changes something. */
	outcome: 'notSent' | 'unknown',
	/** If it may pass, what surely has no effect is tried four times. */
	tries: 1 | 4,
	code: string,
	/** A part of the message. */
	words: string | RegExp,
];

const respond = (status: number, more: object = { body: { error: echo } }): FaultAction => ({
	respond: { status, ...more },
});
const processed = (status: number, more: object = { body: { error: echo } }): FaultAction => ({
	processThenRespond: { status, ...more },
});
/** To another server, with both secrets in its address. */
const location = `${closedAddress}/${account.masterSecret}/login?token=${account.accountSecret}`;
const redirect = { headers: { location } };
const elsewhere = `${closedAddress}/***/login`;
const busy = respond(429, { headers: { 'retry-after': '0' } });
const tooLarge = respond(413);

const broken = ['unknown', 4, 'noAnswer', '(ECONNRESET)'] as const;
/** A success whose body can't be read: the service accepted the request. */
const unread = (name: string, body: unknown, words: Fault[5]): Fault => {
	const action = processed(200, { body });
	return [`a success: ${name}`, action, 'unknown', 1, 'unreadableAnswer', words];
};
const lacks = /it (holds|names) no /;
const emptyObject = unread('an empty object', {}, lacks);

const faults: Fault[] = [
	['a refused connection', undefined, 'notSent', 4, 'unreachable', '(ECONNREFUSED)'],
	['reset before the request is processed', 'reset', ...broken],
	['processed, then reset', 'processThenReset', ...broken],
	['reset in the middle of the answer', 'truncate', ...broken],
	['a redirect', respond(302, redirect), 'unknown', 1, 'redirected', elsewhere],
	['processed, then redirected', processed(307, redirect), 'unknown', 1, 'redirected', elsewhere],
	['too busy', busy, 'notSent', 4, 'busy', '(HTTP 429)'],
	['a refusal', respond(400), 'notSent', 1, 'invalidRequest', `(HTTP 400): ${redacted}`],
	['too large', tooLarge, 'notSent', 1, 'requestTooLarge', `(HTTP 413): ${redacted}`],
	...[402, 408, 409, 425, 499].map((status): Fault => {
		const words = `(HTTP ${status}): ${redacted}`;
		return [`processed, ${status}`, processed(status), 'unknown', 1, 'serviceFailed', words];
	}),
	['processed, 503', processed(503), 'unknown', 4, 'serviceFailed', `(HTTP 503): ${redacted}`],
	unread('malformed', `{"results": ${echo}`, redacted),
	emptyObject,
	unread('a list', [{ _id: 'b-1', uuid: 'h-1' }], /it (holds|names) no .+ \(answer: \[/),
	unread('a page', `<title>In ${echo}</title>`, `(answer: <title>In ${redacted}</title>)`),
	unread('an error', { error: echo }, redacted),
];

skipPauses();

describe.each(everyEndpoint)('$name', (endpoint) => {
	const bench = new FaultBench();
	const { changes, shares } = endpoint;
	const oneGuest = guests.slice(0, 1);

	it.each(faults)('%s: is reported, and nothing is duplicated or hidden', async (...fault) => {
		const [, action, outcome, mostTries, code, words] = fault;
		const played = JSON.stringify(action ?? '');
		/** Of an answer that isn't a success. */
		const [, status] = /"status":([345]\d\d)/.exec(played) ?? [];
		const isOpen = outcome === 'unknown' && changes;
		const tries = isOpen ? 1 : mostTries;
		const isAccepted = /processThen|truncate/.test(played) && changes;
		// A bulk job that isn't there yet is looked for again.
		const isLookedFor =
			fault === emptyObject && endpoint.operation.choice.name === 'waitUntilProcessed';
		const credential = credentialFor(action ? bench.service.url : closedAddress);
		const expectSent = (requests: number, accepted: number) => {
			if (!isLookedFor) expect(bench.sent.length).toBe(action ? requests * tries : 0);
			expect(endpoint.accepted(bench.service)).toHaveLength(isAccepted ? accepted : 0);
		};

		const stopped = await bench.runWith(action, endpoint, { items: oneGuest, credential });
		expect(stopped.status).toBe('error');
		const context = { itemIndex: 0, outcome: isOpen ? 'unknown' : 'notSent' };
		expect(stopped.error).toMatchObject({ name: 'NodeApiError', code, context });
		const { message, description = '', httpCode } = stopped.error!;
		expect(httpCode ?? undefined).toBe(status);
		expect(message).toMatch(words);
		expect(message).toMatch(/ \[item 0\]$/);
		expect(description!.includes('It may have been sent.')).toBe(isOpen);
		expect(description!.includes('It was tried 4 times.')).toBe(tries === 4);
		expect(/ is set to “Resend”\.$/.test(description!)).toBe(isOpen);
		expectSent(1, 1);

		// With Continue on, each guest becomes an error item linked to its own item.
		const onError = 'continueErrorOutput';
		const run = await bench.runWith(action, endpoint, { onError, credential });
		expect([run.status, run.output]).toEqual(['success', []]);
		expect(linksOf(run.errorOutput)).toEqual([[0], [1]]);
		errorsIn(run.errorOutput).forEach((error, item) => {
			expect(error).toMatchObject({ code, ...(status && { httpCode: Number(status) }) });
			expect(error.message).toMatch(words);
			expect(error.message).toMatch(new RegExp(` \\[item ${item}\\]$`));
		});
		const isHalved = action === tooLarge && shares;
		expectSent(isHalved ? 3 : shares ? 1 : 2, 2);
	});

	it('no answer: ends after two minutes, and shows whether it may have been accepted', async () => {
		const timeLimit = 120_000;
		const asked: number[] = [];
		const setTimeout = ClientRequest.prototype.setTimeout;
		const spy = jest.spyOn(ClientRequest.prototype, 'setTimeout');
		spy.mockImplementation(function (this: ClientRequest, time, callback) {
			asked.push(time);
			return setTimeout.call(this, time === timeLimit ? 150 : time, callback);
		});
		const { error } = await bench.runWith('noAnswer', endpoint, { items: oneGuest });
		spy.mockRestore();
		const tried = changes ? 1 : 4;
		expect(asked.filter((time) => time === timeLimit)).toHaveLength(tried);
		expect(error?.message).toMatch(
			/^The server 127\.0\.0\.1:\d+ sent no complete answer within 2 minutes \(ECONNABORTED\) \[item 0\]$/,
		);
		expect(error!.description!.includes('It was tried 4 times.')).toBe(!changes);
		expect(error!.description!.includes('It may have been sent.')).toBe(changes);
		expect(bench.sent.length).toBe(tried);
	});

	it('no answer: ends immediately when the execution is canceled, and nothing is resent', async () => {
		const process = WorkflowExecute.prototype.processRunExecutionData;
		const spy = jest.spyOn(WorkflowExecute.prototype, 'processRunExecutionData');
		spy.mockImplementation(function (this: WorkflowExecute, workflow) {
			const running = process.call(this, workflow);
			const isSent = pWaitFor(() => bench.sent.length > 0, { interval: 5 });
			void isSent.then(() => running.cancel());
			return running;
		});
		const { status, error } = await bench.runWith('noAnswer', endpoint, { items: oneGuest });
		spy.mockRestore();
		expect([status, bench.sent.length]).toEqual(['canceled', 1]);
		expect(error).toMatchObject({ code: 'canceled' });
		expect(error!.description!.includes('It may have been sent.')).toBe(changes);
	});
});
