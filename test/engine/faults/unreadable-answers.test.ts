import {
	requestAdvice,
	brokenRequest,
	unreadable,
} from '../../../nodes/CrmMessaging/catalogue/requests';
import { account } from '../running-service';
import { everyEndpoint } from '../every-operation/endpoint-cases';
import type { EndpointCase } from '../every-operation/endpoint-cases';
import { linksOf } from '../node-runner';
import { blotted, echo, unclearOr } from './fault';
import type { Fault } from './fault';
import { describeFaults } from './expect-fault';
import { FaultBench } from './fault-bench';

const noObject = (): string => unreadable.notAnObject;
const inObject = ({ misses }: EndpointCase): string => misses.inObject;
const inList = ({ misses }: EndpointCase): string => misses.inList;
const huge = 'x'.repeat(10_000_000);
const cut = (text: string): string => `${text.slice(0, 299)}…`;

/**
 * A success whose body cannot be read: the work was done.
 *
 * @param said what is quoted of it
 */
function broken(
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
		said: (endpoint) =>
			unclearOr(brokenRequest.unreadableAnswer(what(endpoint) + words))(endpoint),
	};
}

/** A success that holds nothing but an error, in the service's words. */
function error(body: object): Fault {
	return {
		...broken(`an error: ${Object.keys(body).join(', ')}`, body, noObject),
		said: unclearOr(brokenRequest.errorInsteadOfAnswer(blotted)),
	};
}

const signIn = `<!DOCTYPE html><title>Sign in ${account.masterSecret}</title>`;

const listsAsObjects = { deliveries: { 0: {} }, campaigns: {}, bulk: [], hotel_data: [] };
const lists = [{ _id: 'b-1', uuid: 'h-1' }];

describe('a success that cannot be read', () => {
	describeFaults(
		[
			broken('malformed', `{"deliveries": ${echo}`, noObject, `{"deliveries": ${blotted}`),
			broken('empty', '', noObject),
			broken(
				'cut off',
				'{"deliveries": [{"valid": tr',
				noObject,
				'{"deliveries": [{"valid": tr',
			),
			{
				...broken('a page', signIn, noObject),
				said: unclearOr(
					brokenRequest.pageInsteadOfAnswer('a web page “Sign in ***”'),
					`${requestAdvice.page} `,
				),
			},
			broken('null', 'null', noObject),
			broken('a text', '"x"', noObject, 'x'),
			broken('a number', '7', noObject, '7'),
			broken('an empty object', {}, inObject),
			error({ error: echo }),
			error({ error: { code: 7, message: echo }, _id: null, deliveries: [] }),
			error({ success: false, message: echo }),
			broken('an object with a word', { message: echo }, inObject, blotted),
			broken('an empty list', [], inList),
			broken('a list where an object is meant', lists, inList, JSON.stringify(lists)),
			broken('an object where a list is meant', listsAsObjects, inObject),
			broken(
				'10 MB that are no JSON',
				`{"deliveries": "${huge}`,
				noObject,
				cut(`{"deliveries": "${huge}`),
			),
			broken('10 MB of something else', { text: huge }, inObject, cut(`{"text":"${huge}`)),
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
