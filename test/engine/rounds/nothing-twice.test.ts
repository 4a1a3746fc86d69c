import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { FaultAction, MockService } from '../../../playground/service/mock-service';
import { runs } from '../../property-runs';
import { skipPauses, type EngineRun } from '../harness';
import { errorsIn, linksOf, type NodeRunner } from '../node-runner';
import { everyEndpoint, namedIn } from '../every-operation/cases';
import { OperationRunner } from '../every-operation/operation-runner';
import { sendingOperations, type RoundItem, type SendingOperation } from './operations';

const withDeliveries = (change: (list: IDataObject[]) => unknown[]): FaultAction => ({
	changeAnswer: ({ deliveries, ...answer }) =>
		Array.isArray(deliveries)
			? { ...answer, deliveries: change(deliveries as IDataObject[]) }
			: answer,
});
const answers = (...statuses: number[]) =>
	statuses.map((status) => ({ status, body: { error: 'no' } }));
const failures = answers(402, 409, 425, 500, 502, 503, 504);
const refusals = answers(400, 401, 403, 413, 422, 429);

/** Every way in which the service or the network can react to a request. */
const allReactions: FaultAction[] = [
	...[0, 5, 15].map((delayMs) => ({ delayMs })),
	...[...refusals, ...failures].map((respond) => ({ respond })),
	...failures.map((processThenRespond) => ({ processThenRespond })),
	{ respond: { status: 503, headers: { 'retry-after': '0' } } },
	...(['reset', 'processThenReset', 'truncate'] as const),
	...['<html></html>', {}].map((body) => ({ processThenRespond: { status: 200, body } })),
	// No result, too few, and too many.
	...[
		withDeliveries(() => []),
		withDeliveries((list) => list.slice(1)),
		withDeliveries((list) => [...list, ...list]),
	],
];

const reaction = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(...allReactions) },
	// Halves and repeats, which may overtake each other.
	fc.constantFrom(...answers(413, 429).map((respond) => ({ respond }))),
);

/** The name of a recipient of the rounds; the service rejects messages to the first one. */
function recipientName(at: number): string {
	return `+34600${String(at).padStart(6, '0')}`;
}

const nameOf = (text: string) => (/^\+34600\d{6}$/.test(text) ? text : undefined);

/** Rounds in all; `npm run test:rounds` tries twenty times as many. */
const rounds = 1000;
/** Each call of an agent has an id of its own. */
let calls = 0;

const name = fc.integer({ min: 0, max: 7 }).map(recipientName);
const item: fc.Arbitrary<Omit<RoundItem, 'id'>> = fc.record({
	to: fc.array(name, { minLength: 1, maxLength: 3 }),
	guests: fc.array(fc.record({ user_id: fc.constantFrom('g-1', 'g-2', 'g-3') }), {
		maxLength: 2,
	}),
	from: fc.constantFrom('Aurora', 'Borealis'),
});

/** Edits of a user before the execution is retried; an upgrade changes none of their choices. */
const everyEdit = ['nothing', 'wording', 'order', 'size', 'parallel', 'rejected', 'again'];

const round = fc.record({
	items: fc.array(item, { minLength: 1, maxLength: 8 }),
	reactions: fc.array(reaction, { maxLength: 8 }),
	parallelRequests: fc.constantFrom(1, 2, 5, 20),
	batchSize: fc.integer({ min: 1, max: 5 }),
	maxTries: fc.constantFrom(1, 2, 3),
	onError: fc.constantFrom('stopWorkflow', 'continueErrorOutput', 'continueRegularOutput'),
	way: fc.constantFrom('retry', 'tool'),
	edits: fc.array(fc.constantFrom(...everyEdit), { maxLength: 3 }),
});
type Round = typeof round extends fc.Arbitrary<infer One> ? One : never;

jest.setTimeout(3_600_000);

it('every operation that sends is played, and names whom it reaches', () => {
	const changing = everyEndpoint.filter(({ changes }) => changes);
	expect(sendingOperations).toHaveLength(changing.length);
	expect(changing.filter(({ operation }) => !operation.identity)).toEqual([]);
});

const node = new OperationRunner();
skipPauses();

