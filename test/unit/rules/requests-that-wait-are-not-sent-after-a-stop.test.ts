import { setImmediate } from 'node:timers/promises';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { dispatch, type Dispatcher } from '../../../nodes/CrmMessaging/engine/dispatch';
import { RepeatedRecipients } from '../../../nodes/CrmMessaging/engine/recipient';
import { Call } from '../../../nodes/CrmMessaging/engine/row';
import { ServiceClient } from '../../../nodes/CrmMessaging/service/client';
import { RateLimiter } from '../../../nodes/CrmMessaging/service/limiter';
import { rowOf } from './rows';

const account = {
	baseUrl: 'https://service.example.com',
	accountId: '1',
	accountSecret: 'account-secret',
	masterSecret: 'master-secret',
};

/** Sends four requests, two of them begun together, through a gate that lets one leave at a time. */
async function send(continues: boolean) {
	let received = 0;
	const httpRequestWithAuthentication = async () => {
		received++;
		await setImmediate();
		return { statusCode: 400, headers: {}, body: (async function* () {})() };
	};
	const client = new ServiceClient({ helpers: { httpRequestWithAuthentication } }, account, 1, 2);
	Object.assign(client, { limiter: new RateLimiter(1, async () => await Promise.resolve()) });
	const calls = [0, 1, 2, 3].map((item) => new Call({}, [rowOf(item)]));
	const dispatcher = {
		operation: contactUpsert,
		client,
		parameters: {},
		continues,
		repeated: new RepeatedRecipients(),
	};
	await dispatch(calls, dispatcher as unknown as Dispatcher);
	const statuses = calls.flatMap(({ rows }) => rows.map(({ status }) => status));
	expect(statuses).toEqual(statuses.map(() => 'notSent'));
	return received;
}

describe('a request that waits for another', () => {
	it('never leaves once that one has stopped the run', async () => {
		expect(await send(false)).toBe(1);
	});

	it('leaves where the run continues', async () => {
		expect(await send(true)).toBe(4);
	});
});
