import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultAction } from '../../playground/service/mock-service';
import { quotations } from '../tells-secret';
import { bookingEvent } from './harness/booking-events';
import { postJson } from './harness/post-json';
import { startPlayground } from './harness/playground';
import { setUp } from './harness/set-up';

const playground = setUp(() => startPlayground({}, { N8N_LOG_LEVEL: 'debug' }));

beforeEach(() => playground().service.faults.clear());

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

/** Posts an event, and returns the data of the execution it started, the workflow's nth. */
async function executionDataAfter(nth: number, id: string): Promise<string> {
	const { client, booking, bookingUrl } = playground();
	await postJson(bookingUrl, bookingEvent(id, { updated_at: id }));
	const [newest] = await client.finishedExecutions(booking.id, nth);
	return (await client.execution(newest!.id)).data;
}

describe("n8n's database and debug log", () => {
	test('contain no secret that the service quotes in its errors and answers', async () => {
		const { service } = playground();
		const error = `seen ${quotes().join(' ')}`;
		const refusal: FaultAction = { respond: { status: 400, body: { error } } };
		service.faults.add({ times: Infinity, action: refusal });
		const refused = await executionDataAfter(1, 'evt-refused');
		expect(refused).toContain('(HTTP 400): seen ***');
		service.faults.clear();
		const body = { _id: 'b-1', note: error, deliveries: [{ valid: true, note: error }] };
		service.faults.add({ times: Infinity, action: { respond: { status: 200, body } } });
		const answered = await executionDataAfter(2, 'evt-answered');
		expect(answered).toContain('seen ***');
		const written = everythingWritten();
		expect(written).toContain('R-104233');
		for (const text of [refused, answered, written]) {
			expect(quotes().filter((quote) => text.includes(quote))).toEqual([]);
		}
	}, 60_000);
});
