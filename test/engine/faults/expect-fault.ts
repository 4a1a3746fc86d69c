import { requestAdvice } from '../../../nodes/CrmMessaging/catalogue/requests';
import { closing } from '../../../nodes/CrmMessaging/catalogue/runs';
import { errorsIn, linksOf } from '../node-runner';
import { anyMiss } from '../every-operation/endpoint-facts';
import { everyEndpoint, guests, type EndpointCase } from '../every-operation/endpoint-cases';
import { arrivalsOf, type Fault } from './fault';
import { FaultBench, tellsWayOut, toldBy } from './fault-bench';

/** Declares the tests of these faults at every endpoint, unless told at which. */
export function describeFaults(faults: Fault[], endpoints = everyEndpoint): void {
	const bench = new FaultBench();

	describe.each(endpoints)('$name', (endpoint) => {
		it.each(faults)('$name: is told, and nothing is doubled or hidden', async (fault) => {
			await expectError(bench, endpoint, fault);
			await expectErrorItems(bench, endpoint, fault);
		});
	});
}

/** With Continue off, one guest: the error, the requests, and what the service took. */
async function expectError(bench: FaultBench, endpoint: EndpointCase, fault: Fault): Promise<void> {
	const mayTry = triesAt(endpoint, fault);
	const run = await bench.run(endpoint, fault, mayTry, { items: guests.slice(0, 1) });
	const arrive = Math.min(arrivalsOf(fault, endpoint), mayTry);
	const tried = fault.isClosed ? mayTry : arrive;
	expect(run.status).toBe('error');
	expect(toldBy(run.error)).toEqual(
		toldOf(bench, endpoint, fault, 0, tried > 1 ? ` ${closing.tries(tried)}` : ''),
	);
	expect(bench.arrived).toBe(arrive);
	expect(takenAt(bench, endpoint)).toBe(fault.taken && endpoint.changes ? 1 : 0);
	expectSaidIfTaken(endpoint, fault);
	const isUnknown = endpoint.changes && isLeftOpen(endpoint, fault);
	expect(tellsWayOut(run.error)).toBe(isUnknown);
}

/** With Continue on, two guests: each comes out as an error linked to its own item. */
async function expectErrorItems(
	bench: FaultBench,
	endpoint: EndpointCase,
	fault: Fault,
): Promise<void> {
	const run = await bench.run(endpoint, fault, 1, { onError: 'continueErrorOutput' });
	const isHalved = fault.httpCode === '413' && endpoint.shares;
	expect(run.status).toBe('success');
	expect(run.output).toEqual([]);
	expect(linksOf(run.errorOutput)).toEqual([[0], [1]]);
	expect(errorsIn(run.errorOutput)).toMatchObject(
		[0, 1].map((item) => {
			const { code, message, description } = toldOf(bench, endpoint, fault, item);
			const httpCode = fault.httpCode && { httpCode: Number(fault.httpCode) };
			return { code, message, description, ...httpCode };
		}),
	);
	if (arrivalsOf(fault, endpoint) > 0) {
		expect(bench.arrived).toBe(isHalved ? 3 : endpoint.shares ? 1 : 2);
	}
	expect(takenAt(bench, endpoint)).toBe(fault.taken && endpoint.changes ? 2 : 0);
}

/** The error must show that the request may have been accepted. */
function expectSaidIfTaken(endpoint: EndpointCase, fault: Fault): void {
	if (!fault.taken || endpoint.repeatable) return;
	expect(isLeftOpen(endpoint, fault)).toBe(true);
}

/** Whether the error leaves open if the service accepted the request. */
function isLeftOpen(endpoint: EndpointCase, fault: Fault): boolean {
	return fault.said(endpoint).advice.includes(requestAdvice.mayBeAccepted);
}

/** The first of those that are alike in what may be tried again. */
const shown = everyEndpoint.filter(
	(one, at, all) =>
		at ===
		all.findIndex(
			(other) => other.changes === one.changes && other.repeatable === one.repeatable,
		),
);

/** Two tries take half a second where the second is made: one of each kind shows it. */
function triesAt(endpoint: EndpointCase, fault: Fault): number {
	const waits = fault.isClosed || arrivalsOf(fault, endpoint) > 1;
	return waits && !shown.includes(endpoint) ? 1 : 2;
}

/** How many guests the service took. */
function takenAt(bench: FaultBench, endpoint: EndpointCase): number {
	return endpoint.taken(bench.node.service).length;
}

/** A message; what an answer misses may be said in an operation's own words. */
function whole(message: string): string {
	if (!message.includes(anyMiss)) return message;
	const [before, after] = message.split(anyMiss).map((text) => text.replace(/\W/g, '\\$&'));
	return expect.stringMatching(`^${before}it (holds|names) no .+${after}$`) as string;
}

function toldOf(
	bench: FaultBench,
	endpoint: EndpointCase,
	fault: Fault,
	item: number,
	more = '',
): Record<'message' | 'description', string> & Record<string, unknown> {
	const { code, text, advice } = fault.said(endpoint);
	const message = text
		.replace('{host}', bench.hostOf(fault))
		.replace('{id}', guests[item]!.user_id);
	return {
		name: 'NodeApiError',
		code,
		message: whole(`${message} [item ${item}]`),
		description: `${advice}${more}`,
		httpCode: fault.httpCode,
		itemIndex: item,
	};
}
