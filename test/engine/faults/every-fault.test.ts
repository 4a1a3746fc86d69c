import {
	brokenRequest,
	noAnswerBecause,
	refusedRequest,
	requestAdvice,
	unreachableBecause,
	unreadable,
} from '../../../nodes/CrmMessaging/catalogue/requests';
import type { Sentence } from '../../../nodes/CrmMessaging/catalogue/sentence';
import type { CannedAnswer } from '../../../playground/service/mock-service';
import { closedAddress } from '../contracts/probe';
import { everyEndpoint, type EndpointCase } from '../every-operation/endpoint-cases';
import { linksOf } from '../node-runner';
import { account } from '../running-service';
import { refusalOf, withNetworkCode } from '../sentences';
import { describeFaults } from './expect-fault';
import { always, blotted, echo, lost, unclearOr, type Fault } from './fault';
import { FaultBench } from './fault-bench';

const html = { 'content-type': 'text/html' };
const broken = withNetworkCode(
	brokenRequest.noAnswer(noAnswerBecause.broken('{host}')),
	'ECONNRESET',
);
/** No one knows whether the service accepted it. */
const unclear = { arrive: lost, said: unclearOr(broken) };

/** A service that refuses, in its own words. */
function refused(answer: CannedAnswer, sentence: Sentence, words = blotted): Fault {
	const { status } = answer;
	return {
		name: `${status}, ${JSON.stringify(answer.headers ?? answer.body).slice(0, 60)}`,
		action: { respond: answer },
		said: always(refusalOf(sentence, status, words)),
		httpCode: String(status),
	};
}

const busy = (retryAfter: string, arrive: number, status = 429): Fault => ({
	...refused(
		{ status, headers: { 'retry-after': retryAfter }, body: { error: echo } },
		refusedRequest.busy(),
	),
	arrive,
});

/** A service that fails after its work. */
function failed(answer: CannedAnswer, words: string, page = ''): Fault {
	const sentence = refusalOf(refusedRequest.serviceFailed(), answer.status, words);
	return {
		name: `processed, then ${answer.status}`,
		action: { processThenRespond: answer },
		taken: true,
		arrive: lost,
		said: unclearOr({ ...sentence, advice: page || sentence.advice }, page && `${page} `),
		httpCode: String(answer.status),
	};
}

/** Whether the address names what the request is about. */
const isOfOne = ({ path }: EndpointCase) => /:(?!account_id)/.test(path);
const invalid = refusedRequest.invalidRequest();
const list = [{ error: `seen ${account.masterSecret}` }, { error: account.accountSecret }];
const long = 'x'.repeat(290);

/** To another server, with both secrets in its address. */
function redirect(status: number): Fault {
	const location = `${closedAddress}/${account.masterSecret}/login?token=${account.accountSecret}`;
	const sentence = refusedRequest.redirected(`${closedAddress}/***/login`);
	// 303 says of a POST that it was processed.
	const said = (status === 303 ? unclearOr : always)(refusalOf(sentence, status));
	return { ...refused({ status, headers: { location } }, sentence), said };
}

