import { account } from '../running-service';
import { everyEndpoint } from '../every-operation/endpoint-cases';
import type { EndpointCase } from '../every-operation/endpoint-cases';
import { linksOf } from '../node-runner';
import { blotted, echo, unclearOr } from './fault';
import type { Fault } from './fault';
import { describeFaults } from './expect-fault';
import { FaultBench } from './fault-bench';

const noObject = (): string => 'it is not a JSON object';
const inObject = ({ misses }: EndpointCase): string => misses.inObject;
const inList = ({ misses }: EndpointCase): string => misses.inList;
const huge = 'x'.repeat(10_000_000);
const cut = (text: string): string => `${text.slice(0, 299)}…`;

/**
 * A success whose body cannot be read: the work was done.
 *
 * @param said what is quoted of it
 */
function unreadable(
	name: string,
	body: unknown,
	what: (endpoint: EndpointCase) => string,
	said = '',
): Fault {
	const words = said && ` (answer: ${said})`;
	return {
		name,
		action: { processThenRespond: { status: 200, body } },
		taken: true,
		message: (endpoint) =>
			`The service accepted the request, but its answer cannot be read: ${what(endpoint)}${words}`,
		advice: unclearOr('Check that Base URL in the credential leads to the service itself.'),
	};
}

/** A success that holds nothing but an error, in the service's words. */
function error(body: object): Fault {
	return {
		...unreadable(`an error: ${Object.keys(body).join(', ')}`, body, noObject),
		message: () => `The service reported success, but its answer is an error: ${blotted}`,
		advice: unclearOr('Correct what it names, or ask the provider of the service.'),
	};
}

const looksLikePage =
	'This looks like a proxy’s or login page, not the service. Check that Base URL in the credential leads to the service itself.';
const signIn = `<!DOCTYPE html><title>Sign in ${account.masterSecret}</title>`;

const listsAsObjects = { deliveries: { 0: {} }, campaigns: {}, bulk: [], hotel_data: [] };
const lists = [{ _id: 'b-1', uuid: 'h-1' }];

describe('a success that cannot be read', () => {
	describeFaults(
		[
			unreadable(
				'malformed',
				`{"deliveries": ${echo}`,
				noObject,
				`{"deliveries": ${blotted}`,
			),
			unreadable('empty', '', noObject),
			unreadable(
				'cut off',
				'{"deliveries": [{"valid": tr',
				noObject,
				'{"deliveries": [{"valid": tr',
			),
			{
				...unreadable('a page', signIn, noObject),
				message: () => 'The answer is not the service’s, but a web page “Sign in ***”',
				advice: unclearOr(looksLikePage, `${looksLikePage} `),
			},
			unreadable('null', 'null', noObject),
			unreadable('a text', '"x"', noObject, 'x'),
			unreadable('a number', '7', noObject, '7'),
			unreadable('an empty object', {}, inObject),
			error({ error: echo }),
			error({ error: { code: 7, message: echo }, _id: null, deliveries: [] }),
			error({ success: false, message: echo }),
			unreadable('an object with a word', { message: echo }, inObject, blotted),
			unreadable('an empty list', [], inList),
			unreadable('a list where an object is meant', lists, inList, JSON.stringify(lists)),
			unreadable('an object where a list is meant', listsAsObjects, inObject),
			unreadable(
				'10 MB that are no JSON',
				`{"deliveries": "${huge}`,
				noObject,
				cut(`{"deliveries": "${huge}`),
			),
			unreadable(
				'10 MB of something else',
				{ text: huge },
				inObject,
				cut(`{"text":"${huge}`),
			),
		],
		everyEndpoint.filter(({ success }) => success !== 'nothing'),
	);
});

describe('a success of an endpoint that has nothing to say', () => {
	const bench = new FaultBench();
	const silent = everyEndpoint.filter(({ success }) => success === 'nothing');

	it.each(silent)('is none the worse for what it says: $name', async (endpoint) => {
		for (const body of ['', '{', '<html>', [], { error: echo }]) {
			const action = { processThenRespond: { status: 200, body } };
			const run = await bench.run(endpoint, { action }, 2);
			expect(run.status).toBe('success');
			expect(linksOf(run.output)).toEqual([[0], [1]]);
			expect(bench.arrived).toBe(2);
		}
	});
});
