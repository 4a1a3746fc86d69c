import { screenshot, BrowserSession } from './harness/browser';

const session = new BrowserSession();

test('one click on Book shows an SMS on the guest’s phone', async () => {
	const { page, playground } = session;
	const { service, client, booking } = playground;
	const problems: string[] = [];
	page.on('pageerror', ({ message }) => problems.push(message));
	const phone = page.getByRole('list', { name: 'Messages' });
	const { length: earlier } = await client.executions(booking.id);
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
	const [execution] = await client.finishedExecutions(booking.id, earlier + 1);
	expect(execution?.status).toBe('success');
	expect(problems).toEqual([]);
	await screenshot(page, 'mock-service-booked');

	const confirmed = page.getByRole('row', { name: 'Confirmed' });
	await confirmed.getByRole('button', { name: /^Cancel / }).click();
	await client.finishedExecutions(booking.id, earlier + 2);
	await page.getByRole('cell', { name: 'Canceled' }).waitFor();
	await screenshot(page, 'mock-service-canceled');

	const workflow = page.getByRole('link', { name: 'Open in n8n' });
	expect(await workflow.getAttribute('href')).toContain(`/workflow/${booking.id}`);
});
