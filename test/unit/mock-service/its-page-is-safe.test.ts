import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { start } from './client';

test('a page of another site cannot press the buttons', async () => {
	const { url } = await start();
	const response = await fetch(`${url}/_control/book`, { method: 'POST', body: '{}' });
	expect(response.status).toBe(415);
});

test('the page loads nothing from other sites and does not count as a request to the service', async () => {
	const service = await start();
	const files = readdirSync(join(__dirname, '../../../playground/service/page'));
	for (const file of ['', ...files]) {
		const response = await fetch(`${service.url}/${file}`);
		expect([file, response.status]).toEqual([file, 200]);
		expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
		const text = (await response.text()).replaceAll('http://www.w3.org/2000/svg', '');
		expect(text).not.toMatch(/https?:\/\/|innerHTML/);
	}
	expect([files.length > 5, service.requests]).toEqual([true, []]);
});
