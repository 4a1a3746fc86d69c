import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refusedRequest } from '../../nodes/CrmMessaging/catalogue/requests';
import { closing } from '../../nodes/CrmMessaging/catalogue/runs';
import { serverFolder } from '../../playground/n8n/cache-folder.cjs';
import { activated, postGuests } from './harness/import-jobs';
import { inRow, split, start, text } from './harness/import-workflow';
import { startPlayground } from './harness/playground';
import { setUp } from './harness/set-up';

const isProtected = existsSync(join(serverFolder(), 'node_modules/@n8n/backend-network/dist/ssrf'));

const playground = setUp(() => startPlayground({}, { N8N_SSRF_PROTECTION_ENABLED: 'true' }));

test('the node reports that nothing was sent when n8n blocks requests to an address', async () => {
	const { client, service } = playground();
	const file = inRow('Text', start('text'), split, text('Hello'));
	const { id } = await activated(playground(), file);
	await postGuests(playground(), 'text', ['+34600123456']);
	const [execution] = await client.finishedExecutions(id, 1);
	const { status, data } = await client.execution(execution!.id);
	expect(status).toBe(isProtected ? 'error' : 'success');
	expect(service.requests).toHaveLength(isProtected ? 0 : 1);
	expect(data.includes(refusedRequest.blockedAddress({ host: '' }).text)).toBe(isProtected);
	expect(data).not.toContain(closing.mayBeSent);
}, 60_000);
