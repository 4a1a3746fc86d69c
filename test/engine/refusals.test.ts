import type { IDataObject } from 'n8n-workflow';
import { automatic, contactForm } from './import-forms';
import {
	guests,
	jsonDeliveries,
	phoneOf,
	placeholderValues,
	pushForm,
	recipients,
	smsForm,
	smsToGuests,
} from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import {
	expectLeftOut,
	expectStopped,
	FROM_ITEM,
	refuses,
	type Refusal,
	type Wrong,
} from './one-wrong-item';

const phoneNumber = phoneOf(1);
const LIST = 'Recipients (JSON)';
const deliveries = (...list: unknown[]) => smsForm(jsonDeliveries(list));
const dear = (more: IDataObject) => smsForm({ messageHolder: 'Dear %{name}', ...more });
const ana = { phoneNumber, ...placeholderValues({ name: 'Ana' }) };
const one = { name: 'a', value: '1' };
const noText = (where: string, words: string): Refusal => [where, 'noPlaceholderValue', words];

const ofRecipients: Wrong[] = [
	[
		smsForm({ phoneNumber: '600123456' }),
		['To', 'phoneWithoutCode', 'Set the option Default Country Code'],
		{},
		smsForm({ phoneNumber: '600123456', defaultCountryCode: '+34' }),
		'+34600123456',
	],
	[
		smsForm({ options: { testRecipient: phoneNumber, defaultCountryCode: 'Spain' } }),
		['Default Country Code: “Spain”', 'wrongFormat'],
	],
	[smsForm(jsonDeliveries([])), [LIST, 'required']],
	[smsForm(recipients()), ['Recipient List', 'required']],
	[deliveries({ phone_number: phoneNumber }, {}), [`${LIST}, 2, phone_number`, 'required']],
	[deliveries({ phoneNumber }), [`${LIST}, 1, phoneNumber`, 'unknownKey', 'phone_number?']],
	[
		deliveries({ phone_number: phoneNumber, guest: 'Ana' }),
		[`${LIST}, 1, guest`, 'unknownKey', 'Use one of phone_number, multiple, replacements.'],
	],
	[
		deliveries({ phone_number: phoneNumber, replacements: 'x' }),
		[`${LIST}, 1, replacements`, 'wrongFormat'],
	],
	[pushForm(jsonDeliveries({ device_id: 'a', user_id: 'b' })), [`${LIST}, 1`, 'notExactlyOne']],
	[pushForm(jsonDeliveries({ device_id: '' })), [`${LIST}, 1`, 'notExactlyOne']],
	[pushForm(recipients({ recipientId: ' ' })), ['Recipient 1, Device ID', 'required']],
	[dear(recipients(ana, { phoneNumber })), noText('Recipient 2, Message', 'its Placeholder')],
	[
		dear(jsonDeliveries({ phone_number: phoneNumber, replacements: {} })),
		noText(`${LIST}, 1, Message`, 'its replacements'),
	],
	[dear(placeholderValues({ name: FROM_ITEM })), noText('Message', '%{name}'), { v: null }],
	[
		smsForm({ messageHolder: 'In %{v}.' }),
		noText('Message', 'If it’s there but empty, write {{ $json.v || "guest" }} for it.'),
		{ v: null },
		smsForm({
			messageHolder: 'In %{v}.',
			...placeholderValues({ v: '={{ $json.v || "guest" }}' }),
		}),
		'In guest.',
	],
	[smsForm(placeholderValues({ '': 'Ana' })), ['Placeholder Values 1', 'withoutName']],
	[
		smsForm({ replacements: { replacement: [one, one] } }),
		['Placeholder Values 2: “a” is in the list twice', 'fieldTwice'],
	],
	[pushForm({ recipientType: FROM_ITEM }), ['Recipient Type', 'required'], { v: [''] }],
];

