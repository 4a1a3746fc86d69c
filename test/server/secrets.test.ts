import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretsOf } from '../../playground/demo/fill-n8n';
import type { FaultAction } from '../../playground/service/mock-service';
import { quotations } from '../tells-secret';
import { activated, postGuests } from './harness/import-jobs';
import { endOf, startPlayground, setUp } from './harness/playground';
import { bookingEvent } from './harness/recipe-tests';
import { testWhere } from './harness/server-capabilities';
import { postJson } from './harness/servers';
import { inRow, split, start, text } from './harness/workflows';

/** n8n’s log shows the most, and requests may go to localhost, but to no other address of this machine. */
const env = {
	N8N_LOG_LEVEL: 'debug',
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
};
const playground = setUp(() => startPlayground({ host: 'localhost' }, env));

beforeEach(() => playground().service.reset());

/** Both secrets, in every form that a server may quote. */
function quotes(): string[] {
	const { accountSecret, masterSecret } = playground().service.account;
	return [accountSecret, masterSecret].flatMap((secret) =>
		Object.values(quotations).map((quoted) => quoted(secret)),
	);
}

/** Database and log: everything this n8n wrote. */
function everythingWritten(): string {
	const { userFolder, logFile } = playground().n8n;
	const folder = join(userFolder, '.n8n');
	const files = readdirSync(folder).filter((file) => file.startsWith('database.sqlite'));
	const paths = [...files.map((file) => join(folder, file)), logFile];
	return paths.map((path) => readFileSync(path, 'latin1')).join('\n');
}

/** The data of the execution that a booking starts, with a service that does this. */
async function dataAfter(action: FaultAction): Promise<string> {
	const { client, booking, bookingUrl, service } = playground();
	service.reset();
	service.faults.add({ times: Infinity, action });
	const { data } = await endOf(client, booking.id, () => postJson(bookingUrl, bookingEvent()));
	return data;
}

test('n8n’s database and debug log contain no secret that the service quotes in its errors and answers', async () => {
	const error = `seen ${quotes().join(' ')}`;
	const refused = await dataAfter({ respond: { status: 400, body: { error } } });
	expect(refused).toContain('(HTTP 400): seen ***');
	const body = { _id: 'b-1', note: error, deliveries: [{ valid: true, note: error }] };
	const answered = await dataAfter({ respond: { status: 200, body } });
	expect(answered).toContain('seen ***');
	const written = everythingWritten();
	expect(written).toContain('reservation.created');
	for (const text of [refused, answered, written]) {
		expect(quotes().filter((quote) => text.includes(quote))).toEqual([]);
	}
}, 60_000);

testWhere('blockedAddresses')(
	'an address that n8n blocks gets no request, and the node reports it',
	async () => {
		const { client, service } = playground();
		const baseUrl = service.url.replace('localhost', '127.0.0.1');
		const secrets = { ...secretsOf(service), baseUrl };
		const credential = await client.saveCredential('Blocked', secrets);
		const file = inRow('Text', start('text'), split, text('Hello'));
		const { id } = await activated({ ...playground(), credential }, file);
		const { status, data } = await endOf(client, id, () =>
			postGuests(playground(), 'text', ['+34600123456']),
		);
		expect(status).toBe('error');
		expect(service.requests).toEqual([]);
		expect(data).toContain('This n8n doesn’t allow requests to 127.0.0.1');
		expect(data).not.toContain('may have been sent');
	},
	60_000,
);
