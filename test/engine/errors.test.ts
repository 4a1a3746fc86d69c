import type { IDataObject } from 'n8n-workflow';
import {
	refusedRequest,
	requestAdvice,
	brokenRequest,
	unreadable,
} from '../../nodes/CrmMessaging/catalogue/requests';
import { closing, outcomeWords } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { refusalOf, withNetworkCode } from './sentences';
import type { FaultAction } from '../../playground/service/stand-in';
import { textsIn } from './everything-in';
import type { EngineRun } from './harness';
import { guests, hintsOf, phoneOf, pushForm, smsBody, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import type { RunOptions } from './node-runner';
import { RecordingServer } from './recording-server';
import { account } from './running-service';
import { failedItem, lookFor } from './what-became';

const busy = (headers: Record<string, string>): FaultAction => ({
	respond: { status: 429, headers },
});

/** What became of a request for two guests. */
const UNSENT = outcomeWords.none('recipients');
const IN_DOUBT = `All 2 recipients may have been sent. ${lookFor(phoneOf(1), phoneOf(2))}`;

/** A failure of a request that may have arrived. */
const inDoubt = (sentence: Sentence): Sentence => ({
	...sentence,
	advice: requestAdvice.mayBeAccepted,
});

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

	it.each<[string, FaultAction, sentence: Sentence, became: string]>([
		[
			'a refusal, with the secrets blotted out of the service’s words',
			{ respond: { status: 400, body: { error: `no ${account.masterSecret}` } } },
			refusalOf(refusedRequest.invalidRequest(), 400, 'no ***'),
			UNSENT,
		],
		[
			'a success that cannot be read',
			{ processThenRespond: { status: 200, body: '{"deliveries": [' } },
			inDoubt(
				brokenRequest.unreadableAnswer(
					`${unreadable.notAnObject} (answer: {"deliveries": [)`,
				),
			),
			IN_DOUBT,
		],
		[
			'a Retry-After of an hour',
			busy({ 'retry-after': '3600' }),
			refusalOf(refusedRequest.tooManyRequests(), 429),
			UNSENT,
		],
		[
			'503 with a Retry-After of an hour',
			{ respond: { status: 503, headers: { 'retry-after': '3600' } } },
			refusalOf(refusedRequest.busy(), 503),
			UNSENT,
		],
		[
			'503 without a Retry-After, which may come from before a server that took it',
			{ respond: { status: 503 } },
			inDoubt(refusalOf(refusedRequest.unavailable(), 503)),
			IN_DOUBT,
		],
		[
			'a connection that breaks',
			'reset',
			inDoubt(withNetworkCode(brokenRequest.connectionLost('{host}'), 'ECONNRESET')),
			IN_DOUBT,
		],
	])(
		'%s is told with what to do, and is sent once',
		async (_, action, { code, text, advice }, became) => {
			node.service.faults.add({ times: Infinity, action });
			const { status, error, output } = await run(smsToGuests);
			const httpCode =
				typeof action === 'object' && 'respond' in action && action.respond.status;
			expect(status).toBe('error');
			expect(error).toMatchObject({
				name: 'NodeApiError',
				code,
				message: `${text.replace('{host}', new URL(node.service.url).host)} [items 0–1]`,
				description: `${advice} ${became}`,
				...(httpCode && { httpCode: String(httpCode) }),
			});
			expect(error?.context).not.toHaveProperty('itemIndex', expect.anything());
			expect(output).toEqual([]);
			expect(arrived()).toBe(1);
		},
	);

	it('401 says which secret was used, and that the App ID is part of it', async () => {
		const credential = { ...node.credential, masterSecret: 'wrong-secret' };
		const { error } = await run(pushForm(), { credential });
		expect(error).toMatchObject({
			code: 'wrongSecret',
			message: expect.stringContaining(
				'Master Secret (HTTP 401): authorization failure',
			) as string,
			description: `Check Account ID and Master Secret in the credential, and the App ID. ${UNSENT}`,
			httpCode: '401',
		});
		expect(textsIn(error).join('\n')).not.toContain('wrong-secret');
	});

	it('a redirect is not followed: no other server gets the secret', async () => {
		const headers = { location: elsewhere.url };
		node.service.faults.add({ action: { respond: { status: 307, headers } } });
		const { error } = await run(smsToGuests);
		const redirected = refusalOf(refusedRequest.redirectedElsewhere(`${elsewhere.url}/`), 307);
		expect(error).toMatchObject({
			code: redirected.code,
			message: `${redirected.text} [items 0–1]`,
			description: `${redirected.advice} ${UNSENT}`,
		});
		expect([arrived(), elsewhere.requests.length]).toEqual([1, 0]);
	});

	it('without a Master Secret, it is said why nothing is sent', async () => {
		const credential = { ...node.credential, masterSecret: '' };
		const off = await run(smsToGuests, { credential });
		expect(off.error).toMatchObject({ code: 'masterSecretMissing' });
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
		expect(run.error?.description).toBe(
			`${refusedRequest.tooManyRequests().advice} ${closing.tries(2)}`,
		);
	});
});

describe('a fault in the second of three requests', () => {
	const pairs = { ...smsToGuests, options: { parallelRequests: 1, batchSize: 2 } };
	const items = guests(6);
	const bodies = [1, 3, 5].map((guest) => smsBody([phoneOf(guest), phoneOf(guest + 1)]));
	const ids = (): string[] => node.service.state.smsDeliveries.map((one) => one.delivery_id);
	const failed = inDoubt(refusalOf(refusedRequest.serviceFailed(), 500, 'oh'));
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
			message: `${failed.text} [items 2–3]`,
			httpCode: `${httpCode}`,
			description: `${failed.advice} Of 6 recipients, 2 were accepted, 2 may have been sent, and 2 weren’t sent. Accepted: ${ids().join(', ')}. ${lookFor(phoneOf(3), phoneOf(4))}`,
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
		const more = { outcome: 'unknown', httpCode };
		expect(run.errorOutput).toEqual(
			[2, 3].map((item) =>
				failedItem(item, items[item]!, failed, {
					...more,
					recipients: [phoneOf(item + 1)],
				}),
			),
		);
		expect(hintsOf(run)).toEqual([
			'Of 6 recipients, 4 were accepted and 2 may have been sent.',
		]);
	});
});
