import type { Browser, Page } from 'playwright-core';
import { operations } from '../../nodes/CrmMessaging/actions';
import { bookingExample, exampleFiles, readExample } from '../../playground/demo/fill-n8n';
import type { WorkflowNode } from '../../playground/n8n/workflow-file';
import {
	type SharedPlayground,
	sharedPlayground,
	startLimitMs,
} from '../server/harness/playground';
import { launchBrowser, openPage, screenshot, signIn } from './harness/browser';
import {
	addToCollection,
	choicesOf,
	choose,
	fieldOf,
	foundInPicker,
	nodeOnCanvas,
	notInstalledMark,
	openPicker,
	openWorkflow,
	showsItsIcon,
	spaceBelowNotes,
} from './harness/editor';

jest.setTimeout(60_000);

const packageName = 'n8n-nodes-crm-messaging';
/** What a person looks for. */
const searched = [
	'text message',
	'sms',
	'reservation',
	'booking',
	'customer',
	'guest',
	'mobile',
	'bulk',
	'callback',
	'push notification',
	'crm',
];
/** n8n adds it to every such dropdown of a node with a credential. */
const addedByN8n = 'Custom API Call';

let playground: SharedPlayground;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	playground = await sharedPlayground();
	browser = await launchBrowser();
	page = await openPage(browser);
	await signIn(page, playground.n8n.url);
}, startLimitMs);

afterAll(async () => {
	await browser?.close();
	await playground?.stop();
});

/** The examples as n8n keeps them. */
async function exampleWorkflows() {
	const names = exampleFiles().map((file) => readExample(file).name);
	const all = await playground.client.workflows();
	return all.filter(({ name }) => names.includes(name));
}

/** A node by itself, as it is when just added. */
function bareNode(
	name: string,
	type: string,
	row: number,
	typeVersion = 1,
): WorkflowNode & Record<string, unknown> {
	return {
		id: name,
		name,
		type: `${packageName}.${type}`,
		typeVersion,
		position: [0, row * 220],
		parameters: {},
	};
}

/** A workflow with each of the nodes, and one of a type that does not exist. */
function importBareNodes() {
	const nodes = [
		bareNode('Action', 'crmMessaging', 0),
		bareNode('Trigger', 'crmMessagingTrigger', 1, 2),
		bareNode('Unknown', 'noSuchNode', 2),
	];
	const file = { name: 'Each node by itself', nodes, connections: {} };
	return playground.client.importWorkflow(file, playground.credential);
}

