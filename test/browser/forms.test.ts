import type { Browser, Locator, Page } from 'playwright-core';
import { operations } from '../../nodes/CrmMessaging/actions';
import { type Playground, startLimitMs, startPlayground } from '../server/harness/playground';
import { launchBrowser, openPage, screenshot, signIn } from './harness/browser';
import { nodeOnCanvas, openWorkflow } from './harness/editor';

jest.setTimeout(60_000);

let playground: Playground;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	playground = await startPlayground();
	browser = await launchBrowser();
	page = await openPage(browser);
	await signIn(page, playground.n8n.url);
}, startLimitMs);

afterAll(async () => {
	await browser?.close();
	await playground?.stop();
});

/** A node as a person finds it who has just chosen an operation. */
async function openForm(resource: string, operation: string): Promise<void> {
	const node = {
		id: 'form',
		name: 'Form',
		type: 'n8n-nodes-crm-messaging.crmMessaging',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: { resource, operation },
	};
	const file = { name: `${resource} ${operation}`, nodes: [node], connections: {} };
	const { id } = await playground.client.importWorkflow(file, playground.credential);
	await openWorkflow(page, playground.n8n.url, id);
	await nodeOnCanvas(page, 'Form').dblclick();
}

/** A purchase asks for too much to fit as a whole; what it requires does, and its contacts. */
function lastOfPurchase(page: Page): Locator {
	return page.getByTestId('ndv').getByRole('button', { name: 'Add Contact' });
}

test.each(operations.map((one) => [one.resource.label, one.name, one] as const))(
	'%s: %s fits a screen of 1440 × 900 down to its Options',
	async (label, name, { resource, operation }) => {
		await openForm(resource.name, operation);
		const panel = page.getByTestId('ndv');
		const options = panel.getByText('Options', { exact: true }).last();
		await options.waitFor();
		await screenshot(page, `form-${label}-${name}`.toLowerCase().replaceAll(' ', '-'));
		const last = resource.name === 'purchase' ? lastOfPurchase(page) : options;
		const { y, height } = (await last.boundingBox())!;
		const seen = (await panel.boundingBox())!;
		expect(y + height).toBeLessThanOrEqual(seen.y + seen.height);
	},
);

test('a preview shows what an import would save, and says so in one box', async () => {
	const row = { Vorname: 'Ana', Mail: 'ana@example.com', Room: 'sea view' };
	const place = (at: number) => ({ typeVersion: 1, position: [at * 220, 0] as [number, number] });
	const start = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		parameters: {},
	};
	const rows = {
		id: 'rows',
		name: 'Rows',
		type: 'n8n-nodes-base.set',
		parameters: { mode: 'raw', jsonOutput: JSON.stringify(row), options: {} },
	};
	const save = {
		id: 'save',
		name: 'Save',
		type: 'n8n-nodes-crm-messaging.crmMessaging',
		parameters: { options: { preview: 'contacts' } },
	};
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const file = {
		name: 'Preview of contacts',
		nodes: [
			{ ...start, ...place(0) },
			{ ...rows, ...place(1), typeVersion: 3.4 },
			{ ...save, ...place(2) },
		],
		connections: { Start: to('Rows'), Rows: to('Save') },
	};
	const { id } = await playground.client.importWorkflow(file, playground.credential);
	await openWorkflow(page, playground.n8n.url, id);
	await nodeOnCanvas(page, 'Save').dblclick();
	const panel = page.getByTestId('ndv');
	await panel.getByRole('button', { name: 'Execute step' }).first().click();
	const hint = panel.getByText('This is a preview: nothing was sent.').first();
	await hint.waitFor();
	expect(await hint.innerText()).toMatch(
		/Map Automatically read .+\n.+Room.+\n1 contact\.\nThis/,
	);
	await panel.getByText('a custom field').first().waitFor();
	await screenshot(page, 'preview-of-contacts');
});
