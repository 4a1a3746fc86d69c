import { crmMessaging, inRow, nodeAt } from '../server/harness/workflows';
import { screenshot, BrowserSession } from './harness/browser';
import { addToCollection, choose, fieldOf, foundInPicker } from './harness/editor';

const session = new BrowserSession();

/** Words for which the node is the first result. */
const searched =
	'send sms|text message|guest|booking|reservation|push notification|import contacts|send message to guest';

const action = nodeAt(1, 'Action', crmMessaging, 1);

describe('in the editor,', () => {
	test('the picker shows the node first for everyday words, with its description', async () => {
		const { page } = session;
		await session.open(inRow('The picker', action));
		await page.getByTestId('node-creator-plus-button').click();

		for (const words of searched.split('|')) {
			const found = await foundInPicker(page, words, 'CRM Messaging');
			expect(await found.innerText()).toContain('Send SMS and push notifications');
			const [first] = await page.getByTestId('node-creator-item-name').allInnerTexts();
			expect([words, first]).toEqual([words, 'CRM Messaging']);
			if (words === 'reservation') await screenshot(page, 'picker');
		}
	});

	test('a list of recipients replaces To, and options can contain options', async () => {
		const { page } = session;
		await session.open(inRow('Several recipients', action));
		await session.openNode('Action');
		await choose(page, 'resource', 'SMS');
		await fieldOf(page, 'phoneNumber').waitFor();
		await screenshot(page, 'sms-first');

		await choose(page, 'recipientsFrom', 'List');
		await fieldOf(page, 'phoneNumber').waitFor({ state: 'hidden' });
		await page.getByRole('button', { name: 'Add Recipient' }).click();
		await fieldOf(page, 'phoneNumber').waitFor();
		await addToCollection(page, 'Add Option', 'Batch Size');
		await fieldOf(page, 'batchSize').waitFor();
		await screenshot(page, 'sms-options');
	});

	test('the credential has four fields, hides both secrets, and connects', async () => {
		const { page, playground } = session;
		await page.goto(`${playground.n8n.url}/home/credentials`);
		await page.getByText(playground.credential.name).first().click();
		await page.getByText('Connection tested successfully').waitFor();

		const { url, account } = playground.service;
		const valueOf = (name: string) => fieldOf(page, name).locator('input').inputValue();
		expect([await valueOf('baseUrl'), await valueOf('accountId')]).toEqual([url, account.id]);
		for (const name of ['accountSecret', 'masterSecret'] as const)
			expect(await valueOf(name)).not.toContain(account[name]);
		await screenshot(page, 'credential');
	});
});
