import { refusedRequest } from '../../../nodes/CrmMessaging/catalogue/requests';
import type { Sentence } from '../../../nodes/CrmMessaging/catalogue/sentence';
import { refusalOf } from '../sentences';
import type { FaultAction } from '../../../playground/service/stand-in';
import { account } from '../running-service';
import type { EndpointCase } from '../every-operation/endpoint-cases';
import { always, blotted, echo } from './fault';
import type { Fault } from './fault';
import { describeFaults } from './expect-fault';

/** An answer that refuses, in the service's words. */
function refusal(
	status: number,
	sentence: Sentence,
	body: unknown = { error: echo },
	words = blotted,
): Fault {
	return {
		name: `${status} ${JSON.stringify(body).slice(0, 12)}…`,
		action: { respond: { status, body } },
		said: always(refusalOf(sentence, status, words)),
		httpCode: String(status),
	};
}

/** Whether the address names what the request is about. */
const isOfOne = ({ path }: EndpointCase) => /:(?!account_id)/.test(path);
const list = [{ error: `seen ${account.masterSecret}` }, { error: account.accountSecret }];

describe('a refusal', () => {
	const invalid = refusedRequest.invalidRequest();
	describeFaults([
		refusal(400, invalid),
		refusal(400, invalid, { error: list }, 'seen ***, ***'),
		{
			...refusal(401, refusedRequest.wrongSecret('', '')),
			said: ({ secret, form }) =>
				refusalOf(
					refusedRequest.wrongSecret(secret, 'appId' in form ? ', and the App ID' : ''),
					401,
					blotted,
				),
		},
		refusal(403, refusedRequest.forbidden()),
		{
			...refusal(404, refusedRequest.unknownAddress()),
			said: (endpoint) =>
				refusalOf(
					isOfOne(endpoint)
						? refusedRequest.unknownId('{id}')
						: refusedRequest.unknownAddress(),
					404,
					blotted,
				),
		},
		refusal(406, refusedRequest.invalidRequest()),
		refusal(413, refusedRequest.requestTooLarge()),
		refusal(415, refusedRequest.invalidRequest()),
		refusal(422, invalid),
		{
			...refusal(400, invalid, `${'x'.repeat(290)} ${echo}`, `${'x'.repeat(290)} seen ***…`),
			name: '400 with a long text that is cut inside of a secret',
		},
	]);
});

describe('a redirect', () => {
	const redirect = (status: number, location: string): Fault => {
		const action: FaultAction = { respond: { status, headers: { location } } };
		return {
			name: `${status} to ${location}`,
			action,
			said: always(refusalOf(refusedRequest.redirected(`http://{host}${location}`), status)),
			httpCode: String(status),
		};
	};
	// Each request of a redirect that is followed would arrive and be counted.
	describeFaults([302, 307, 308].map((status) => redirect(status, '/v2/elsewhere')));
});