const perJob = { failOnRejected: true, output: 'bulkJob' };
const text = (messageHolder: string, more: IDataObject = {}) => smsForm({ messageHolder, ...more });
const names = { names: ['Ana', 'Leo'] };
const ofTexts: Wrong[] = [
	[
		pushForm({ subject: 'Dear %{name}' }),
		['Subject', 'placeholderElsewhere', 'Write {{ $json.name }} in an expression instead.'],
		{ name: 'Ana' },
		pushForm({ subject: '=Dear {{ $json.name }}' }),
		'Dear Ana',
	],
	[pushForm({ notification: { alert: 'Hi %{a}' } }), ['Alert', 'placeholderElsewhere']],
	[pushForm({ notification: { url: 'https://a/%{b}' } }), ['URL', 'placeholderElsewhere']],
	[text('Hi %{name'), ['Message', 'brokenPlaceholder']],
	[text('%{a}', placeholderValues({ a: '={{ " " }}' })), ['Message', 'required']],
	[
		text('Dear %{names}'),
		['Input Item, names', 'severalValues', 'for example with {{ $json.names.join(", ") }}.'],
		names,
		text('Dear %{names}', placeholderValues({ names: '={{ $json.names.join(", ") }}' })),
		'Dear Ana, Leo',
	],
	[
		text('a'.repeat(200), { multiple: false }),
		['Message to', 'tooManySegments', 'Shorten it to 160 characters, or turn on “Allow M'],
		{},
		text('a'.repeat(200), { multiple: true }),
		'a'.repeat(200),
	],
	[
		text('Hi', { schedule: 'at', startAt: '2020-01-01T09:00' }),
		['Send At', 'timePassed', 'or set Schedule to Now.'],
		{},
		text('Hi', { schedule: 'now' }),
		'Hi',
	],
	[
		pushForm({ notification: { alert: ' ' } }),
		['Alert', 'emptyAlert', 'or add Send Silently.'],
		{},
		pushForm({ notification: { sendSilently: true } }),
		'',
	],
	[smsForm({ sender: 'A\nB' }), ['Sender', 'notASender']],
	[smsForm({ sender: '{Hotel}' }), ['Sender', 'notASender']],
	[
		smsForm({ sender: 'Hotel® 🏨' }),
		['Sender', 'notASender', 'Remove it.'],
		{},
		smsForm({ sender: 'Hotel®' }),
		'Hotel®',
	],
	// As n8n stores it where a form allows no expression.
	[smsForm({ options: { maxMessages: '{{ 5 }}' } }), ['Max Messages', 'expressionForRun']],
	[
		contactForm({ ...automatic, processingResult: 'waitForResult', options: perJob }),
		['Fail on Rejected Contacts', 'notTogether'],
		{ user_id: 'g-1' },
	],
	[smsForm({ options: { maxMessages: '' } }), ['Max Messages', 'emptyOption']],
];

describe('a wrong recipient', () => refuses(ofRecipients));
describe('a wrong text', () => refuses(ofTexts));

describe('several wrong items', () => {
	const node = new NodeRunner(smsToGuests);
	const items = [...guests(1), { phone: 'x' }, {}, ...guests(1)];
	const refusals: Record<number, Refusal> = {
		1: ['To', 'notAPhone', '“x”'],
		2: ['To: {{ $json.phone }}', 'emptyExpression', 'The fields are phone.'],
	};

	it('stop the run with an error that shows the first one and the count', async () => {
		await expectStopped(node, {}, items, refusals);
	});

	it('become error items in order, and the others are sent in one request', async () => {
		await expectLeftOut(node, {}, items, refusals);
		expect(node.service.state.smsDeliveries).toHaveLength(2);
		expect(node.bodies).toHaveLength(1);
		const run = await node.run({}, { items, onError: 'continueRegularOutput' });
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);
		expect(run.output.map(({ json }) => 'error' in json)).toEqual([false, true, true, false]);
	});
});
