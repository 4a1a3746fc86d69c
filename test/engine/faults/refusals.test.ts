import type { FaultAction } from '../../../playground/service/stand-in';
import { account } from '../running-service';
import type { EndpointCase } from '../every-operation/endpoint-cases';
import { always, blotted, echo } from './fault';
import type { Fault } from './fault';
import { describeFaults } from './expect-fault';

const correct = 'Correct what it names; nothing of this request was taken.';
const checkCredential = 'Check Base URL and Account ID in the credential.';

/** An answer that refuses, in the service's words. */
function refusal(
	status: number,
	what: string,
	advice: string,
	body: unknown = { error: echo },
): Fault {
	return {
		name: `${status} ${JSON.stringify(body).slice(0, 12)}…`,
		action: { respond: { status, body } },
		message: always(`${what} (HTTP ${status}): ${blotted}`),
		advice: always(advice),
		httpCode: String(status),
	};
}

/** Whether the address names what the request is about. */
const isOfOne = ({ path }: EndpointCase) => /:(?!account_id)/.test(path);
const list = [{ error: `seen ${account.masterSecret}` }, { error: account.accountSecret }];

describe('a refusal', () => {
	describeFaults([
		refusal(400, 'The service refused the request', correct),
		{
			...refusal(400, '', correct, { error: list }),
			message: always('The service refused the request (HTTP 400): seen ***, ***'),
		},
		{
			...refusal(401, '', ''),
			message: ({ secret }) =>
				`The service did not accept the ${secret} (HTTP 401): ${blotted}`,
			advice: ({ secret, form }) =>
				`Check Account ID and ${secret} in the credential${'appId' in form ? ', and the App ID' : ''}.`,
		},
		refusal(
			403,
			'The account is not allowed to do this',
			'Ask the provider of the service whether this function is part of your account.',
		),
		{
			...refusal(404, '', ''),
			message: (endpoint) =>
				isOfOne(endpoint)
					? `The service has nothing with the ID “{id}” (HTTP 404): ${blotted}`
					: `The service does not know this address (HTTP 404): ${blotted}`,
			advice: (endpoint) =>
				isOfOne(endpoint)
					? 'Check the ID. If it is right, check Base URL and Account ID in the credential.'
					: checkCredential,
		},
		refusal(406, 'The service refused the request', 'Ask its provider what it means.'),
		refusal(
			413,
			'The request is too large for the service',
			'Give shorter texts or fewer values for one item; nothing of this request was taken.',
		),
		refusal(415, 'The service refused the request', 'Ask its provider what it means.'),
		refusal(422, 'The service refused the request', correct),
		{
			...refusal(400, '', correct, `${'x'.repeat(290)} ${echo}`),
			name: '400 with a long text that is cut inside of a secret',
			message: always(
				`The service refused the request (HTTP 400): ${'x'.repeat(290)} seen ***…`,
			),
		},
	]);
});

describe('a redirect', () => {
	const redirect = (status: number, location: string): Fault => {
		const action: FaultAction = { respond: { status, headers: { location } } };
		return {
			name: `${status} to ${location}`,
			action,
			message: always(`The service redirects to http://{host}${location} (HTTP ${status})`),
			advice: always(
				'Enter the final address of the service as Base URL in the credential. If it leads to a proxy’s or login page, ask whoever runs your network.',
			),
			httpCode: String(status),
		};
	};
	// Each request of a redirect that is followed would arrive and be counted.
	describeFaults([302, 307, 308].map((status) => redirect(status, '/v2/elsewhere')));
});
