import { project, server } from '../../../tools/first-start.cjs';
import { testMessages } from '../../../nodes/CrmMessaging/actions/messages/sendGuards';
import { smsSegments } from '../../../nodes/CrmMessaging/actions/sms/send.operation';
import { mostFormValues } from '../../../nodes/CrmMessaging/callbacks/call';
import { signatureLastsMs } from '../../../nodes/CrmMessaging/callbacks/caller';
import { maxWait } from '../../../nodes/CrmMessaging/callbacks/waitForResult';
import { deepestNesting } from '../../../nodes/CrmMessaging/fields/values';
import { remembered } from '../../../nodes/CrmMessaging/callbacks/seen';
import { limits } from '../../../nodes/CrmMessaging/service/endpoints';
import { concurrency, retryPolicy } from '../../../nodes/CrmMessaging/service/limiter';
import { everyVersion } from '../../../tools/versions';
import { manifest, readPage, readText } from './page';

const show = (value: number) => value.toLocaleString('en');

/** The longest text of one character that is one SMS. */
function longestSms(character: string): number {
	let length = 1;
	while (smsSegments(character.repeat(length + 1)).segments === 1) length++;
	return length;
}

const oldestNode = manifest.engines.node.replace('>=', '');

/** How many texts the recipes remember. */
const [, rememberedTexts] = [
	...readText('examples/booking-to-contact-purchase-sms.json').matchAll(/"historySize": (\d+)/g),
].at(-1)!;

/** How soon the proxy notices that a webhook processor is gone. */
const [, untilLeftOut] = /health_interval (\d+)s/.exec(readText('docker/queue-mode/Caddyfile'))!;

const contacts = show(limits.contactsPerRequest);
const messages = show(limits.deliveriesPerRequest);

/** The numbers on users' pages, each computed from the code that sets or measures it. */
const measured: Readonly<Record<string, readonly string[]>> = {
	'README.md': [
		`Tested with n8n ${new Intl.ListFormat('en-GB').format(everyVersion().map(({ n8n }) => n8n))} (`,
		`save 10,000 contacts [from a file] in ${10_000 / limits.contactsPerRequest} requests`,
		`up to ${contacts} contacts`,
		`up to ${messages} messages`,
		`${oldestNode} or newer`,
		`(${project.time}, ${project.gigabytes} GB)`,
		`(${server.time}, ${server.gigabytes} GB)`,
	],
	'docs/installation.md': [`${oldestNode} or newer`],
	'docs/recipes.md': [
		`up to ${contacts} contacts at a time`,
		`more than ${String(Number.MAX_SAFE_INTEGER).length - 1} digits`,
		`After ${show(Number(rememberedTexts))} texts`,
	],
	'docs/contacts.md': [
		`more than ${String(Number.MAX_SAFE_INTEGER).length - 1} digits`,
		`More than ${contacts} contacts are refused`,
	],
	'docs/messages.md': [
		`sends the first ${testMessages} messages to you`,
		`An SMS holds ${longestSms('a')} characters, or ${longestSms('ж')} with`,
	],
	'docs/callbacks.md': [
		`one of the last ${remembered} `,
		`more than ${show(mostFormValues)} values, or nested more than ${deepestNesting} levels`,
		`is ${maxWait.unset / 60} hours by default`,
		`valid for ${signatureLastsMs / 3_600_000} hours`,
		`up to ${contacts} contacts`,
		`_Batch Size_ of ${contacts}, or of 1 for purchases`,
	],
	'docs/errors-and-retries.md': [
		`up to ${retryPolicy.tries} times in all`,
		`begins with ${concurrency.first} requests in parallel`,
		`up to ${concurrency.most}`,
	],
	'docs/queue-mode.md': [`within ${untilLeftOut} seconds`],
	'docs/ai-agents.md': [],
	'docs/first-workflow.md': [],
};

/** Numbers that no code sets: of n8n's own versions, of HTTP, and in examples. */
const others: readonly RegExp[] = [
	/\b(?:Before|from|In) n8n (?:1|2\.21|2\.30)\b/g,
	/\b(?:200|302|40[0-9]|41[35]|42[29]|50[0234])\b(?! (?:requests|times|contacts))/g,
	/\b1 (?:purchase|list|hotel|job)\b/g,
	/“[^”]*”/g,
	/The number 1\b/g,
	/last 70 seconds/g,
	/\+49\b|00:00/g,
	/run step 2 again|set it to 2 /g,
];

/** The prose of a page without code, the targets of links, and the numbers of list entries. */
function proseOf(file: string): string {
	return readPage(file)
		.prose.replace(/`[^`\n]*`/g, '')
		.replace(/\]\([^)]*\)/g, ']')
		.replace(/^\d+\. /gm, '');
}

/** Numbers in a text that no fragment accounts for, each with its context. */
function numbersLeft(text: string, fragments: readonly string[]): string[] {
	const rest = [...fragments, ...others].reduce<string>(
		(left, known) => left.replaceAll(known, ''),
		text,
	);
	return rest.replaceAll('n8n', '').match(/.{0,20}(?<![\w#])\d[\d.,:]*.{0,20}/g) ?? [];
}

describe.each(Object.keys(measured))('the numbers of %s', (file) => {
	const prose = proseOf(file);

	it('match the code', () => {
		expect(measured[file]!.filter((fragment) => !prose.includes(fragment))).toEqual([]);
	});

	it('are all checked', () => {
		expect(numbersLeft(prose, measured[file]!)).toEqual([]);
	});
});
