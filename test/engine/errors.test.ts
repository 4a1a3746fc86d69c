import type { IDataObject } from 'n8n-workflow';
import type { FaultAction } from '../../playground/service/stand-in';
import { textsIn } from './everything-in';
import type { EngineRun } from './harness';
import { guests, hintsOf, phoneOf, pushForm, smsBody, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import type { RunOptions } from './node-runner';
import { RecordingServer } from './recording-server';
import { account } from './running-service';
import { failedItem, lookFor, NOTHING_TAKEN, UNCLEAR } from './what-became';

const NOT_TAKEN = 'Wait a little and run this again; nothing of this request was taken.';
const busy = (headers: Record<string, string>): FaultAction => ({
	respond: { status: 429, headers },
});

/** What became of a request for two guests. */
const UNSENT = 'None of the 2 recipients was sent.';
const IN_DOUBT = `All 2 recipients may have been accepted. ${lookFor(phoneOf(1), phoneOf(2))}`;

const getJob = { resource: 'bulkJob', operation: 'get' };

/** Neither secret may be anywhere in what a run gives, keeps or throws. */
function expectNoSecret(run: EngineRun): void {
	const { data, output, errorOutput, thrown, error, hints } = run;
	const texts = textsIn([data, output, errorOutput, thrown, error, hints, JSON.stringify(data)]);
	expect(texts.length).toBeGreaterThan(50);
	for (const secret of [account.accountSecret, account.masterSecret]) {
		expect(texts.filter((text) => text.includes(secret))).toEqual([]);
	}
}

const node = new NodeRunner();

/** The table of all faults at every endpoint stands in faults/; here is one of each kind. */
describe('when the service does not take a request', () => {
	const elsewhere = new RecordingServer();
	const run = async (parameters: IDataObject, options: RunOptions = {}): Promise<EngineRun> => {
		const done = await node.run(parameters, { items: guests(2), ...options });
		expectNoSecret(done);
		return done;
	};
	const arrived = (): number => node.service.requests.length;

	it.each<[string, FaultAction, string, string]>([
		[
			'a refusal, with the secrets blotted out of the service’s words',
			{ respond: { status: 400, body: { error: `no ${account.masterSecret}` } } },
			'The service refused the request (HTTP 400): no ***',
			`${NOTHING_TAKEN} ${UNSENT}`,
		],
		[
			'a success that cannot be read',
			{ processThenRespond: { status: 200, body: '{"deliveries": [' } },
			'The service accepted the request, but its answer cannot be read: it is not a JSON object (answer: {"deliveries": [)',
			`${UNCLEAR} ${IN_DOUBT}`,
		],
		[
			'a Retry-After of an hour',
			busy({ 'retry-after': '3600' }),
			'The service is receiving too many requests (HTTP 429)',
			`${NOT_TAKEN} ${UNSENT}`,
		],
		[
			'503 with a Retry-After of an hour',
			{ respond: { status: 503, headers: { 'retry-after': '3600' } } },
			'The service is not available at the moment (HTTP 503)',
			`${NOT_TAKEN} ${UNSENT}`,
		],
		[
			'503 without a Retry-After, which may come from before a server that took it',
			{ respond: { status: 503 } },
			'The service is not available at the moment (HTTP 503)',
			`${UNCLEAR} ${IN_DOUBT}`,
		],
		[
			'a connection that breaks',
			'reset',
			'The connection to {host} broke before an answer came (ECONNRESET)',
			`${UNCLEAR} ${IN_DOUBT}`,
		],
	])('%s is told with what to do, and is sent once', async (_, action, message, description) => {
		node.service.faults.add({ times: Infinity, action });
		const { status, error, output } = await run(smsToGuests);
		const httpCode = typeof action === 'object' && 'respond' in action && action.respond.status;
		expect(status).toBe('error');
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: `${message.replace('{host}', new URL(node.service.url).host)} [items 0–1]`,
			description,
			...(httpCode && { httpCode: String(httpCode) }),
		});
		expect(error?.context).not.toHaveProperty('itemIndex', expect.anything());
		expect(output).toEqual([]);
		expect(arrived()).toBe(1);
	});

	it('401 says which secret was used, and that the App ID is part of it', async () => {
		const credential = { ...node.credential, masterSecret: 'wrong-secret' };
		const { error } = await run(pushForm(), { credential });
		expect(error).toMatchObject({
			message:
				'The service did not accept the Master Secret (HTTP 401): authorization failure for account: aurora-hotels [items 0–1]',
			description: `Check Account ID and Master Secret in the credential, and the App ID. ${UNSENT}`,
			httpCode: '401',
		});
		expect(textsIn(error).join('\n')).not.toContain('wrong-secret');
	});

	it('a redirect is not followed: no other server gets the secret', async () => {
		const headers = { location: elsewhere.url };
		node.service.faults.add({ action: { respond: { status: 307, headers } } });
		const { error } = await run(smsToGuests);
		expect(error).toMatchObject({
			message: `The service redirects to ${elsewhere.url}/ (HTTP 307) [items 0–1]`,
			description: `Enter the final address of the service as Base URL in the credential. If it leads to a proxy’s or login page, ask whoever runs your network. ${UNSENT}`,
		});
		expect([arrived(), elsewhere.requests.length]).toEqual([1, 0]);
	});

	it('without a Master Secret, it is said why nothing is sent', async () => {
		const credential = { ...node.credential, masterSecret: '' };
		const off = await run(smsToGuests, { credential });
		expect(off.error?.message).toBe(
			'Sending push notifications and SMS needs the Master Secret, which the credential leaves empty; add it there',
		);
		const on = await run(smsToGuests, { credential, onError: 'continueErrorOutput' });
		expect(linksOf(on.errorOutput)).toEqual([[0], [1]]);
		expect(arrived()).toBe(0);
	});
});

