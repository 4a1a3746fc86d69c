import { refusedRequest } from '../../../nodes/CrmMessaging/catalogue/requests';
import { refusalOf } from '../sentences';
import { RecordingServer } from '../recording-server';
import { account } from '../running-service';
import { everyEndpoint, guests } from '../every-operation/endpoint-cases';
import { always, unclearOr } from './fault';
import { FaultBench, toldBy } from './fault-bench';

describe('a redirect to another server', () => {
	const bench = new FaultBench();
	const other = new RecordingServer();

	describe.each(everyEndpoint)('$name', (endpoint) => {
		it.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
			const target = `${other.url}/***/login`;
			const location = `${target.replace('***', account.masterSecret)}?token=${account.accountSecret}`;
			const headers = { location };
			const action = { respond: { status, headers } };
			const run = await bench.run(endpoint, { action }, 2, { items: guests.slice(0, 1) });
			const redirected = refusalOf(refusedRequest.redirected(target), status);
			expect(toldBy(run.error)).toEqual({
				name: 'NodeApiError',
				code: redirected.code,
				message: `${redirected.text} [item 0]`,
				// It says of a POST that it was processed.
				description: (status === 303 ? unclearOr : always)(redirected)(endpoint).advice,
				httpCode: String(status),
				itemIndex: 0,
			});
			expect(other.requests).toEqual([]);
			expect(endpoint.taken(bench.node.service)).toEqual([]);
		});
	});
});
