import { join } from 'node:path';
import { plainForm } from '../../nodes/CrmMessaging/fields/plainForm';
import { purchaseStates } from '../../nodes/CrmMessaging/interface/purchaseStates';
import { readWorkflow } from '../../playground/n8n/workflow-file';

/** The text of a node's parameters in an example. */
function parametersOf(file: string, node: string): string {
	const { nodes } = readWorkflow(join(__dirname, '../../examples', file));
	return nodes
		.filter(({ name }) => name === node)
		.flatMap(({ parameters }) => textsIn(parameters))
		.join('\n');
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const patternsIn = (text: string) =>
	[...text.matchAll(/\/(\^.+?)\/i/g)].map(([, pattern]) => new RegExp(pattern!, 'i'));

/** How systems write a word. */
const spellingsOf = (word: string) => [
	...[word, word.toUpperCase(), plainForm(word)],
	...['_', '-', ''].map((between) => word.replaceAll(/[ _]/g, between)),
];

const [booked, checkedIn, canceled] = patternsIn(
	parametersOf('booking-to-contact-purchase-sms.json', 'News'),
);
const [alsoCanceled] = patternsIn(
	parametersOf('booking-full-events-to-purchase-sms.json', 'Canceled, with a phone'),
);

describe('the guest of an example is told what its node records', () => {
	const words = purchaseStates.flatMap(({ value, aliases = [] }) =>
		[value, ...aliases].flatMap(spellingsOf).map((word) => [word, value] as const),
	);

	it.each(words)('%s is told as %s', (word, value) => {
		const told = [booked, checkedIn, canceled, alsoCanceled].map((one) => one!.test(word));
		const meant = ['confirmed', 'check_in', 'canceled', 'canceled'].map((one) => one === value);
		expect(told).toEqual(meant);
	});
});
