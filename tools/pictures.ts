/**
 * `npm run pictures`: takes the pages' pictures of the real n8n and the mock service's page, so that they
 * stay true. They are for docs/pictures/, and no part of the package.
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

const trigger = 'Sample event';
const sender = 'Confirm by SMS';
const example = readExample(bookingExample);

/** The booking example's data of a guest when it texts. */
const guest = {
	news: 'booked',
	booking: 'R-1001',
	phone: '+34600123456',
	first_name: 'Ana',
	hotel: 'Hotel Aurora',
	check_in: '12 Dec 2026',
	check_out: '15 Dec 2026',
};

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

const messageHolder =
	'=Dear {{ $json.first_name }}, your stay at {{ $json.hotel }} is confirmed. See you soon!';
const smsPreview = previewOptionOf(smsSend);
const contactPreview = previewOptionOf(contactUpsert);

/** The sample event, pinned, and the example's SMS node with other parameters. */
function workflowOf(name: string, json: object, parameters: object): WorkflowFile {
	const [start, sms] = [trigger, sender].map((one) =>
		example.nodes.find((node) => node.name === one)!,
	);
	return {
		name,
		nodes: [start!, { ...sms!, name, parameters: { ...parameters } }],
		settings: {},
		connections: { [trigger]: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		pinData: { [trigger]: [{ json }] },
	};
}

const smsOf = (name: string, options: object, json = guest): WorkflowFile => {
	const { parameters } = example.nodes.find((node) => node.name === sender)!;
	return workflowOf(name, json, { ...parameters, messageHolder, options });
};

/** The panels of nodes: a picture's name, its workflow, and whether it has run. */
const panels: Array<[name: string, workflow: WorkflowFile, runs: boolean]> = [
	['form', smsOf('Confirm by SMS', {}), false],
	['preview', smsOf('Preview', { [smsPreview.name]: smsPreview.initial }), true],
	['failed-check', smsOf('Failed check', {}, { ...guest, phone: 'ana@example.com' }), true],
	[
		'contacts',
		workflowOf('Import contacts', listed, {
			resource: 'contact',
			operation: 'upsert',
			options: { [contactPreview.name]: 'contacts' },
		}),
		true,
	],
];

async function take(page: Page, name: string, shown: Locator | Page): Promise<void> {
	await page.waitForTimeout(700);
	await shown.screenshot({ path: join(root, 'docs', 'pictures', `${name}.png`) });
	console.log(`docs/pictures/${name}.png`);
}

/** Runs the open workflow by a button, and waits until it has ended. */
async function run(page: Page, { client }: Playground, id: string, button: string): Promise<void> {
	await page.getByTestId(button).first().click();
	await client.finishedExecutions(id, 1);
	await page.waitForTimeout(1_000);
	const notification = page.locator('.el-notification__closeBtn').first();
	if (await notification.isVisible()) await notification.click();
}

async function takePanels(page: Page, playground: Playground): Promise<void> {
	const { client, credential, n8n } = playground;
	for (const [name, workflow, runs] of panels) {
		const { id } = await client.importWorkflow(workflow, credential);
		await openWorkflow(page, n8n.url, id);
		if (runs) await run(page, playground, id, 'execute-workflow-button');
		await nodeOnCanvas(page, workflow.name).dblclick();
		await take(page, name, page.getByTestId('ndv'));
	}
}

/** The booking example after its sample event. n8n's checklist would cover a published one. */
async function takeFirstWorkflow(page: Page, playground: Playground): Promise<void> {
	const { client, credential, n8n } = playground;
	const { id } = await client.importWorkflow(example, credential);
	await openWorkflow(page, n8n.url, id);
	await nodeOnCanvas(page, trigger).hover();
	await run(page, playground, id, `execute-workflow-button-${trigger}`);
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

/** A booking that was checked in, and another one whose guest has just got an SMS. */
async function takeDemo(page: Page, { service }: Playground): Promise<void> {
	service.reset();
	await page.setViewportSize({ width: 1040, height: 640 });
	await page.goto(service.url);
	for (const button of [/^Book$/, /^Check in /, /^Book$/]) {
		await page.getByRole('button', { name: button }).click();
		await page.waitForTimeout(2_000);
		for (const { _id } of service.state.bulkJobs) service.endBulkJob(_id, 'processed');
	}
	await take(page, 'demo', page);
}

async function main(): Promise<void> {
	const playground = await startPlayground({ processingDelayMs: 20_000 });
	const browser = await launchBrowser();
	try {
		const page = await openPage(browser);
		await page.setViewportSize({ width: 1280, height: 760 });
		await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
		await signIn(page, playground.n8n.url);
		await takeFirstWorkflow(page, playground);
		await takeWait(page, playground);
		await takePanels(page, playground);
		await takeDemo(page, playground);
	} finally {
		await browser.close();
		await playground.stop();
	}
}

void main();
