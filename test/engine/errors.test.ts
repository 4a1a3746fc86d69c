import type { IDataObject } from 'n8n-workflow';
import type { CannedAnswer } from '../../playground/service/stand-in';
import { textsIn } from './everything-in';
import type { EngineRun } from './harness';
import { pushForm, smsForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { account } from './running-service';

const UNCLEAR =
	'The request may have been taken all the same: look in the service before you send it again.';
const once = { options: { tries: 1 } };

/** Neither secret may be anywhere in what a run gives, keeps or throws. */
function expectNoSecret(run: EngineRun): void {
	const texts = textsIn([run.data, run.output, run.thrown, run.error, run.hints]);
	expect(texts.length).toBeGreaterThan(50);
	for (const secret of [account.accountSecret, account.masterSecret]) {
		expect(JSON.stringify(run)).not.toContain(secret);
		expect(texts.filter((text) => text.includes(secret))).toEqual([]);
	}
}

describe('when the service does not take an SMS', () => {
	const node = new NodeRunner();
	const answer = (respond: CannedAnswer): void => {
		node.service.faults.add({ times: Infinity, action: { respond } });
	};
	/** Runs over two items, so that an index other than 0 is in play. */
	const send = (parameters: IDataObject = smsForm(once), more: object = {}): Promise<EngineRun> =>
		node.run(parameters, { items: [{}, {}], ...more });

	it.each<[CannedAnswer, string, string]>([
		[
			{ status: 400, body: { error: 'sender is missing, x is missing' } },
			'The service refused the request (HTTP 400): sender is missing, x is missing',
			'Correct what it names; nothing of this request was taken.',
		],
		[
			{ status: 400, body: { error: [{ error: 'sender is bad' }, { error: 'x is bad' }] } },
			'The service refused the request (HTTP 400): sender is bad, x is bad',
			'Correct what it names; nothing of this request was taken.',
		],
		[
			{ status: 403, body: { error: 'no SMS' } },
			'The account may not do this (HTTP 403): no SMS',
			'Ask the provider of the service whether this function is part of your account.',
		],
		[
			{ status: 404, body: { error: 'not found' } },
			'The service does not know this address (HTTP 404): not found',
			'Check Base URL and Account ID in the credential.',
		],
		[
			{ status: 415, body: { error: 'unsupported media type' } },
			'The service did not understand the format of the request (HTTP 415): unsupported media type',
			'Check that Base URL leads to the service itself and not to another server.',
		],
		[
			{ status: 422, body: { error: 'bad sender' } },
			'The service refused the request (HTTP 422): bad sender',
			'Correct what it names; nothing of this request was taken.',
		],
		[
			{ status: 429, body: { error: 'slow down' } },
			'The service gets too many requests (HTTP 429): slow down',
			'Wait a little and run this again; nothing of this request was taken.',
		],
		[
			{ status: 500, body: { error: 'oh' } },
			'The service failed (HTTP 500): oh',
			`${UNCLEAR} If it is not there, try again later, or ask its provider.`,
		],
		[
			{
				status: 502,
				headers: { 'content-type': 'text/html' },
				body: '<html>Bad <b>gateway</b></html>',
			},
			'The service failed (HTTP 502)',
			`${UNCLEAR} If it is not there, try again later, or ask its provider.`,
		],
		[
			{ status: 503, body: 'down for repairs' },
			'The service is not available at the moment (HTTP 503): down for repairs',
			'Wait a little and run this again; nothing of this request was taken.',
		],
		[
			{ status: 418, body: { error: 'teapot' } },
			'The service refused the request (HTTP 418): teapot',
			'Ask its provider what it means.',
		],
		[
			{ status: 400, body: { error: `${account.masterSecret}, ${account.accountSecret}` } },
			'The service refused the request (HTTP 400): ***, ***',
			'Correct what it names; nothing of this request was taken.',
		],
		[
			{ status: 400, body: { error: `${'long '.repeat(100)}` } },
			`The service refused the request (HTTP 400): ${'long '.repeat(60).slice(0, 299)}…`,
			'Correct what it names; nothing of this request was taken.',
		],
	])('%j is told with what to do, and is sent once', async (respond, message, description) => {
		answer(respond);
		const run = await send();
		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({
			name: 'NodeApiError',
			message: `${message} [item 0]`,
			description,
			httpCode: String(respond.status),
			context: { itemIndex: 0 },
		});
		expect(node.service.requests).toHaveLength(1);
		expect(run.output).toEqual([]);
		expectNoSecret(run);
	});

	it.each<[string, IDataObject, IDataObject, string]>([
		[
			'an SMS',
			smsForm(),
			{ masterSecret: 'wrong-secret' },
			'Check Account ID and Master Secret in the credential.',
		],
		[
			'a push notification',
			pushForm(),
			{ masterSecret: 'wrong-secret' },
			'Check Account ID and Master Secret in the credential, and the App ID.',
		],
		[
			'an app it does not know',
			pushForm({ appId: 'other-app' }),
			{},
			'Check Account ID and Master Secret in the credential, and the App ID.',
		],
	])('401 for %s says which secret was used', async (_, parameters, changed, description) => {
		const credential = { ...node.credential, ...changed };
		const run = await send(parameters, { credential });
		expect(run.error).toMatchObject({
			name: 'NodeApiError',
			message:
				'The service did not accept the Master Secret (HTTP 401): authorization failure for account: aurora-hotels [item 0]',
			description,
			httpCode: '401',
			context: { itemIndex: 0 },
		});
		expect(textsIn([run.data, run.error]).join('\n')).not.toContain('wrong-secret');
		expectNoSecret(run);
	});

	it('413 for a single delivery, which no half can help, is told', async () => {
		answer({ status: 413, body: { error: 'too large' } });
		const run = await node.run(smsForm());
		expect(run.error).toMatchObject({
			name: 'NodeApiError',
			message: 'The request is too large for the service (HTTP 413): too large [item 0]',
			httpCode: '413',
		});
		expect(node.service.requests).toHaveLength(1);
		expectNoSecret(run);
	});

	it.each<[string, unknown, string]>([
		['nothing', undefined, 'it is not a JSON object'],
		['half of a JSON text', '{"deliveries": [', 'it is not a JSON object'],
		['a page', '<html></html>', 'it is not a JSON object'],
		['a text', '"ok"', 'it is not a JSON object'],
		['null', 'null', 'it is not a JSON object'],
		['an empty object', {}, 'it holds no list “deliveries”'],
		['a list', [], 'it holds no list “deliveries”'],
		['no list of deliveries', { deliveries: { 0: {} } }, 'it holds no list “deliveries”'],
	])('a success with %s as its answer may have been taken', async (_, body, what) => {
		answer({ status: 200, body });
		for (const form of [smsForm(), pushForm()]) {
			const run = await send(form);
			expect(run.error).toMatchObject({
				name: 'NodeApiError',
				message: `The service accepted the request, but its answer cannot be read: ${what} [item 0]`,
				description: UNCLEAR,
				context: { itemIndex: 0 },
			});
			expectNoSecret(run);
		}
		expect(node.service.requests).toHaveLength(2);
	});

	it.each([
		['an SMS', smsForm()],
		['a push notification', pushForm()],
	])('without a Master Secret, %s says why it is not sent', async (_, parameters) => {
		const credential = { ...node.credential, masterSecret: '' };
		const run = await send(parameters, { credential });
		expect(run.status).toBe('error');
		expect(run.error?.message).toBe(
			'Sending push notifications and SMS needs the Master Secret, which the credential leaves empty; add it there',
		);
		const on = await send(parameters, { credential, onError: 'continueErrorOutput' });
		expect(on.errorOutput.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
		]);
		expect(node.service.requests).toEqual([]);
		expectNoSecret(run);
	});
});
