import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusedRequest } from '../../nodes/CrmMessaging/catalogue/requests';
import { type FilledN8n, fillN8n, secretsOf } from '../../playground/demo/fill-n8n';
import { packPackage } from '../../playground/n8n/pack';
import { type RunningN8n, startN8n } from '../../playground/n8n/server';
import { readExample, bookingExample } from '../../playground/demo/fill-n8n';
import { webhookPath } from '../../playground/n8n/workflow-file';
import { type ServiceStandIn, startServiceStandIn } from '../../playground/service/stand-in';
import { quotations } from '../tells-secret';
import { bookingEvent } from './harness/booking-event';
import { startLimitMs } from './harness/playground';

const userFolder = mkdtempSync(join(tmpdir(), 'n8n-user-folder-'));
let service: ServiceStandIn;
let n8n: RunningN8n;
let filled: FilledN8n;

beforeAll(async () => {
	service = await startServiceStandIn();
	n8n = await startN8n({
		userFolder,
		packageTarball: packPackage(),
		env: { N8N_LOG_LEVEL: 'debug' },
	});
	filled = await fillN8n(n8n.url, service);
}, startLimitMs);

afterAll(async () => {
	await n8n?.stop();
	await service?.close();
	rmSync(userFolder, { recursive: true, force: true });
});

/** Both secrets, in every form in which a server quotes them. */
function quotes(): string[] {
	const { accountSecret, masterSecret } = service.account;
	return [accountSecret, masterSecret].flatMap((secret) =>
		Object.values(quotations).map((quoted) => quoted(secret)),
	);
}

/** Database and log: everything this n8n wrote. */
function everythingWritten(): string {
	const folder = join(userFolder, '.n8n');
	const files = readdirSync(folder).filter((file) => file.startsWith('database.sqlite'));
	const paths = [...files.map((file) => join(folder, file)), n8n.logFile];
	return paths.map((path) => readFileSync(path, 'latin1')).join('\n');
}

/** Posts an event, and gives the whole execution that it started, which is the nth. */
async function executionAfter(nth: number, id: string): Promise<string> {
	const path = webhookPath(readExample(bookingExample));
	const answer = await fetch(`${n8n.url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(
			bookingEvent('reservation.created', { id, reservation: { updated_at: id } }),
		),
	});
	expect(answer.status).toBe(200);
	const [newest] = await filled.client.finishedExecutions(filled.booking.id, nth);
	return (await filled.client.execution(newest!.id)).data;
}

describe('what n8n stores and logs, down to the last detail', () => {
	test('holds no secret that the service quotes in its errors, its answers and its redirects', async () => {
		const error = `seen ${quotes().join(' ')}`;
		service.faults.add({
			times: Infinity,
			action: { respond: { status: 400, body: { error } } },
		});
		const refused = await executionAfter(1, 'evt-refused');
		expect(refused).toContain('(HTTP 400): seen ***');
		service.faults.clear();
		const body = { _id: 'b-1', note: error, deliveries: [{ valid: true, note: error }] };
		service.faults.add({ times: Infinity, action: { respond: { status: 200, body } } });
		const answered = await executionAfter(2, 'evt-answered');
		expect(answered).toContain('seen ***');
		const written = everythingWritten();
		expect(written).toContain('R-104233');
		for (const text of [refused, answered, written]) {
			expect(quotes().filter((quote) => text.includes(quote))).toEqual([]);
		}
	}, 60_000);

	test.each([
		[401, { error: 'quoted' }, 'didn’t accept the Account Secret'],
		[500, { error: 'quoted' }, ''],
		[302, {}, refusedRequest.redirected('').advice],
	])('nor does the test of the credential tell one, answered %i', async (status, body, says) => {
		service.faults.clear();
		const headers = { location: `${service.url}/v2/account/${quotes()[0]}` };
		const quoted = JSON.parse(JSON.stringify(body).replace('quoted', quotes()[0]!)) as object;
		service.faults.add({
			times: Infinity,
			action: { respond: { status, body: quoted, headers: status === 302 ? headers : {} } },
		});
		const requests = service.requests.length;
		const result = await filled.client.testCredential(filled.credential, secretsOf(service));
		expect(result.status).toBe('Error');
		expect(result.message).toContain(says);
		expect(service.requests.length).toBeLessThanOrEqual(requests + 2);
		for (const text of [JSON.stringify(result), everythingWritten()]) {
			expect(quotes().filter((quote) => text.includes(quote))).toEqual([]);
		}
	});
});