it.each(sendingOperations)(
	'whatever fails, and whatever is edited between two tries, no recipient is reached twice or out of order, and every result is reported: $name',
	async (operation) => {
		await fc.assert(
			fc.asyncProperty(round, async (one) => await play(node, operation, one)),
			{ numRuns: runs(rounds / sendingOperations.length) },
		);
	},
);

/** Runs the node, and then again as often as there are edits, as long as it fails. */
async function play(
	node: NodeRunner,
	operation: SendingOperation,
	{ items: drawn, reactions, batchSize, parallelRequests, maxTries, onError, way, edits }: Round,
): Promise<void> {
	const items = drawn.map((one, at) => ({ ...one, id: `t${at}` }));
	node.service.reset();
	// Each request takes the next one; after them, the service accepts everything.
	for (const action of reactions) node.service.faults.add({ action });
	const own = way === 'tool' ? node.engine.tool() : undefined;
	const input = own ? items.slice(0, 1) : items;
	let parameters: IDataObject = {
		...operation.form,
		options: { batchSize, parallelRequests },
	};
	let isSentAgain = false;
	let isReordered = false;
	let run: EngineRun | undefined;
	for (const change of ['nothing', ...edits]) {
		if (run && run.status !== 'error') break;
		const rewords = change === 'wording' || change === 'order';
		// For an agent, another wording is another message.
		if (!own || !rewords) parameters = edited(parameters, operation, change);
		isReordered ||= change === 'order';
		isSentAgain ||= change === 'again' || (isReordered && operation.updates === true);
		const options = {
			...own,
			// With Continue, an agent gets only the message, without counts.
			onError: own ? 'stopWorkflow' : onError,
			...(maxTries > 1 && { retryOnFail: true, maxTries, waitBetweenTries: 1 }),
			// An agent's next call has another id.
			items: input.map((json) => ({ ...json, toolCallId: String(++calls) })),
			contextData: run?.contextData,
		};
		run = await (run && !own ? node.retry(run, parameters) : node.run(parameters, options));
		// Of an agent's equal messages to one recipient, one is sent.
		const mayBeOne = Boolean(own ?? operation.sharesRequests);
		expectTrueReport(node, run, operation.wanted(input), isSentAgain, mayBeOne);
		if (run.status === 'success')
			expect(new Set(linksOf(outputsOf(run)).flat()).size).toBe(input.length);
		if (reactions.length === 0 && !operation.sharesRequests) expectWholeRequests(node);
		// It compares recipients only: after this edit, another row of an item counts as sent.
		if (isReordered) continue;
		expectOrder(node, run, isSentAgain);
		const hasFailed = outputsOf(run).some(({ json }) => json.error);
		if (run.status === 'success' && !hasFailed && !own)
			expectAllSent(node, input.flatMap(operation.places));
	}
}

function edited(parameters: IDataObject, operation: SendingOperation, change: string): IDataObject {
	const options: Record<string, IDataObject> = {
		size: { batchSize: 2 },
		parallel: { parallelRequests: 3 },
		rejected: { failOnRejected: true },
		again: { unconfirmedRequests: 'resend' },
	};
	return {
		...parameters,
		...(change === 'wording' && operation.reworded),
		...(change === 'order' && operation.reversed),
		options: { ...(parameters.options as IDataObject), ...options[change] },
	};
}

/** Expects that no recipient is reached more often than wanted, and that the report is true. */
function expectTrueReport(
	{ service }: NodeRunner,
	run: EngineRun,
	wanted: string[],
	isSentAgain: boolean,
	mayBeOne: boolean,
): void {
	const notSent = countsOf(reportedAs('notSent', run));
	const unknown = countsOf(reportedAs('unknown', run));
	const times = countsOf(reachedBy(service));
	const rejected = rejectedBy(service);
	for (const [recipient, count] of countsOf(wanted)) {
		if (rejected.includes(recipient)) continue;
		const reached = times.get(recipient) ?? 0;
		// Items that share a purchase all report it.
		const left = Math.min(notSent.get(recipient) ?? 0, count);
		const open = Math.min(unknown.get(recipient) ?? 0, count);
		const fewest = mayBeOne ? 1 : count;
		expect([recipient, reached >= fewest - left - open]).toEqual([recipient, true]);
		const isOnce = isSentAgain || reached <= count - left;
		expect([recipient, isOnce]).toEqual([recipient, true]);
	}
	expect(['success', 'error']).toContain(run.status);
}

