import type { StoredWorkflow } from '../../playground/n8n/client';
import { endOf, ran, sharedPlayground, setUp, until } from './harness/playground';
import { testWhere } from './harness/server-capabilities';
import { postJson } from './harness/servers';
import { signedPath } from './harness/workflows';

const playground = setUp(() => sharedPlayground({ processingDelayMs: 500 }));

beforeEach(() => playground().service.reset());

async function example(name: string): Promise<StoredWorkflow> {
	return (await playground().client.workflows()).find((one) => one.name === name)!;
}

test('the first workflow texts the guest of the published form, and shows it', async () => {
	const { client, service, url } = playground();
	const workflow = await example('Form to SMS');
	await client.activate(workflow);
	const form = new FormData();
	['Zoë', '+1 202 555 0125'].forEach((answer, at) => form.append(`field-${at}`, answer));
	const path = `${url}/form/crm-messaging-text-a-guest`;
	const sent = await fetch(path, { method: 'POST', body: form });
	const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
	await client.waitingExecution(workflow.id);
	const page = await (await fetch(formWaitingUrl)).text();
	expect(page).toContain('The SMS was sent');
	const text = 'Dear Zoë, your room is ready. Welcome to Hotel Aurora!';
	expect(page).toContain(`+12025550125: ${text}`);
	expect(service.state.smsDeliveries).toMatchObject([{ phone_number: '+12025550125', text }]);
});

describe('the imported examples', () => {
	const inTable = { name_first: 'Ana', born_date: '1985-04-23T12:00:00Z' };
	const inFile = { name_last: 'García', language: 'es' };
	test.each([
		['Table to contacts', inTable, 'Dubois'],
		['Import contacts from a CSV file', inFile, 'Dubois, Martin'],
	])('save the contacts that are on the canvas: %s', async (name, first, last) => {
		const { service } = playground();
		await ran(playground(), (await example(name)).id);
		await until('three contacts', () => service.state.contacts.length === 3);
		expect(service.state.bulkJobs).toHaveLength(1);
		expect(service.state.contacts).toMatchObject([
			{ user_id: 'G-5512', ...first },
			{ user_id: 'G-5513', email: 'liam.smith@example.com' },
			{ user_id: 'G-5514', name_last: last },
		]);
	});

	test('save the contacts of a CSV file from Excel that is uploaded in the form', async () => {
		const { client, service, url } = playground();
		await client.activate(await example('Import contacts from a CSV file'));
		const headings = 'Vorname,Nachname,E-Mail,Handy';
		const rows = [headings, 'Jürgen,Weiß,j.weiss@example.com,+12025550126', ''];
		const form = new FormData();
		const file = new Blob([`\ufeff${rows.join('\r\n')}`], { type: 'text/csv' });
		form.append('field-0', file, 'gäste.csv');
		const path = `${url}/form/crm-messaging-contacts-csv`;
		expect((await fetch(path, { method: 'POST', body: form })).ok).toBe(true);
		await until('the contact', () => service.state.contacts.length === 1);
		const contact = { name_first: 'Jürgen', name_last: 'Weiß', email: 'j.weiss@example.com' };
		expect(service.state.contacts).toMatchObject([contact]);
	});

	testWhere('dataTables')(
		'store failed contacts in a table, which is created if it is missing',
		async () => {
			const { client, n8n, service } = playground();
			const workflow = await example('Failed contacts to a table');
			await client.activate(workflow);
			const webhookId = 'c47e9b36-51d2-4f08-8a6d-7b0e4d9cffff';
			const url = n8n.url + signedPath(service.account.accountSecret, webhookId);
			const bad = { user_id: 'G-2', email: 'liam smith@example.com' };
			const callBack = async (token: string, failed_contacts: object[]): Promise<void> => {
				const job = { account_id: 'a', timestamp: 1, token };
				const body = { ...job, valid_contacts: [{ user_id: 'G-1' }], failed_contacts };
				const { status } = await endOf(client, workflow.id, () => postJson(url, body));
				expect(status).toBe('success');
			};
			await callBack('1', [{ contact: bad, error: 'email is invalid' }]);
			await callBack('2', [{ contact: bad, errors: ['one', 'two'] }]);
			await callBack('3', []);
			expect(await client.tableRows('Failed contacts')).toMatchObject([
				{ ...bad, reason: 'email is invalid' },
				{ ...bad, reason: 'one, two' },
			]);
		},
	);

	testWhere('dataTables')(
		'report campaigns to a table, one row per campaign and day',
		async () => {
			const { client, service } = playground();
			const { id } = await example('Campaign report to a table');
			const [first] = service.state.campaigns;
			for (const sent of [10, 20]) {
				first!.reports.global.sent = sent;
				await ran(playground(), id, 'Now');
				const rows = await client.tableRows('Campaign report');
				expect(rows).toHaveLength(service.state.campaigns.length);
				const { sent: _, delivered, opened, clicked, unsubscribed } = first!.reports.global;
				const figures = { sent, delivered, opened, clicked, unsubscribed };
				const purchases = first!.reports.purchases.total_purchases;
				const { id: campaign_id, name, status } = first!;
				const row = rows.find((one) => one.campaign_id === campaign_id)!;
				expect(row).toMatchObject({ name, status, purchases, ...figures });
				expect(row.day).toMatch(/^\d{4}-\d\d-\d\d$/);
			}
		},
	);
});

test('the agent that texts a guest runs in the demo without an account of a model', async () => {
	await ran(playground(), (await example('Agent that texts a guest')).id, 'Sample question');
	expect(playground().service.state.smsDeliveries).toMatchObject([
		{ phone_number: '+33612345678', text: 'Chloé, votre chambre est prête. À bientôt !' },
	]);
});
