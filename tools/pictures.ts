/**
 * `npm run pictures`: takes the README's pictures of the real n8n and the mock service's page, so that
 * they stay true. They are for docs/pictures/, and no part of the package.
 */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { contactUpsert } from '../nodes/CrmMessaging/actions/contact/upsert.operation';
import { smsSend } from '../nodes/CrmMessaging/actions/sms/send.operation';
import { previewOptionOf } from '../nodes/CrmMessaging/engine/options';
import { bookingExample, readExample } from '../playground/demo/fill-n8n';
import { root } from '../playground/n8n/machine';
import type { WorkflowFile } from '../playground/n8n/workflow-file';
import { launchBrowser, openPage, signIn } from '../test/browser/harness/browser';
import { nodeOnCanvas, openWorkflow } from '../test/browser/harness/editor';
import { type Playground, startPlayground } from '../test/server/harness/playground';

const folder = join(root, 'docs', 'pictures');
const trigger = 'Sample event';
const sender = 'Confirm by SMS';

/** The booking example's data of a guest when it texts. */
const news = {
	news: 'booked',
	booking: 'R-1001',
	phone: '+34600123456',
	first_name: 'Ana',
	hotel: 'Hotel Aurora',
	check_in: '12 Dec 2026',
	check_out: '15 Dec 2026',
};

const message =
	'=Dear {{ $json.first_name }}, your stay at {{ $json.hotel }} is confirmed. See you soon!';

/** The SMS of the booking example, with another message and options. */
function smsWorkflow(name: string, options: object, phone: string): WorkflowFile {
	const { nodes, settings } = readExample(bookingExample);
	const [start, sms] = [trigger, sender].map((one) => nodes.find((node) => node.name === one)!);
	const parameters = { ...sms!.parameters, messageHolder: message, options };
	return {
		name,
		nodes: [start!, { ...sms!, parameters }],
		settings,
		connections: { [trigger]: { main: [[{ node: sender, type: 'main', index: 0 }]] } },
		pinData: { [trigger]: [{ json: { ...news, phone } }] },
	};
}

async function take(page: Page, name: string, shown: Locator | Page): Promise<void> {
	await page.waitForTimeout(700);
	await shown.screenshot({ path: join(folder, `${name}.png`) });
	console.log(`docs/pictures/${name}.png`);
}

/** A booking that was checked in, and another one whose guest has just got an SMS. */
async function takeDemo(page: Page, { service }: Playground): Promise<void> {
	await page.setViewportSize({ width: 1040, height: 640 });
	await page.goto(service.url);
	for (const button of [/^Book$/, /^Check in /, /^Book$/]) {
		await page.getByRole('button', { name: button }).click();
		await page.waitForTimeout(2_000);
		for (const { _id } of service.state.bulkJobs) service.endBulkJob(_id, 'processed');
	}
	await take(page, 'demo', page);
}

/** The node that sends an SMS in the editor, after a run if it has one. */
async function takeSms(
	page: Page,
	{ client, credential, n8n }: Playground,
	name: string,
	{ options = {}, phone = news.phone, runs = true },
): Promise<void> {
	const { id } = await client.importWorkflow(smsWorkflow(name, options, phone), credential);
	await openWorkflow(page, n8n.url, id);
	if (runs) {
		await page.getByTestId('execute-workflow-button').first().click();
		await client.finishedExecutions(id, 1);
		await page.waitForTimeout(1_000);
		await page.locator('.el-notification__closeBtn').first().click();
	}
	await nodeOnCanvas(page, sender).dblclick();
	await take(page, name, page.getByTestId('ndv'));
}

/** The booking example after its sample event. n8n's checklist would cover a published one. */
async function takeFirstWorkflow(
	page: Page,
	{ client, credential, n8n }: Playground,
): Promise<void> {
	const example = readExample(bookingExample);
	const { id } = await client.importWorkflow(example, credential);
	await openWorkflow(page, n8n.url, id);
	await nodeOnCanvas(page, trigger).hover();
	await page.getByTestId(`execute-workflow-button-${trigger}`).click();
	await client.finishedExecutions(id, 1);
	await page.waitForTimeout(1_000);
	await page.locator('.el-notification__closeBtn').first().click();
	await take(page, 'first-workflow', page.locator('.vue-flow').first());
}

async function takeWait(page: Page, { client, n8n }: Playground): Promise<void> {
	const all = await client.workflows();
	const { id } = all.find(({ name }) => name === 'Import contacts, wait, report failures')!;
	await openWorkflow(page, n8n.url, id);
	await page.getByTestId('execute-workflow-button').first().click();
	await client.waitingExecution(id);
	await nodeOnCanvas(page, 'Import and wait').dblclick();
	await take(page, 'wait', page.getByTestId('ndv'));
}

/** A list whose columns are previewed as contacts. */
async function takeContacts(page: Page, { client, credential, n8n }: Playground): Promise<void> {
	const { nodes } = readExample(bookingExample);
	const start = nodes.find(({ name }) => name === trigger)!;
	const name = 'Import contacts';
	const workflow: WorkflowFile = {
		name: 'A list of guests',
		nodes: [
			start,
			{
				...nodes.find((node) => node.name === sender)!,
				name,
				parameters: {
					resource: 'contact',
					operation: 'upsert',
					options: { [previewOptionOf(contactUpsert).name]: 'contacts' },
				},
			},
		],
		settings: {},
		connections: { [trigger]: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		pinData: { [trigger]: [{ json: listed }] },
	};
	const { id } = await client.importWorkflow(workflow, credential);
	await openWorkflow(page, n8n.url, id);
	await page.getByTestId('execute-workflow-button').first().click();
	await client.finishedExecutions(id, 1);
	await page.waitForTimeout(1_000);
	await nodeOnCanvas(page, name).dblclick();
	await take(page, 'contacts', page.getByTestId('ndv'));
}

/** A guest as a spreadsheet has one. */
const listed = {
	'Guest ID': 'G-5512',
	'First Name': 'Ana',
	'E-Mail': 'ana.garcia@example.com',
	Phone: '+34910123456',
	Mobile: '+34600123456',
	'Email Opt-Out': 'no',
	Room: 'sea view',
};

async function main(): Promise<void> {
	const playground = await startPlayground({ processingDelayMs: 20_000 });
	const browser = await launchBrowser();
	try {
		const page = await openPage(browser);
		await page.setViewportSize({ width: 1280, height: 760 });
		await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
		await signIn(page, playground.n8n.url);
		if (process.argv[2] === 'contacts') return await takeContacts(page, playground);
		await takeFirstWorkflow(page, playground);
		await takeWait(page, playground);
		await takeContacts(page, playground);
		await takeSms(page, playground, 'form', { runs: false });
		const { name, initial: messages } = previewOptionOf(smsSend);
		await takeSms(page, playground, 'preview', { options: { [name]: messages } });
		await takeSms(page, playground, 'failed-check', { phone: 'ana@example.com' });
		playground.service.reset();
		await takeDemo(page, playground);
	} finally {
		await browser.close();
		await playground.stop();
	}
}

void main();
