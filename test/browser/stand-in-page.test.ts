import type { Browser, Page } from 'playwright-core';
import { type Playground, startLimitMs, startPlayground } from '../server/harness/playground';
import { launchBrowser, openPage, screenshot } from './harness/browser';

jest.setTimeout(60_000);

let playground: Playground;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	playground = await startPlayground();
	browser = await launchBrowser();
	page = await openPage(browser);
}, startLimitMs);

afterAll(async () => {
	await browser?.close();
	await playground?.stop();
});

test('one click on Book makes the phone of the guest light up', async () => {
	const { service, client, booking } = playground;
	const problems: string[] = [];
	page.on('pageerror', ({ message }) => problems.push(message));
	const phone = page.getByRole('list', { name: 'Messages' });
	await page.goto(service.url);
	await phone.getByText('No messages yet').waitFor();
	await screenshot(page, 'stand-in-before');

	await page.getByRole('button', { name: 'Book', exact: true }).click();
	const message = phone.locator('li', { hasText: 'SMS to' });
	await message.waitFor();

	const [sent] = service.state.smsDeliveries;
	expect(await message.count()).toBe(1);
	expect(await message.innerText()).toContain(sent?.text);
	expect(await message.innerText()).toContain(`SMS to ${sent?.phone_number}`);
	const [execution] = await client.finishedExecutions(booking.id, 1);
	expect(execution?.status).toBe('success');
	expect(problems).toEqual([]);
	await screenshot(page, 'stand-in-booked');

	await page.getByRole('button', { name: 'Cancel', exact: true }).click();
	await client.finishedExecutions(booking.id, 2);
	await page.getByRole('cell', { name: 'Canceled' }).waitFor();
	await screenshot(page, 'stand-in-canceled');
});
