import { operations } from '../../nodes/CrmMessaging/actions';
import { bookingExample, exampleFiles, readExample } from '../../playground/demo/fill-n8n';
import { screenshot } from './harness/browser';
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
import { BrowserSession, ownNode } from './harness/session';

const session = new BrowserSession();

const searched = [
	'text message',
	'reservation',
	'guest',
	'callback',
	'contact import',
	'send message to guest',
];
/** n8n adds it to every such dropdown of a node with a credential. */
const addedByN8n = 'Custom API Call';

/** The examples as n8n keeps them. */
async function exampleWorkflows() {
	const names = exampleFiles().map((file) => readExample(file).name);
	const all = await session.playground.client.workflows();
	return all.filter(({ name }) => names.includes(name));
}

const action = ownNode(0, 'Action', 'crmMessaging');
const trigger = ownNode(1, 'Trigger', 'crmMessagingTrigger', { typeVersion: 2 });

describe('the nodes in the editor', () => {
	test('the booking example shows every node with its icon', async () => {
		const { page, playground } = session;
		const { n8n, booking } = playground;
		const own = readExample(bookingExample).nodes.filter(({ type }) =>
			type.startsWith('n8n-nodes-crm-messaging.'),
		);
		expect(own.length).toBeGreaterThan(0);

		await openWorkflow(page, n8n.url, booking.id);

		for (const { name } of own) {
			const node = nodeOnCanvas(page, name);
			expect([name, await showsItsIcon(node)]).toEqual([name, true]);
			expect([name, await notInstalledMark(node).count()]).toEqual([name, 0]);
		}
		// n8n puts its own checklist over the canvas.
		const isCovered = await page
			.getByTestId('sticky')
			.first()
			.evaluate((note) => {
				const { left, top, right, bottom } = note.getBoundingClientRect();
				const points = [
					[left + 10, top + 10],
					[(left + right) / 2, (top + bottom) / 2],
				] as const;
				return points.some(([x, y]) => {
					const on = document.elementFromPoint(x, y);
					return on === null || !(note.contains(on) || on.contains(note));
				});
			});
		expect(isCovered).toBe(false);
		await screenshot(page, 'booking-workflow');
	});

	test('the notes of every example show all of their text', async () => {
		const { page, playground } = session;
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
		const { page } = session;
		await session.open('Each node by itself', [
			action,
			trigger,
			ownNode(2, 'Unknown', 'noSuchNode'),
		]);
		await notInstalledMark(nodeOnCanvas(page, 'Unknown')).waitFor();

		for (const name of ['Action', 'Trigger']) {
			const node = nodeOnCanvas(page, name);
			expect([name, await showsItsIcon(node)]).toEqual([name, true]);
			expect([name, await notInstalledMark(node).count()]).toEqual([name, 0]);
		}
		expect(await showsItsIcon(nodeOnCanvas(page, 'Unknown'))).toBe(false);
		await session.openNode('Trigger');
		await screenshot(page, 'trigger-panel');
	});

	test('a trigger that listens shows what to do next', async () => {
		const { page } = session;
		await session.open('A trigger that listens', [trigger]);
		await page.getByTestId('execute-workflow-button').first().click();
		await page.getByText('Now run the workflow that sends the contacts').first().waitFor();
		await screenshot(page, 'trigger-listens');
		await page.getByTestId('stop-execution-waiting-for-webhook-button').click();
	});

	test('the picker finds it by people’s own words, and says what it does', async () => {
		const { page } = session;
		await session.open('The picker', [action]);
		await openPicker(page);

		for (const words of searched) {
			const found = await foundInPicker(page, words, 'CRM Messaging');
			expect(await found.innerText()).toContain('send SMS and push notifications');
			if (words === 'reservation') await screenshot(page, 'picker');
		}
	});

	test('the panel offers every resource with its operations', async () => {
		const { page } = session;
		const labels = [...new Set(operations.map(({ resource }) => resource.label))];
		expect(labels.length).toBeGreaterThan(1);

		await session.open('Every resource', [action]);
		await session.openNode('Action');

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
		const { page } = session;
		await session.open('Several recipients', [action]);
		await session.openNode('Action');
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
		const { page, playground } = session;
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

		await session.openNode('Reasons');
		await page.getByTestId('ndv').getByText('email is invalid').first().waitFor();
		await screenshot(page, 'import-reasons');
		await page.keyboard.press('Escape');
		await session.openNode('Import and wait');
		await screenshot(page, 'import-and-wait');
	});

	test('the credential asks for four things, hides two, and connects', async () => {
		const { page, playground } = session;
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
