import type { StoredWorkflow } from '../../playground/n8n/client';
import { atService, readExample } from '../../playground/demo/fill-n8n';
import { sharedPlayground } from './harness/playground';
import { postJson } from './harness/post-json';
import { testWhere } from './harness/server-capabilities';
import { setUp } from './harness/set-up';
import { StubModel } from './harness/stub-model';
import { signedPath } from './harness/trigger-calls';
import { until } from './harness/until';

const playground = setUp(() => sharedPlayground({ processingDelayMs: 500 }));

beforeEach(() => playground().service.reset());

async function example(name: string): Promise<StoredWorkflow> {
	const found = (await playground().client.workflows()).find(
		(workflow) => workflow.name === name,
	);
	if (!found) throw new Error(`n8n has no workflow "${name}".`);
	return found;
}

describe('the first workflow', () => {
	const name = 'Form to SMS';

	/** Fills in the published form; returns the page that follows. */
	async function fillIn(answers: readonly string[]): Promise<string> {
		const { client, url } = playground();
		const workflow = await example(name);
		await client.activate(workflow);
		const form = new FormData();
		answers.forEach((answer, index) => form.append(`field-${index}`, answer));
		const path = `${url}/form/crm-messaging-text-a-guest`;
		const sent = await fetch(path, { method: 'POST', body: form });
		const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
		const status = async () => (await client.executions(workflow.id))[0]?.status;
		await until('the last page', async () => (await status()) === 'waiting');
		return await (await fetch(formWaitingUrl)).text();
	}

	test('texts the guest of the form, and shows it', async () => {
		const { service } = playground();
		const page = await fillIn(['Zoë', '+1 202 555 0125']);
		expect(page).toContain('The SMS was sent');
		const text = 'Dear Zoë, your room is ready. Welcome to Hotel Aurora!';
		expect(page).toContain(`+12025550125: ${text}`);
		expect(service.state.smsDeliveries).toMatchObject([{ phone_number: '+12025550125', text }]);
	});
});

describe('the imported examples', () => {
	test('save the rows of a table as contacts', async () => {
		const { client, service } = playground();
		const { id } = await example('Table to contacts');
		await client.execute(id, 'Start');
		const [execution] = await client.finishedExecutions(id, 1);
		expect(execution?.status).toBe('success');
		await until('three contacts', () => service.state.contacts.length === 3);
		expect(service.state.bulkJobs).toHaveLength(1);
		expect(service.state.contacts).toMatchObject([
			{ user_id: 'G-5512', name_first: 'Ana', born_date: '1985-04-23T12:00:00Z' },
			{ user_id: 'G-5513', email: 'liam.smith@example.com' },
			{ user_id: 'G-5514', name_last: 'Dubois' },
		]);
	});

	describe('contacts from a CSV file', () => {
		const name = 'Import contacts from a CSV file';

		test('are imported from the list on the canvas', async () => {
			const { client, service } = playground();
			const { id } = await example(name);
			await client.execute(id, 'Start');
			const [execution] = await client.finishedExecutions(id, 1);
			expect(execution?.status).toBe('success');
			await until('three contacts', () => service.state.contacts.length === 3);
			expect(service.state.bulkJobs).toHaveLength(1);
			expect(service.state.contacts).toMatchObject([
				{ user_id: 'G-5512', name_first: 'Ana', name_last: 'García', language: 'es' },
				{ user_id: 'G-5513', email: 'liam.smith@example.com' },
				{ user_id: 'G-5514', name_first: 'Zoë', name_last: 'Dubois, Martin' },
			]);
			const { data } = await client.execution(execution!.id);
			expect(data).toContain('"Count contacts"');
		});

		test('are imported from a CSV file saved by Excel and uploaded in the form', async () => {
			const { client, service, url } = playground();
			const workflow = await example(name);
			await client.activate(workflow);
			const headings = 'Vorname,Nachname,E-Mail,Handy';
			const rows = [headings, 'Jürgen,Weiß,j.weiss@example.com,+12025550126', ''];
			const form = new FormData();
			const file = new Blob([`\ufeff${rows.join('\r\n')}`], { type: 'text/csv' });
			form.append('field-0', file, 'gäste.csv');
			const path = `${url}/form/crm-messaging-contacts-csv`;
			expect((await fetch(path, { method: 'POST', body: form })).ok).toBe(true);
			await until('the contact', () => service.state.contacts.length === 1);
			const email = 'j.weiss@example.com';
			expect(service.state.contacts).toMatchObject([
				{ name_first: 'Jürgen', name_last: 'Weiß', email },
			]);
		});
	});

	testWhere('dataTables')(
		'store failed contacts in a table, which is created if it is missing',
		async () => {
			const { client, n8n, service } = playground();
			const workflow = await example('Failed contacts to a table');
			await client.activate(workflow);
			const webhookId = 'c47e9b36-51d2-4f08-8a6d-7b0e4d9cffff';
			const url = n8n.url + signedPath(service.account.accountSecret, webhookId);
			const callBack = async (token: string, failed_contacts: object[]): Promise<number> => {
				const valid_contacts = [{ _id: 'c-1', user_id: 'G-1', email: 'ana@example.com' }];
				const metadata = { account_id: 'a', timestamp: 1, token };
				const body = { ...metadata, valid_contacts, failed_contacts };
				return (await postJson(url, body)).status;
			};
			const bad = { user_id: 'G-2', email: 'no address' };
			expect(await callBack('1', [{ contact: bad, error: 'email is invalid' }])).toBe(200);
			await client.finishedExecutions(workflow.id, 1);
			expect(await callBack('2', [{ contact: bad, errors: ['one', 'two'] }])).toBe(200);
			await until(
				'two rows',
				async () => (await client.tableRows('Failed contacts')).length > 1,
			);
			expect(await client.tableRows('Failed contacts')).toMatchObject([
				{ user_id: 'G-2', email: 'no address', reason: 'email is invalid' },
				{ user_id: 'G-2', email: 'no address', reason: 'one, two' },
			]);
			expect(await callBack('3', [])).toBe(200);
			const [last] = await client.finishedExecutions(workflow.id, 3);
			expect(last?.status).toBe('success');
		},
	);

	testWhere('dataTables')(
		'report campaigns to a table, one row per campaign and day',
		async () => {
			const { client, service } = playground();
			const { id } = await example('Campaign report to a table');
			const [first] = service.state.campaigns;
			for (const [times, sent] of [
				[1, 10],
				[2, 20],
			] as const) {
				first!.reports.global.sent = sent;
				await client.execute(id, 'Now');
				const [execution] = await client.finishedExecutions(id, times);
				expect(execution?.status).toBe('success');
				const rows = await client.tableRows('Campaign report');
				expect(rows).toHaveLength(service.state.campaigns.length);
				const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
				const expected = service.state.campaigns.map(({ id, name, status, reports }) => {
					const { sent, delivered, opened, clicked, unsubscribed } = reports.global;
					const figures = { sent, delivered, opened, clicked, unsubscribed };
					const purchases = reports.purchases.total_purchases;
					const row = { day, campaign_id: id, name, status, purchases, ...figures };
					return expect.objectContaining(row) as object;
				});
				expect(rows).toEqual(expect.arrayContaining(expected));
			}
		},
	);
});

