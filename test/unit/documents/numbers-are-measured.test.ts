import { testMessages } from '../../../nodes/CrmMessaging/actions/messages/guards';
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
		`tested with n8n ${new Intl.ListFormat('en-GB').format(everyVersion().map(({ n8n }) => n8n))} (`,
		`10,000 contacts take ${10_000 / limits.contactsPerRequest} requests`,
		`up to ${contacts} contacts`,
		`up to ${messages} messages`,
		`${oldestNode} or newer`,
	],
	'docs/installation.md': [`${oldestNode} or newer`],
	'docs/recipes.md': [
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
};

describe.each(Object.entries(measured))('the numbers of %s', (file, fragments) => {
	// Without the targets of links.
	const prose = readPage(file).prose.replace(/\]\([^)]*\)/g, ']');

	it.each(fragments)('match the code: %s', (fragment) => {
		expect(prose).toContain(fragment);
	});
});
