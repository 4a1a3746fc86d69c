import { refusedRequest, requestAdvice } from '../../../nodes/CrmMessaging/catalogue/requests';
import { refusalOf } from '../sentences';
import type { CannedAnswer } from '../../../playground/service/stand-in';
import { always, blotted, echo, lost, unclearOr } from './fault';
import type { Fault } from './fault';
import { describeFaults } from './expect-fault';

/** A service that asks to be left alone for a while: nothing of the request was taken. */
function busy(name: string, retryAfter?: string, arrive = 2): Fault {
	const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter } : {};
	return {
		name,
		action: { respond: { status: 429, headers, body: { error: echo } } },
		arrive,
		said: always(refusalOf(refusedRequest.busy(), 429, blotted)),
		httpCode: '429',
	};
}

/** A service that fails after it did its work. */
function failing(answer: CannedAnswer, words = '', isPage = false): Fault {
	const failed = refusalOf(refusedRequest.serviceFailed(), answer.status, words);
	const { page } = requestAdvice;
	return {
		name: `${answer.status}`,
		action: { processThenRespond: answer },
		taken: true,
		arrive: lost,
		said: isPage ? unclearOr({ ...failed, advice: page }, `${page} `) : unclearOr(failed),
		httpCode: String(answer.status),
	};
}

const away = { status: 503, body: `down: ${echo}` };

describe('a busy service', () => {
	describeFaults([
		busy('429 without Retry-After'),
		busy('429, Retry-After in seconds', '1'),
		busy('429, Retry-After as a date that has passed', new Date(0).toUTCString()),
		busy('429, Retry-After that says nothing', 'soon'),
		busy('429, Retry-After of years', '99999999999', 1),
		busy('429, Retry-After as a date in years', 'Fri, 31 Dec 2100 23:59:59 GMT', 1),
		{
			...busy('503 with a Retry-After'),
			action: { respond: { ...away, headers: { 'retry-after': '0' } } },
			said: always(refusalOf(refusedRequest.busy(), 503, `down: ${blotted}`)),
			httpCode: '503',
		},
		{
			name: '503, which a gateway answers also when the request was taken',
			action: { processThenRespond: away },
			taken: true,
			arrive: lost,
			said: unclearOr(refusalOf(refusedRequest.serviceFailed(), 503, `down: ${blotted}`)),
			httpCode: '503',
		},
	]);
});

describe('a failing service', () => {
	const html = { 'content-type': 'text/html' };
	describeFaults([
		failing({ status: 500, body: { error: echo } }, blotted),
		failing(
			{ status: 502, headers: html, body: `<html><b>Bad</b> ${echo}</html>` },
			'a web page',
			true,
		),
		failing({ status: 504, body: '' }),
	]);
});