const outputsOf = ({ output, errorOutput }: EngineRun) => [...output, ...errorOutput];

/** The place in the input that something sent or reported has in its text. */
const placeIn = (value: unknown): string => /\bt\d-\d/.exec(JSON.stringify(value))?.[0] ?? '';

/** The requests that the service has processed, as their entries' recipients and places. */
function entriesSent({ service: { requests } }: NodeRunner) {
	const processed = requests.filter(({ answer }) => answer !== undefined);
	return processed.map(({ body }) => {
		const { deliveries, contacts, purchase, sender, subject, origin } = body as IDataObject;
		const entries = (deliveries ?? contacts ?? [body]) as IDataObject[];
		const from = sender ?? subject ?? origin;
		return entries.map((one) => {
			return { from, to: namedIn([one, purchase], nameOf)[0], place: placeIn(one) };
		});
	});
}

function expectAllSent(node: NodeRunner, places: string[]): void {
	const sent = new Set(placesOf(entriesSent(node).flat()));
	expect(places.filter((place) => !sent.has(place))).toEqual([]);
}

const expectSorted = (list: unknown[]) => expect(list).toEqual([...list].sort());
const placesOf = (entries: Array<{ place: string }>) => entries.map(({ place }) => place);

/** Expects what was sent to each recipient, and the output, in the order of the input. */
function expectOrder(node: NodeRunner, run: EngineRun, isSentAgain: boolean): void {
	const requests = entriesSent(node);
	for (const entries of requests) expectSorted(placesOf(entries));
	const rejected = rejectedBy(node.service);
	for (const name of new Set(requests.flat().map(({ to }) => to))) {
		const places = placesOf(requests.flat().filter(({ to, place }) => to === name && place));
		const different = [...new Set(places)];
		expectSorted(different);
		if (!isSentAgain && !rejected.includes(name!)) expect(places).toEqual(different);
	}
	for (const output of [run.output, run.errorOutput]) {
		expectSorted(linksOf(output).map(([first]) => first));
		expectSorted(output.filter(({ json }) => !json.error).map(({ json }) => placeIn(json)));
	}
}

/** Expects that no request has a place between those of another with its sender. */
function expectWholeRequests(node: NodeRunner): void {
	for (const sender of ['Aurora', 'Borealis']) {
		const requests = entriesSent(node).filter(([one]) => one?.from === sender);
		expectSorted(requests.map(placesOf).sort().flat());
	}
}

/** How often each name occurs. */
function countsOf(names: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/**
 * The recipients that a run reports with an outcome, once per mention in its error or its error items.
 * An item with several outcomes has an error for each failure, and each has all of them.
 */
function reportedAs(outcome: 'notSent' | 'unknown', run: EngineRun): string[] {
	if (run.status === 'error') {
		const data = run.error?.context?.data as Record<string, IDataObject[]> | undefined;
		return (data?.[outcome] ?? []).map(({ recipient }) => recipient as string);
	}
	const divided = new Map<unknown, Array<{ recipient: string }>>();
	const whole = outputsOf(run).flatMap((item) =>
		errorsIn([item]).flatMap(({ outcomes, recipients = [], ...error }) => {
			const rows = outcomes as Record<string, Array<{ recipient: string }>> | undefined;
			if (rows) divided.set(JSON.stringify(item.pairedItem), rows[outcome]!);
			return !rows && error.outcome === outcome ? (recipients as string[]) : [];
		}),
	);
	return [...whole, ...[...divided.values()].flat().map(({ recipient }) => recipient)];
}

/** The recipients whom the service has reached, once for each time. */
function reachedBy({ requests }: MockService): string[] {
	const processed = requests.filter(({ answer }) => answer !== undefined);
	return processed.flatMap(({ path, body }) =>
		namedIn([path.split('/').map(decodeURIComponent), body], nameOf),
	);
}

/** Recipients of messages that the service rejected: a user's retry sends to them again. */
function rejectedBy({ state }: MockService): string[] {
	const { smsDeliveries, pushDeliveries } = state;
	const rejected = [...smsDeliveries, ...pushDeliveries].filter(({ valid }) => !valid);
	return namedIn(rejected, nameOf);
}
