import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { refusedRequest } from '../../../nodes/CrmMessaging/catalogue/requests';
import { dispatch, type Dispatcher } from '../../../nodes/CrmMessaging/engine/dispatch';
import { RepeatedRecipients } from '../../../nodes/CrmMessaging/engine/recipient';
import { Call } from '../../../nodes/CrmMessaging/engine/row';
import { bytesOf } from '../../../nodes/CrmMessaging/service/exchange';
import { ServiceClient } from '../../../nodes/CrmMessaging/service/client';
import { rowOf } from './rows';

const million = 1_000_000;

const account = {
	baseUrl: 'https://service.example.com',
	accountId: '1',
	accountSecret: 'account-secret',
	masterSecret: 'master-secret',
};

/** Sends contacts of so many million characters in one request, and says how many million each body held. */
async function sending(sizes: readonly number[]) {
	const sent: number[] = [];
	const httpRequestWithAuthentication = async (_: string, { body }: { body: Buffer }) => {
		sent.push(Math.round(body.length / million));
		const answer = Buffer.from('{ "_id": "job" }');
		return {
			statusCode: 200,
			headers: {},
			body: (async function* () {
				yield answer;
			})(),
		};
	};
	const context = { helpers: { httpRequestWithAuthentication } };
	const client = new ServiceClient(context as never, account, 1, 1);
	const rows = sizes.map((size, item) => rowOf(item, { notes: 'x'.repeat(size * million) }));
	const operation = {
		...contactUpsert,
		settle: (_: unknown, call: Call) => call.rows.forEach((row) => row.give({})),
	};
	const repeated = new RepeatedRecipients();
	const dispatcher = { operation, client, parameters: {}, continues: true, repeated };
	await dispatch([new Call({}, rows)], dispatcher as unknown as Dispatcher);
	return { sent, rows: rows.map(({ status, failure }) => failure?.code ?? status) };
}

describe('a body that is larger than V8 can hold as one text', () => {
	it.each([
		[[30, 30, 1], [61]],
		[
			[30, 30, 30],
			[60, 30],
		],
	])('goes in parts, in order, none of which is (%j)', async (sizes, sent) => {
		expect(await sending(sizes)).toEqual({ sent, rows: sizes.map(() => 'accepted') });
	});

	it('is too large where V8 cannot even measure it', () => {
		const notes = 'x'.repeat(60 * million);
		expect(bytesOf({ contacts: Array.from({ length: 9 }, () => ({ notes })) })).toBeUndefined();
	});

	it('is refused where it cannot be divided, and the others are sent', async () => {
		const { code } = refusedRequest.requestTooLarge;
		expect(await sending([70])).toEqual({ sent: [], rows: [code] });
		expect(await sending([1, 70])).toEqual({ sent: [1], rows: ['accepted', code] });
	});
});
