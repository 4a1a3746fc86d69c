/** The page on messages, made of the catalogue. */
import { isPredicate } from '../nodes/CrmMessaging/fields/inputError';
import type { SentenceMaker } from '../nodes/CrmMessaging/catalogue/sentence';
import { contactHint, wrongContact } from '../nodes/CrmMessaging/catalogue/contacts';
import { textHint, wrongText } from '../nodes/CrmMessaging/catalogue/texts';
import { valueHint, wrongValue } from '../nodes/CrmMessaging/catalogue/values';
import {
	runHint,
	cannotWait,
	entryFailure,
	wrongSetting,
} from '../nodes/CrmMessaging/catalogue/runs';
import { messageHint, wrongMessage } from '../nodes/CrmMessaging/catalogue/messages';
import {
	brokenRequest,
	refusedRequest,
	wrongCredential,
} from '../nodes/CrmMessaging/catalogue/requests';

/** Sentences that come at the same moment. */
export interface Group {
	title: string;
	/** When they come, and what holds for all of them. */
	introduction: string;
	sentences: SentenceMaker[];
}

/** The whole catalogue, as Troubleshooting shows it. */
export const groups: readonly Group[] = [
	{
		title: 'The credential',
		introduction:
			'Nothing was sent. Correct the credential **CRM Messaging API**, and run the workflow again.',
		sentences: Object.values(wrongCredential),
	},
	{
		title: 'A value is wrong',
		introduction:
			'The node checks every item before it sends anything, so nothing was sent. The message begins with the field and ends with the item: _Phone Number: “600” isn’t a phone number in E.164 format [item 4]_. Correct the data, or the expression in the field.',
		sentences: Object.values(wrongValue),
	},
	{
		title: 'The settings don’t fit',
		introduction: 'The same check found this, so nothing was sent.',
		sentences: [...Object.values(wrongSetting), ...Object.values(cannotWait)],
	},
	{
		title: 'An expression or a typed text is wrong',
		introduction:
			'The same check found this, so nothing was sent. The check goes by what comes out of each `{{ }}`.',
		sentences: Object.values(wrongText),
	},
	{
		title: 'A contact, purchase or hotel is wrong',
		introduction: 'The same check found this, so nothing was sent.',
		sentences: Object.values(wrongContact),
	},
	{
		title: 'A message is wrong',
		introduction: 'The same check found this, so nothing was sent.',
		sentences: Object.values(wrongMessage),
	},
	{
		title: 'The service refused the request',
		introduction:
			'The message ends with the HTTP status and the service’s own words. If a message may have been sent, the description asks you to check in the service first.',
		sentences: Object.values(refusedRequest),
	},
	{
		title: 'No answer, or one that can’t be read',
		introduction:
			'If a message may have been sent, the description asks you to check in the service first. The code of the network, such as `ECONNREFUSED`, is in brackets.',
		sentences: Object.values(brokenRequest),
	},
	{
		title: 'The service rejected something',
		introduction:
			'The service accepted the request and rejected part of it. Rejected entries have `valid: false` in the output. With an option _Fail on Rejected …_ they’re errors.',
		sentences: Object.values(entryFailure),
	},
	{
		title: 'Hints',
		introduction: 'Nothing failed. A hint above the output shows what you may not expect.',
		sentences: [
			...Object.values(valueHint),
			...Object.values(contactHint),
			...Object.values(messageHint),
			...Object.values(textHint),
			...Object.values(runHint),
		],
	},
];

const introduction = `# Troubleshooting

Every message of the nodes, with an example. Search this page for a few words or for the code. It's generated from the source: \`npm run reference\`.

An error item, which leaves by the error output, has the code in \`error.code\`, the message in \`error.message\`, and the outcome in \`error.outcome\`: \`notSent\`, \`rejected\`, \`unknown\` or \`accepted\`. A workflow can branch on all three.`;

/** The page on messages. */
export function troubleshooting(): string {
	const sections = groups.flatMap(({ title, introduction: moment, sentences }) => [
		`## ${title}`,
		moment,
		sentences.map(entryOf).join('\n'),
	]);
	return [introduction, ...sections].join('\n\n');
}

function entryOf({ code, example, field, more }: SentenceMaker): string {
	const { text, advice } = example;
	const label = isPredicate(text) ? `_${field}_ ` : '';
	const rest = [escaped(advice), more].filter(Boolean).join(' ');
	return `- **${label}${escaped(text)}** \`${code}\`${rest ? `  \n  ${rest}` : ''}`;
}

/** Characters that Markdown would take for its own. */
function escaped(text: string): string {
	return text.replace(/[\\`*_[\]<>|]/g, '\\$&');
}
