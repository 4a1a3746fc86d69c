/** The page on limits, out of the numbers that the nodes use. */
import { limits } from '../nodes/CrmMessaging/service/endpoints';
import { testMessages } from '../nodes/CrmMessaging/actions/messages/sendGuards';
import { mostText } from '../nodes/CrmMessaging/engine/planCalls';
import { concurrency, retryPolicy } from '../nodes/CrmMessaging/service/limiter';
import { answerTimeout } from '../nodes/CrmMessaging/service/exchange';
import { mostValues } from '../nodes/CrmMessaging/callbacks/call';
import { remembered } from '../nodes/CrmMessaging/callbacks/seen';
import { maxRequests, maxWait } from '../nodes/CrmMessaging/wait/waitingRun';
import { markdownTable } from './reference-text';

type Row = readonly [what: string, limit: string, beyond: string];

const introduction = `# Limits

The numbers that the nodes go by. This page is generated from them: \`npm run reference\`. The bounds of each field stand in [the reference](reference.md).`;

const ofService: Row[] = [
	[
		'Contacts in one request',
		number(limits.contactsPerRequest),
		'Further requests. A purchase with more contacts is refused, as it is never sent twice',
	],
	['Characters of an SMS sender', number(limits.senderLength), 'Refused before anything is sent'],
	[
		'Campaigns in a list when no limit is given',
		number(limits.campaignsByDefault),
		'_Return All_ asks for more',
	],
];

const own: Row[] = [
	[
		'Recipients in one request',
		number(limits.deliveriesPerRequest),
		'Further requests. An option lowers it',
	],
	[
		'Characters in one request',
		`${number(mostText / 1024 / 1024)} million`,
		'Further requests; one item that is larger is refused',
	],
	[
		'Requests under way at a time',
		`${concurrency.usual}, at most ${concurrency.most}`,
		'The others wait. _Parallel Requests_ changes it',
	],
	[
		'Time for one answer',
		`${answerTimeout / 60_000} minutes`,
		'The request ends; its outcome is unknown where it may have been taken',
	],
	[
		'Times a request is sent',
		number(retryPolicy.tries),
		'The error is reported. _Max Tries_ changes it',
	],
	[
		'Pauses between the tries of a request, together',
		`${retryPolicy.longest / 1000} seconds`,
		'The error is reported',
	],
	['Messages of _Test Recipient_', number(testMessages), 'The others are not sent'],
	[
		'Wait for Result',
		`${maxWait.unset / 60} hours`,
		'The workflow continues. _Max Wait_ changes it',
	],
	['Requests that a run waits for', number(maxRequests), 'Refused before anything is sent'],
	[
		'Callbacks that a trigger remembers',
		number(remembered),
		'A repetition of an older one starts the workflow again',
	],
	['Values in a callback', number(mostValues), 'The call is answered 406 and starts nothing'],
];

/** The page on limits. */
export function limitsPage(): string {
	const heads = ['What', 'Limit', 'Beyond it'];
	return [
		introduction,
		'## Of the service',
		'The service names these. How many requests it takes in a minute, and how large one may be, it does not say; the nodes wait when it asks for it, and halve a request that it calls too large.',
		markdownTable(heads, ofService.map(cells)),
		'## Of the nodes',
		markdownTable(heads, own.map(cells)),
	].join('\n\n');
}

function cells(row: Row): string[] {
	return [...row];
}

function number(value: number): string {
	return value.toLocaleString('en');
}
