import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requestAdvice, brokenRequest } from '../../nodes/CrmMessaging/catalogue/requests';
import { serverFolder } from '../../playground/n8n/cache-folder';
import { activated, postGuests } from './harness/import-jobs';
import { inRow, split, start, text } from './harness/import-workflow';
import { type Playground, startLimitMs, startPlayground } from './harness/playground';

const isProtected = existsSync(join(serverFolder(), 'node_modules/@n8n/backend-network/dist/ssrf'));

let playground: Playground;

beforeAll(async () => {
	playground = await startPlayground({}, { N8N_SSRF_PROTECTION_ENABLED: 'true' });
}, startLimitMs);

afterAll(() => playground?.stop());

test('where n8n keeps requests from an address, the node says that nothing was sent', async () => {
	const { client, service, n8n } = playground;
	const { id } = await activated(playground, inRow('Text', start('text'), split, text('Hello')));
	await postGuests(`${n8n.url}/webhook/text`, ['+34600123456']);
	const [execution] = await client.finishedExecutions(id, 1);
	const { status, data } = await client.execution(execution!.id);
	expect(status).toBe(isProtected ? 'error' : 'success');
	expect(service.requests).toHaveLength(isProtected ? 0 : 1);
	expect(data.includes(brokenRequest.blockedAddress('').text)).toBe(isProtected);
	expect(data).not.toContain(requestAdvice.mayBeAccepted);
}, 60_000);
