/**
 * `npm run pictures`: takes the pages' pictures of the real n8n and the mock service's page, so that they
 * stay true. They are for docs/pictures/, and no part of the package.
 */
import { join } from 'node:path';
import pWaitFor from 'p-wait-for';
import type { Locator, Page } from 'playwright-core';
import { bookingExample, readExample } from '../playground/demo/fill-n8n';
import { root } from '../playground/n8n/machine';
import type { WorkflowFile } from '../playground/n8n/workflow-file';
import { launchBrowser, openPage, signIn } from '../test/browser/harness/browser';
import { nodeOnCanvas, openWorkflow } from '../test/browser/harness/editor';
import { type Playground, startPlayground } from '../test/server/harness/playground';
import workflows from './pictures.json';

async function take(page: Page, name: string, shown: Locator | Page): Promise<void> {
	await page.waitForTimeout(700);
	await shown.screenshot({ path: join(root, 'docs', 'pictures', `${name}.png`) });
	console.log(`docs/pictures/${name}.png`);
}

/** Imports a workflow, and runs it by a button unless its name is empty. */
async function open(
	page: Page,
	{ client, credential, n8n }: Playground,
	workflow: WorkflowFile,
	button = 'execute-workflow-button',
): Promise<void> {
	const { id } = await client.importWorkflow(workflow, credential);
	await openWorkflow(page, n8n.url, id);
	await nodeOnCanvas(page, 'Sample event').hover();
	if (!button) return;
	await page.getByTestId(button).first().click();
	await client.finishedExecutions(id, 1);
	await page.waitForTimeout(1_000);
	const notification = page.locator('.el-notification__closeBtn').first();
	if (await notification.isVisible()) await notification.click();
}

/** The panel of the node of each workflow in pictures.json, whose name is the picture's. */
async function takePanels(page: Page, playground: Playground): Promise<void> {
	for (const workflow of workflows as object[] as WorkflowFile[]) {
		await open(page, playground, workflow, workflow.name === 'form' ? '' : undefined);
		await nodeOnCanvas(page, workflow.nodes[1]!.name).dblclick();
		await take(page, workflow.name, page.getByTestId('ndv'));
	}
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
	const { bulkJobs, smsDeliveries } = service.state;
	for (const [at, button] of [/^Book$/, /^Check in /, /^Book$/].entries()) {
		await page.getByRole('button', { name: button }).click();
		await pWaitFor(() => smsDeliveries.length > at);
		for (const { _id } of bulkJobs) service.endBulkJob(_id, 'processed');
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
		// n8n's checklist would cover a published one.
		const example = readExample(bookingExample);
		await open(page, playground, example, 'execute-workflow-button-Sample event');
		await take(page, 'first-workflow', page.locator('.vue-flow').first());
		await takeWait(page, playground);
		await takePanels(page, playground);
		await takeDemo(page, playground);
	} finally {
		await browser.close();
		await playground.stop();
	}
}

void main();
