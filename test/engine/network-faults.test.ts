import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import type { FaultAction } from '../../playground/service/stand-in';
import { textsIn } from './everything-in';
import type { EngineRun } from './harness';
import { deliveries, smsForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { account, credentialFor } from './running-service';

const UNCLEAR =
	'The request may have been taken all the same: look in the service before you send it again.';
const phoneOf = (index: number): string => `+3460012345${index}`;

function expectNoSecret(run: EngineRun): void {
	const texts = textsIn([run.data, run.output, run.errorOutput, run.thrown]).join('\n');
	for (const secret of [account.accountSecret, account.masterSecret]) {
		expect(texts).not.toContain(secret);
	}
}

describe('faults of the network', () => {
	const sms = new NodeRunner(smsForm(deliveries({ phoneNumber: '={{ $json.phone }}' })));
	const items = Array.from({ length: 6 }, (_, index) => ({ phone: phoneOf(index) }));

	describe('an answer that leads elsewhere', () => {
		let other: Server;
		let calls = 0;

		beforeAll(async () => {
			other = createServer((_, response) => {
				calls++;
				response.end('{"deliveries": []}');
			}).listen(0, '127.0.0.1');
			await once(other, 'listening');
		});
		afterAll(() => other.close());

		it.each([301, 302, 303, 307, 308])(
			'%i is not followed: no other server gets the secret or the guests',
			async (status) => {
				const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
				sms.service.faults.add({ action: { respond: { status, headers: { location } } } });
				const run = await sms.run({}, { items });
				expect(run.error).toMatchObject({
					name: 'NodeApiError',
					message: `The service answered with another address (HTTP ${status}) [item 0]`,
					description:
						'Give the final address of the service as Base URL in the credential.',
					httpCode: String(status),
				});
				expect(sms.service.requests).toHaveLength(1);
				expect(calls).toBe(0);
				expectNoSecret(run);
			},
		);
	});

	it('a server that is not there took nothing', async () => {
		const closed = createServer().listen(0, '127.0.0.1');
		await once(closed, 'listening');
		const { port } = closed.address() as AddressInfo;
		closed.close();
		await once(closed, 'close');
		const run = await sms.run(
			{ options: { tries: 1 } },
			{ items, credential: credentialFor(`http://127.0.0.1:${port}`) },
		);
		expect(run.error).toMatchObject({
			name: 'NodeApiError',
			message: `The server 127.0.0.1:${port} refused the connection (ECONNREFUSED) [item 0]`,
			description:
				'Nothing was sent. Check Base URL in the credential and that the server runs.',
			context: { itemIndex: 0 },
		});
		expectNoSecret(run);
	});

	it.each<[string, FaultAction, number]>([
		['before it is taken', 'reset', 0],
		['after it was taken', 'processThenReset', 6],
		['in the middle of the answer', 'truncate', 6],
	])(
		'a connection that breaks %s may have sent it, and it is sent once',
		async (_, action, taken) => {
			sms.service.faults.add({ action });
			const run = await sms.run({}, { items });
			expect(run.error).toMatchObject({
				name: 'NodeApiError',
				message: expect.stringMatching(
					/^The connection to 127\.0\.0\.1:\d+ broke before an answer came \(\w+\) \[item 0\]$/,
				) as string,
				description: UNCLEAR,
				context: { itemIndex: 0 },
			});
			expect(sms.service.requests).toHaveLength(1);
			expect(sms.service.state.smsDeliveries).toHaveLength(taken);
			expectNoSecret(run);
		},
	);

	describe('a fault in the second of three requests', () => {
		const pairs = { options: { batchSize: 2 } };
		const bodyFor = (...numbers: string[]): IDataObject => ({
			sender: 'Aurora',
			message_holder: 'Your room is ready',
			start_now: true,
			deliveries: numbers.map((phone_number) => ({
				phone_number,
				multiple: false,
				replacements: {},
			})),
		});
		const first = bodyFor(phoneOf(0), phoneOf(1));
		const second = bodyFor(phoneOf(2), phoneOf(3));
		const third = bodyFor(phoneOf(4), phoneOf(5));
		const ids = (): string[] =>
			sms.service.state.smsDeliveries.map(({ delivery_id }) => delivery_id);
		const message = 'The service failed (HTTP 500): oh [item 2]';

		beforeEach(() => {
			const respond = { status: 500, body: { error: 'oh' } };
			sms.service.faults.add({ after: 1, action: { respond } });
		});

		it('ends the run and says what was accepted before', async () => {
			const run = await sms.run(pairs, { items });
			expect(sms.bodies).toEqual([first, second]);
			expect(run.error).toMatchObject({
				name: 'NodeApiError',
				message,
				httpCode: '500',
				description: `${UNCLEAR} If it is not there, try again later, or ask its provider. Before it, 2 deliveries were accepted (${ids().join(', ')}).`,
				context: { itemIndex: 2 },
			});
			expectNoSecret(run);
		});

		it('leaves the other two as results where errors go on', async () => {
			const run = await sms.run(pairs, { items, onError: 'continueErrorOutput' });
			expect(sms.bodies).toEqual([first, second, third]);
			expect(run.output).toEqual(
				[0, 1, 4, 5].map((item, index) => ({
					json: {
						phone_number: phoneOf(item),
						valid: true,
						delivery_id: ids()[index],
					},
					pairedItem: [{ item }],
				})),
			);
			expect(linksOf(run.errorOutput)).toEqual([[2], [3]]);
			expect(run.errorOutput[0]).toMatchObject({
				json: { error: message },
				error: { name: 'NodeApiError', message, httpCode: '500' },
			});
			expectNoSecret(run);
		});

		it('keeps the order of the items where errors go on with the rest', async () => {
			const run = await sms.run(pairs, { items, onError: 'continueRegularOutput' });
			expect(linksOf(run.output)).toEqual([[0], [1], [2], [3], [4], [5]]);
			expect(run.output.map(({ error }) => error !== undefined)).toEqual([
				false,
				false,
				true,
				true,
				false,
				false,
			]);
		});
	});
});