describe('the nodes in the editor', () => {
	test('the booking example shows every node with its icon', async () => {
		const { n8n, booking } = playground;
		const own = readExample(bookingExample).nodes.filter(({ type }) =>
			type.startsWith(`${packageName}.`),
		);
		expect(own.length).toBeGreaterThan(0);

		await openWorkflow(page, n8n.url, booking.id);

		for (const { name } of own) {
			const node = nodeOnCanvas(page, name);
			expect([name, await showsItsIcon(node)]).toEqual([name, true]);
			expect([name, await notInstalledMark(node).count()]).toEqual([name, 0]);
		}
		await screenshot(page, 'booking-workflow');
	});

	test('the notes of every example show all of their text', async () => {
		for (const { id, name } of await exampleWorkflows()) {
			await openWorkflow(page, playground.n8n.url, id);
			const rest = await spaceBelowNotes(page);
			expect([name, rest.length > 0, rest.filter((pixels) => pixels < 0)]).toEqual([
				name,
				true,
				[],
			]);
		}
	}, 180_000);

	test('both nodes are known, and one that does not exist is marked', async () => {
		const workflow = await importBareNodes();

		await openWorkflow(page, playground.n8n.url, workflow.id);
		await notInstalledMark(nodeOnCanvas(page, 'Unknown')).waitFor();

		for (const name of ['Action', 'Trigger']) {
			const node = nodeOnCanvas(page, name);
			expect([name, await showsItsIcon(node)]).toEqual([name, true]);
			expect([name, await notInstalledMark(node).count()]).toEqual([name, 0]);
		}
		expect(await showsItsIcon(nodeOnCanvas(page, 'Unknown'))).toBe(false);
		await nodeOnCanvas(page, 'Trigger').dblclick();
		await page.getByTestId('ndv').waitFor();
		await screenshot(page, 'trigger-panel');
	});

	test('the picker finds it by people’s own words, and says what it does', async () => {
		const workflow = await importBareNodes();
		await openWorkflow(page, playground.n8n.url, workflow.id);
		await openPicker(page);

		for (const words of searched) {
			const found = await foundInPicker(page, words, 'CRM Messaging');
			expect(await found.innerText()).toContain('send SMS and push notifications');
			if (words === 'reservation') await screenshot(page, 'picker');
		}
	});

	test('the panel offers every resource with its operations', async () => {
		const workflow = await importBareNodes();
		const labels = [...new Set(operations.map(({ resource }) => resource.label))].sort();
		expect(labels.length).toBeGreaterThan(1);

		await openWorkflow(page, playground.n8n.url, workflow.id);
		await nodeOnCanvas(page, 'Action').dblclick();

		expect(await choicesOf(page, 'resource')).toEqual([...labels, addedByN8n]);
		for (const resource of labels) {
			const own = operations.filter((operation) => operation.resource.label === resource);
			await choose(page, 'resource', resource);
			expect(await choicesOf(page, 'operation')).toEqual([
				...own.map(({ name }) => name),
				addedByN8n,
			]);
			await screenshot(page, `panel-${resource.toLowerCase().replace(' ', '-')}`);
		}
	});

	test('several recipients are an option that takes the place of To, and options hold options', async () => {
		const workflow = await importBareNodes();
		await openWorkflow(page, playground.n8n.url, workflow.id);
		await nodeOnCanvas(page, 'Action').dblclick();
		await choose(page, 'resource', 'SMS');
		await fieldOf(page, 'phoneNumber').waitFor();
		await screenshot(page, 'sms-first');

		await addToCollection(page, 'Add Option', 'Recipients (JSON)');
		await fieldOf(page, 'deliveriesJson').waitFor();
		await fieldOf(page, 'phoneNumber').waitFor({ state: 'hidden' });
		await addToCollection(page, 'Add Option', 'Batching');
		await addToCollection(page, 'Add Field', 'Batch Size');
		await fieldOf(page, 'batchSize').waitFor();
		await screenshot(page, 'sms-options');
	});

	test('a click runs the import example, which rests until the service calls back', async () => {
		const { client, n8n } = playground;
		const all = await client.workflows();
		const { id } = all.find(({ name }) => name === 'Import contacts, wait, report failures')!;

		await openWorkflow(page, n8n.url, id);
		await page.getByTestId('execute-workflow-button').first().click();
		await client.waitingExecution(id);
		await screenshot(page, 'import-waits');
		const [execution] = await client.finishedExecutions(id, 1);
		expect(execution?.status).toBe('success');
		await nodeOnCanvas(page, 'Report').getByTestId('canvas-node-status-success').waitFor();
		await screenshot(page, 'import-reported');

		await nodeOnCanvas(page, 'Reasons').dblclick();
		await page.getByTestId('ndv').getByText('email is invalid').first().waitFor();
		await screenshot(page, 'import-reasons');
		await page.keyboard.press('Escape');
		await nodeOnCanvas(page, 'Import and wait').dblclick();
		await page.getByTestId('ndv').waitFor();
		await screenshot(page, 'import-and-wait');
	});

	test('the credential asks for four things, hides two, and connects', async () => {
		await page.goto(`${playground.n8n.url}/home/credentials`);
		await page.getByText(playground.credential.name).first().click();
		await page.getByText('Connection tested successfully').waitFor();

		const fields = ['baseUrl', 'accountId', 'accountSecret', 'masterSecret'];
		const inputs = fields.map((name) =>
			page.getByTestId(`parameter-input-${name}`).locator('input'),
		);

		for (const input of inputs) expect(await input.count()).toBe(1);
		expect(await inputs[0]?.inputValue()).toBe(playground.service.url);
		expect(await inputs[2]?.inputValue()).not.toContain(
			playground.service.account.accountSecret,
		);
		expect(await inputs[3]?.inputValue()).not.toContain(
			playground.service.account.masterSecret,
		);
		await screenshot(page, 'credential');
	});
});
