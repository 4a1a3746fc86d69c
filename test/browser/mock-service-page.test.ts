import { screenshot } from './harness/browser';
import { BrowserSession } from './harness/session';

const session = new BrowserSession();

test('one click on Book makes the phone of the guest light up', async () => {
	const { page, playground } = session;
	const { service, client, booking } = playground;
	const problems: string[] = [];
	page.on('pageerror', ({ message }) => problems.push(message));
	const phone = page.getByRole('list', { name: 'Messages' });
	await page.goto(service.url);
	await phone.getByText('No messages yet').waitFor();
	await screenshot(page, 'mock-service-before');

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
	await screenshot(page, 'mock-service-booked');

	await page.getByRole('button', { name: 'Cancel', exact: true }).click();
	await client.finishedExecutions(booking.id, 2);
	await page.getByRole('cell', { name: 'Canceled' }).waitFor();
	await screenshot(page, 'mock-service-canceled');

	const workflow = page.getByRole('link', { name: 'Open in n8n' });
	expect(await workflow.getAttribute('href')).toContain(`/workflow/${booking.id}`);
});

test('the page shows what a credential of your own holds, to be copied', async () => {
	const { page, playground } = session;
	const { url, account } = playground.service;
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
	await page.goto(url);
	await page.getByRole('button', { name: 'Account and secrets' }).click();
	for (const [label, value] of [
		['Base URL', url],
		['Account ID', account.id],
		['Account Secret', account.accountSecret],
		['Master Secret', account.masterSecret],
	]) {
		expect(await page.getByLabel(label!, { exact: true }).inputValue()).toBe(value);
		await page.getByRole('button', { name: `Copy ${label}` }).click();
		// The button says so only until the page is drawn again.
		await page.waitForFunction(
			async (expected) => (await navigator.clipboard.readText()) === expected,
			value,
		);
	}
	await screenshot(page, 'mock-service-credential');
	await page.keyboard.press('Escape');
	expect(await page.getByLabel('Base URL', { exact: true }).isVisible()).toBe(false);
});

test('a booking that n8n refuses looks refused', async () => {
	const { page, playground } = session;
	await page.goto(playground.service.url);
	await page.getByLabel('Events go to').fill(`${playground.n8n.url}/webhook/no-one`);
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('button', { name: 'Book', exact: true }).click();

	const refused = page.locator('tr.off', { hasText: 'Refused' });
	await refused.waitFor();
	const guest = refused.locator('td').first();
	expect(await guest.evaluate((cell) => getComputedStyle(cell).textDecorationLine)).toBe(
		'line-through',
	);
	await screenshot(page, 'mock-service-refused');

	playground.service.faults.add({ action: { respond: { status: 422, body: { error: 'no' } } } });
	await page.getByLabel('Events go to').fill(playground.bookingUrl);
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('button', { name: 'Book', exact: true }).click();
	await page.locator('tr.off', { hasText: 'Refused by the service' }).waitFor();
});

test('everything fits a phone without scrolling sideways', async () => {
	const { browser, playground } = session;
	const narrow = await browser.newPage({ viewport: { width: 390, height: 844 } });
	await narrow.goto(playground.service.url);
	await narrow.locator('#bookings tr.off').first().waitFor();
	const tooWide = () =>
		narrow.evaluate(() =>
			[...document.querySelectorAll('html, body, body *')]
				.filter((one) => one.closest('svg, .phone, input, select') === null)
				.filter((one) => one.scrollWidth > Math.max(one.clientWidth, 1) + 1)
				.filter((one) => getComputedStyle(one).display !== 'inline')
				.map((one) => `${one.tagName} ${one.id} ${one.className}`),
		);
	await narrow.getByRole('button', { name: 'For developers' }).click();
	for (const tab of await narrow.getByRole('tab').all()) {
		await tab.click();
		expect(await tooWide()).toEqual([]);
	}
	const margins = await narrow.evaluate(() =>
		[...document.querySelectorAll('.phone, .work-column > *')].map((one) => {
			const { left, right } = one.getBoundingClientRect();
			return [left, document.documentElement.clientWidth - right];
		}),
	);
	expect(margins.length).toBeGreaterThan(2);
	expect(new Set(margins.flat()).size).toBe(1);
	await screenshot(narrow, 'mock-service-narrow');
	await narrow.close();
});
