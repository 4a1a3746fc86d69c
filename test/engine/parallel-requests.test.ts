import type { IDataObject } from 'n8n-workflow';
import { contactsInJson, purchaseForm } from './import-forms';
import { linksOf, NodeRunner } from './node-runner';
import { RecordingServer } from './recording-server';
import { credentialFor } from './running-service';

/** Their pace after a 429 or 503 is a rule: test/unit/rules/requests-keep-pace.test.ts. */
describe('requests in parallel', () => {
	const node = new NodeRunner();
	const server = new RecordingServer();
	const contacts = contactsInJson('={{ $json.contacts }}');
	const purchases = purchaseForm({ transactionCode: '={{ $json.code }}', ...contacts });
	const bookings = (count: number) =>
		Array.from({ length: count }, (_, at) => ({
			code: `R-${at}`,
			contacts: [{ user_id: `guest-${at}` }],
		}));
	const run = async (options: IDataObject, items: IDataObject[], onError?: 'stopWorkflow') =>
		await node.run(
			{ ...purchases, options },
			{ items, onError, credential: credentialFor(server.url) },
		);
	const most = () => Math.max(...server.requests.map(({ underWay }) => underWay));
	/** The transaction codes in the order of their arrival. */
	const codes = () => server.requests.map(({ body }) => codeIn(body));
	const codeIn = (body: string) =>
		(JSON.parse(body) as { purchase: { transaction_code: string } }).purchase.transaction_code;

	it.each([
		[{}, 5],
		[{ parallelRequests: 20 }, 20],
	])('are as many as %j allows', async (options, expected) => {
		// Later ones are faster: the output keeps the order anyway.
		server.reply = (at) => ({
			when: () => most() >= expected,
			after: Math.max(20, 120 - 5 * at),
		});
		const { output } = await run(options, bookings(30));
		expect(most()).toBe(expected);
		expect(linksOf(output)).toEqual(bookings(30).map((_, item) => [item]));
	});

	it('with Stop, begin no more after a failure, and those in progress are reported', async () => {
		let isRefused = false;
		const refuse = () => (isRefused = most() === 3);
		server.reply = (_, body) =>
			codeIn(body) === 'R-1'
				? { status: 400, when: refuse }
				: { when: () => isRefused, after: 150 };
		const { error } = await run({ parallelRequests: 3 }, bookings(9), 'stopWorkflow');
		expect(codes().sort()).toEqual(['R-0', 'R-1', 'R-2']);
		expect(error?.description).toContain('Of 9 purchases, 2 were accepted and 7 weren’t sent.');
		expect(error?.context?.data).toMatchObject({
			accepted: [{ recipient: 'R-0' }, { recipient: 'R-2' }],
		});
	});
});