describe('a request is tried again', () => {
	const job = { respond: { status: 200, body: { bulk: { _id: 'a1', status: 'processed' } } } };

	it.each<[string, FaultAction, number]>([
		['429', busy({}), 250],
		[
			'503 and a Retry-After',
			{ respond: { status: 503, headers: { 'retry-after': '0' } } },
			250,
		],
		['429, after as long as Retry-After says', busy({ 'retry-after': '1' }), 990],
		[
			'429 with a date that has passed',
			busy({ 'retry-after': new Date(0).toUTCString() }),
			250,
		],
	])('when it is a POST that the service answers with %s', async (_, action, least) => {
		node.service.faults.add({ action });
		const run = await node.run(smsToGuests, { items: guests(1) });
		expect(run.status).toBe('success');
		expect(node.bodies).toEqual(Array(2).fill(smsBody([phoneOf(1)])));
		expect(node.service.state.smsDeliveries).toHaveLength(1);
		const [first, second] = node.service.requests.map(({ at }) => Date.parse(at));
		expect(second! - first!).toBeGreaterThanOrEqual(least);
	});

	it.each<FaultAction>(['reset', { respond: { status: 500 } }])(
		'when it is a GET that ends with %j',
		async (action) => {
			node.service.faults.add({ action });
			node.service.faults.add({ after: 1, action: job });
			const run = await node.run({ ...getJob, bulkId: 'a1' });
			expect(run.status).toBe('success');
			expect(node.service.requests).toHaveLength(2);
		},
	);

	it('as often as the option says, which is told', async () => {
		node.service.faults.add({ times: 9, action: busy({}) });
		const run = await node.run(
			{ ...smsToGuests, options: { maxTries: 2 } },
			{ items: guests(1) },
		);
		expect(node.service.requests).toHaveLength(2);
		expect(run.error?.description).toBe(`${NOT_TAKEN} It was tried 2 times.`);
	});
});

describe('a fault in the second of three requests', () => {
	const pairs = { ...smsToGuests, options: { parallelRequests: 1, batchSize: 2 } };
	const items = guests(6);
	const bodies = [1, 3, 5].map((guest) => smsBody([phoneOf(guest), phoneOf(guest + 1)]));
	const ids = (): string[] => node.service.state.smsDeliveries.map((one) => one.delivery_id);
	const message = 'The service failed (HTTP 500): oh';
	const advice = UNCLEAR;
	const httpCode = 500;

	beforeEach(() => {
		const respond = { status: 500, body: { error: 'oh' } };
		node.service.faults.add({ after: 1, action: { respond } });
	});

	it('ends the run and says what was accepted before', async () => {
		const run = await node.run(pairs, { items });
		expect(node.bodies).toEqual(bodies.slice(0, 2));
		expect(run.error).toMatchObject({
			name: 'NodeApiError',
			message: `${message} [items 2–3]`,
			httpCode: `${httpCode}`,
			description: `${advice} Of 6 recipients, 2 were accepted, 2 may have been accepted, and 2 were not sent. Accepted: ${ids().join(', ')}. ${lookFor(phoneOf(3), phoneOf(4))}`,
		});
	});

	it('leaves the other two as results where errors go on', async () => {
		const run = await node.run(pairs, { items, onError: 'continueErrorOutput' });
		expect(node.bodies).toEqual(bodies);
		expect(run.output).toEqual(
			[0, 1, 4, 5].map((item, index) => ({
				json: {
					phone_number: phoneOf(item + 1),
					text: 'Your room is ready',
					valid: true,
					delivery_id: ids()[index],
				},
				pairedItem: { item },
			})),
		);
		const more = { description: advice, outcome: 'unknown', httpCode };
		expect(run.errorOutput).toEqual(
			[2, 3].map((item) =>
				failedItem(item, items[item]!, message, {
					...more,
					recipients: [phoneOf(item + 1)],
				}),
			),
		);
		expect(hintsOf(run)).toEqual([
			'Of 6 recipients, 4 were accepted and 2 may have been accepted.',
		]);
	});
});