describe('a fault', () => {
	describeFaults([
		...[302, 303].map(redirect),
		{
			name: 'a refused connection',
			isClosed: true,
			arrive: 0,
			said: always(
				withNetworkCode(
					brokenRequest.unreachable('{host}', unreachableBecause.refused),
					'ECONNREFUSED',
				),
			),
		},
		{ name: 'reset before the request is processed', action: 'reset', ...unclear },
		{ name: 'processed, then reset', action: 'processThenReset', taken: true, ...unclear },
		{ name: 'reset in the middle of the answer', action: 'truncate', taken: true, ...unclear },
		busy('1', 2),
		busy('soon', 2),
		busy('Fri, 31 Dec 2100 23:59:59 GMT', 1),
		busy('0', 2, 503),
		failed({ status: 503, body: `down: ${echo}` }, `down: ${blotted}`),
		failed(
			{ status: 502, headers: html, body: `<html><b>Bad</b> ${echo}</html>` },
			'a web page',
			requestAdvice.page,
		),
		failed({ status: 504, body: '' }, ''),
		refused({ status: 400, body: { error: { list } } }, invalid, 'list: seen ***, list: ***'),
		refused({ status: 400, body: `${long} ${echo}` }, invalid, `${long} seen ***…`),
		refused({ status: 413, body: { error: echo } }, refusedRequest.requestTooLarge()),
		{
			...refused({ status: 401, body: { error: echo } }, refusedRequest.wrongSecret('', '')),
			said: ({ secret, form }) =>
				refusalOf(
					refusedRequest.wrongSecret(secret, 'appId' in form ? ', and the App ID' : ''),
					401,
					blotted,
				),
		},
		{
			...refused({ status: 404, body: { error: echo } }, invalid),
			said: (endpoint) =>
				refusalOf(
					isOfOne(endpoint)
						? refusedRequest.unknownId('{id}')
						: refusedRequest.unknownAddress(),
					404,
					blotted,
				),
		},
	]);
});

/** A success whose body can't be read: the service has done its work. */
function unread(
	name: string,
	body: unknown,
	what: keyof EndpointCase['misses'] | 'noObject',
	words = '',
): Fault {
	const quoted = words && ` (answer: ${words})`;
	return {
		name,
		action: { processThenRespond: { status: 200, body } },
		taken: true,
		said: (endpoint) => {
			const missing = what === 'noObject' ? unreadable.notAnObject : endpoint.misses[what];
			return unclearOr(brokenRequest.unreadableAnswer(missing + quoted))(endpoint);
		},
	};
}

const huge = 'x'.repeat(10_000_000);
const lists = [{ _id: 'b-1', uuid: 'h-1' }];

describe('a success that can’t be read', () => {
	describeFaults(
		[
			unread('malformed', `{"deliveries": ${echo}`, 'noObject', `{"deliveries": ${blotted}`),
			unread('empty', '', 'noObject'),
			unread('null', 'null', 'noObject'),
			unread('an empty object', {}, 'inObject'),
			unread('an object with a word', { message: echo }, 'inObject', blotted),
			unread('a list instead of an object', lists, 'inList', JSON.stringify(lists)),
			unread('an object instead of a list', { deliveries: {}, campaigns: {} }, 'inObject'),
			unread('10 MB', { text: huge }, 'inObject', `${`{"text":"${huge}`.slice(0, 299)}…`),
			{
				...unread('a page', `<!DOCTYPE html><title>In ${echo}</title>`, 'noObject'),
				said: unclearOr(
					brokenRequest.pageInsteadOfAnswer(`a web page “In ${blotted}”`),
					`${requestAdvice.page} `,
				),
			},
			...[
				{ error: { code: 7, message: echo }, _id: null, deliveries: [] },
				{ success: false, message: echo },
			].map((body) => ({
				...unread(`an error: ${Object.keys(body).join(', ')}`, body, 'noObject'),
				said: unclearOr(brokenRequest.errorInsteadOfAnswer(blotted)),
			})),
		],
		everyEndpoint.filter(({ success }) => success !== 'nothing'),
	);
});

describe('a success of an endpoint that returns nothing', () => {
	const bench = new FaultBench();
	const silent = everyEndpoint.filter(({ success }) => success === 'nothing');

	it.each(silent)('may have any content: $name', async (endpoint) => {
		for (const body of ['', '{', '<html>', [], { error: echo }]) {
			const action = { processThenRespond: { status: 200, body } };
			const run = await bench.run(endpoint, { action }, 2);
			expect(run.status).toBe('success');
			expect(linksOf(run.output)).toEqual([[0], [1]]);
			expect(bench.arrived).toBe(2);
		}
	});
});
