/** The page on messages, made of the catalogue. */
import * as contacts from '../nodes/CrmMessaging/catalogue/contacts';
import * as messages from '../nodes/CrmMessaging/catalogue/messages';
import * as requests from '../nodes/CrmMessaging/catalogue/requests';
import * as runs from '../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../nodes/CrmMessaging/catalogue/sentence';
import * as values from '../nodes/CrmMessaging/catalogue/values';
import { partsOf, templatesOf, type Parts } from './catalogue';

type Sentences = Record<string, (values: never) => Sentence>;

/** A heading, what holds for all below it, and its sentences or other text. */
type Section = [heading: string, introduction: string, ...content: Array<Sentences | string>];

const sections: Section[] = [
	[
		'## Nothing was sent',
		'The node checks all items before it sends anything. The message begins with the field and ends with the item. Correct what it names and retry, which is **safe**.',
	],
	['### Credential and settings', '', requests.wrongCredential, runs.wrongSetting],
	['### Values', '', values.wrongValue],
	[
		'### Expressions, texts and messages',
		'The check goes by what comes out of each `{{ }}`.',
		values.wrongText,
		messages.wrongMessage,
	],
	[
		'### Contacts, purchases, hotels and bulk jobs',
		'Bulk jobs are only read. Their contacts were sent before.',
		contacts.wrongContact,
		contacts.wrongJob,
	],
	[
		'## The service refused the request, or never got it',
		'The message ends with the HTTP status and the service’s own words, or with the code of the network, such as `ECONNREFUSED`. Nothing of this request was accepted, so a retry is **safe**.',
		requests.refusedRequest,
	],
	[
		'## No answer, or one that can’t be read',
		'The outcome is *unknown*, except for operations that only read: it may have been sent, and a retry doesn’t resend it.',
		requests.brokenRequest,
	],
	[
		'## The service rejected something',
		'The service accepted the request and rejected part of it. Rejected entries have `valid: false` in the output. With an option _Fail on Rejected …_ they’re errors. _Retry On Fail_ doesn’t resend them, and your own retry does.',
		runs.entryFailure,
	],
	['## Hints', 'Nothing failed. A hint above the output shows what you may not expect.'],
	['### Hints about values and contacts', '', values.valueHint, contacts.contactHint],
	['### Hints about messages', '', messages.messageHint],
	['### Hints about answers and the run', '', contacts.answerHint, runs.runHint],
	[
		'## Other texts',
		'These have no code.',
		partsAs('As the `reason` of a contact or callback', runs.contactReason),
		partsAs('At the end of an error', runs.closing),
		partsAs('In n8n’s log, for a refused callback', runs.refusedCall),
	],
];

function partsAs(where: string, ...tables: Parts[]): string {
	return `- **${where}:** ${escaped(tables.flatMap(templatesOf).join(' · '))}`;
}

const introduction = `# Troubleshooting

Every message of the nodes, by its code. Search this page for the code or for a few words. Values are in ‹angle brackets›. It's generated from the source: \`npm run reference\`.

An item of the error output has the code in \`error.code\`, the message in \`error.message\`, and the outcome in \`error.outcome\`. A workflow can branch on all three.

| Outcome | Was it sent? | Is a retry safe? |
| --- | --- | --- |
| \`notSent\` | No | Yes. Correct the cause first |
| \`rejected\` | Yes, and the service rejected it | Yes. Your own retry sends it again, _Retry On Fail_ doesn't |
| \`unknown\` | Perhaps | Yes. It isn't resent unless you set _Unconfirmed Requests_ to _Resend_. Check in the service first |
| \`accepted\` | Yes, in an earlier try | Yes. It isn't sent again |

A **retry** is _Retry On Fail_, or _Retry_ in the executions list. A new execution knows nothing of earlier ones and sends everything.`;

/** The page on messages. */
export function troubleshooting(): string {
	const parts = sections.flatMap(([heading, moment, ...content]) => [
		heading,
		moment,
		content
			.flatMap((one) =>
				typeof one === 'string'
					? one
					: Object.values(one).map((make) => entryOf(make(undefined as never))),
			)
			.join('\n'),
	]);
	return [introduction, ...parts].filter(Boolean).join('\n\n');
}

function entryOf({ code, text, advice }: Sentence): string {
	const { advice: ways, ...parts } = partsOf[code] ?? {};
	const shown = ways ? advice.replace('‹advice›', templatesOf(ways).join(' _Or:_ ')) : advice;
	const values = Object.entries(parts).map(
		([placeholder, table]) => `‹${placeholder}›: ${templatesOf(table).join('. _Or:_ ')}.`,
	);
	const rest = escaped([shown, ...values].join(' ')).replaceAll('\\_Or:\\_', '_Or:_');
	return `- \`${code}\` **${escaped(text)}.** ${rest}`;
}

/** Characters that Markdown would take for its own. */
function escaped(text: string): string {
	return text.replace(/[\\`*_[\]<>|]/g, '\\$&');
}