describe('the agent that texts a guest', () => {
	const model = setUp(StubModel.start);
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		const { client, credential, service } = playground();
		const openAiApi = await model().credential(client);
		const file = atService(readExample('agent-texts-a-guest.json'), service);
		const nodes = file.nodes.map((node) =>
			node.name === 'Model' ? { ...node, credentials: { openAiApi } } : node,
		);
		workflow = await client.importWorkflow({ ...file, name: 'Agent', nodes }, credential);
	});

	/** Lets the agent look up a reservation and text someone; returns its tools' answers. */
	async function toolAnswersFor(reservation_id: string, phone: string): Promise<string[]> {
		const { client } = playground();
		const before = (await client.executions(workflow.id)).length;
		model().toolAnswers.length = 0;
		model().calls = [
			[{ tool: 'Find_reservation', with: { reservation_id } }],
			[{ tool: 'Text_the_guest', with: { phone, message: 'Votre chambre est prête.' } }],
		];
		await client.execute(workflow.id, 'Sample question');
		const [execution] = await client.finishedExecutions(workflow.id, before + 1);
		expect(execution?.status).toBe('success');
		expect(
			model()
				.offered.map(({ name }) => name)
				.sort(),
		).toEqual(model().calls.flatMap((calls) => calls.map(({ tool }) => tool)));
		return [...model().toolAnswers];
	}

	test('runs in the demo without an account of a model', async () => {
		const { client, service } = playground();
		const { id } = await example('Agent that texts a guest');
		await client.execute(id, 'Sample question');
		const [execution] = await client.finishedExecutions(id, 1);
		expect(execution?.status).toBe('success');
		expect(service.state.smsDeliveries).toMatchObject([
			{ phone_number: '+33612345678', text: 'Chloé, votre chambre est prête. À bientôt !' },
		]);
	});

	test('looks up the reservation, and texts the guest', async () => {
		const [found, sent] = await toolAnswersFor('XPGM-1', '+33612345678');
		expect(found).toContain('+33612345678');
		expect(sent).toContain('"valid":true');
		expect(playground().service.state.smsDeliveries).toMatchObject([
			{ phone_number: '+33612345678', text: 'Votre chambre est prête.' },
		]);
	});
});
