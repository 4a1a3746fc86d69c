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
