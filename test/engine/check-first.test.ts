import type { IDataObject } from 'n8n-workflow';
import { wrongMessage, placeholderAdvice } from '../../nodes/CrmMessaging/catalogue/messages';
import { closing } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { wrongValue, phoneProblem } from '../../nodes/CrmMessaging/catalogue/values';
import { inField } from './sentences';
import { recipients, guests, jsonDeliveries, phoneOf, pushForm } from './message-forms';
import { placeholderValues, smsForm, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectRefused, expectStopped, FROM_ITEM } from './one-wrong-item';
import { failedItem } from './what-became';

const PHONE = phoneOf(1);
const NOT_A_PHONE = wrongValue.phoneNeedsCode('“x”', phoneProblem.format, '+34600123456');
const NOTHING = wrongValue.emptyForItem();
const NO_LIST = wrongValue.wrongFormat('a list', 'a text', 'Ana');
const BROKEN = wrongValue.invalidJson('Unexpected end of JSON input');
const NO_BOOLEAN = wrongValue.wrongFormat('“maybe”', 'true or false', 'true');
const SMS_KEYS = wrongValue.unknownKey('phone_number, multiple, replacements');
const PUSH_KEYS = wrongValue.unknownKey('device_id, user_id, contact_id, replacements');
const NOT_ONE_TARGET = wrongMessage.notOneTarget('device_id, user_id, contact_id');
const NO_DAY = wrongValue.wrongFormat(
	'“2026-02-30”',
	'a date in a known format',
	'2026-03-29T09:30 or 29.03.2026 09:30',
);
const LIST = 'Recipients (JSON)';
const noValue = (name: string, place = 'Placeholder Values'): Sentence =>
	wrongMessage.noPlaceholderValue(name, placeholderAdvice.addOrField(name, place));
const dear = { messageHolder: 'Dear %{name}' };
const dearWith = (name: string, text: string) =>
	smsForm({ ...dear, phoneNumber: PHONE, ...placeholderValues({ [name]: text }) });
const toTarget = (recipientType: string) => pushForm({ recipientType, recipientId: FROM_ITEM });
const pushWith = (name: string) => pushForm({ notification: { [name]: FROM_ITEM } });
const sender = smsForm({ sender: FROM_ITEM });
const toPhone = smsForm({ phoneNumber: FROM_ITEM });
const sentAt = smsForm({ schedule: 'at', startAt: FROM_ITEM });
const smsJson = smsForm(jsonDeliveries(FROM_ITEM));
const dearJson = smsForm({ ...dear, ...jsonDeliveries(FROM_ITEM) });
const pushJson = pushForm(jsonDeliveries(FROM_ITEM));
const jsonWith = (texts: unknown) => ({ phone_number: PHONE, replacements: texts });
const [sms, push, ana] = [jsonWith({}), { device_id: 'a' }, jsonWith({ name: 'Ana' })];

/** A form that reads a value of the item, one that is right, one that is wrong, and what is then said of which field. */
const cases: Array<
	[form: IDataObject, right: unknown, wrong: unknown, where: string, sentence: Sentence]
> = [
	[sender, 'Hotel Auror', '', 'Sender', NOTHING],
	[sender, 'Hotel Auror', 'Grand Hotel!', 'Sender', wrongValue.tooLong('“Grand Hotel!”', 12, 11)],
	[smsForm({ messageHolder: FROM_ITEM }), 'Hello', [], 'Message', NO_LIST],
	[toPhone, PHONE, null, 'To', NOTHING],
	[
		toPhone,
		PHONE,
		'00034',
		'To',
		wrongValue.phoneNeedsCode('“00034”', phoneProblem.unknownCode, '+34600123456'),
	],
	[sentAt, '2031-01-15', undefined, 'Send At', NOTHING],
	[sentAt, '2031-01-15', '2026-02-30', 'Send At', NO_DAY],
	[smsJson, sms, '[', LIST, BROKEN],
	[smsJson, sms, '', LIST, wrongValue.required()],
	[smsJson, sms, [], LIST, wrongValue.emptyList()],
	[
		smsJson,
		sms,
		[PHONE],
		`${LIST}, 1`,
		wrongValue.wrongFormat(`“${PHONE}”`, 'a recipient object', '{ … }'),
	],
	[smsJson, sms, [sms, {}], `${LIST}, 2, phone_number`, wrongValue.required()],
	[smsJson, sms, '{"__proto__": 1}', `${LIST}, 1, __proto__`, SMS_KEYS],
	[smsJson, sms, { ...sms, multiple: 'maybe' }, `${LIST}, 1, multiple`, NO_BOOLEAN],
	[
		smsJson,
		sms,
		jsonWith('x'),
		`${LIST}, 1, replacements`,
		wrongValue.wrongFormat('“x”', 'an object of names and texts', '{ "first_name": "Ana" }'),
	],
	[pushForm({ appId: FROM_ITEM }), 'guest-app', ' ', 'App ID', wrongValue.required()],
	[pushForm({ subject: FROM_ITEM }), 'Aurora', undefined, 'Subject', NOTHING],
	[toTarget('device_id'), 'a', undefined, 'Recipient ID', NOTHING],
	[toTarget('user_id'), 'a', ' ', 'User ID', wrongValue.required()],
	[toTarget('contact_id'), 'a', ['c'], 'Contact ID', NO_LIST],
	[pushWith('badge'), 1, 1.5, 'Badge', wrongValue.numberOutOfRange('whole number', '“1.5”')],
	[pushWith('alert'), 'Ready', ['x'], 'Alert', NO_LIST],
	[pushWith('extra'), '{}', '[', 'Extra', BROKEN],
	[pushJson, push, { device_id: 'a', user_id: 'b' }, `${LIST}, 1`, NOT_ONE_TARGET],
	[pushJson, push, { replacements: {} }, `${LIST}, 1`, NOT_ONE_TARGET],
	[pushJson, push, { token: 'a' }, `${LIST}, 1, token`, PUSH_KEYS],
	[smsForm({ multiple: FROM_ITEM }), 1, 'maybe', 'Allow Multipart', NO_BOOLEAN],
	[dearWith('name', FROM_ITEM), 'Ana', null, 'Message', noValue('name')],
	[
		dearWith('name', FROM_ITEM),
		'Ana',
		{},
		'Placeholder Value 1',
		wrongValue.wrongFormat('an object', 'a text', 'Ana'),
	],
	[dearWith(FROM_ITEM, 'Ana'), 'name', 'room', 'Message', noValue('name')],
	[dearWith(FROM_ITEM, 'Ana'), 'name', '', 'Placeholder Value 1', wrongValue.withoutName()],
	[smsForm({ messageHolder: 'Room %{v}' }), 12, null, 'Message', noValue('v')],
	[smsForm({ messageHolder: 'Room %{v}' }), 12, [12], 'Input Item, v', NO_LIST],
	[
		dearJson,
		ana,
		jsonWith(undefined),
		`${LIST}, 1, Message`,
		noValue('name', 'its replacements'),
	],
	[
		dearJson,
		ana,
		jsonWith({ name: null }),
		`${LIST}, 1, Message`,
		noValue('name', 'its replacements'),
	],
	[dearJson, ana, jsonWith({ name: [] }), `${LIST}, 1, replacements, name`, NO_LIST],
];

describe('one wrong item', () => {
	const node = new NodeRunner();

	it.each(cases.map(([form, right, wrong, ...said]) => ({ form, right, wrong, said })))(
		'is refused: $wrong, since $said.0 $said.1.text',
		async ({ form, right, wrong, said }) => {
			const [good, bad] = [{ v: right }, { v: wrong }] as IDataObject[];
			await expectRefused(node, form, { good: good!, wrong: bad! }, inField(...said));
		},
	);

	it.each<[name: string, IDataObject, near: string]>([
		['nmae', { name: 'Ana' }, 'name'],
		['First Name', { room: 7, first_name: 'Ana' }, 'first_name'],
		['room_nr', { given: 1, name: 'Ana' }, 'room'],
	])('is told the nearest name there is: %s in %j', async (name, json, near) => {
		const form = smsForm({ messageHolder: `%{${name}}`, ...placeholderValues({ room: '7' }) });
		const run = await node.run(form, { items: [json] });
		const { text, advice } = wrongMessage.noPlaceholderValue(
			name,
			placeholderAdvice.meant(near),
		);
		expect(run.error).toMatchObject({
			message: `Message: ${text} [item 0]`,
			description: `${advice} ${closing.nothingSent}`,
		});
		expect(node.service.requests).toEqual([]);
	});

	it('is refused also for a name that every JavaScript object seems to have', async () => {
		const messageHolder = 'Dear %{__proto__} %{toString}';
		const forms = [{}, recipients({ phoneNumber: PHONE }), jsonDeliveries([jsonWith({})])];
		const said = [];
		for (const form of forms) {
			said.push((await node.run(smsForm({ messageHolder, ...form }))).error);
		}
		expect(said).toMatchObject(
			['', 'Recipient 1, ', `${LIST}, 1, `].map((place) => ({
				code: 'noPlaceholderValue',
				message: `${place}Message: %{__proto__} has no value [item 0]`,
			})),
		);
		expect(node.service.requests).toEqual([]);
	});

	it.each<[second: IDataObject, sentence: Sentence]>([
		[{ phoneNumber: 'x' }, inField('Recipient 2, To', NOT_A_PHONE)],
		[
			{ phoneNumber: PHONE },
			inField('Recipient 2, Message', noValue('name', 'its Placeholder Values')),
		],
	])('is refused for its second delivery too, by its number: %j', async (second, sentence) => {
		const first = { phoneNumber: PHONE, ...placeholderValues({ name: 'Ana' }) };
		await expectStopped(node, smsForm({ ...dear, ...recipients(first, second) }), sentence);
	});
});

describe('several wrong items', () => {
	const node = new NodeRunner(smsToGuests);
	const items = [...guests(1), { phone: 'x' }, {}, ...guests(1)];

	it('stop the run with the first of them and their number', async () => {
		await expectStopped(node, {}, inField('To', NOT_A_PHONE), { items, item: 1, wrong: 2 });
	});

	it('come out as errors in their places, and the others are sent in one request', async () => {
		const run = await node.run({}, { items, onError: 'continueRegularOutput' });
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);
		expect(run.output.slice(1, 3)).toEqual([
			failedItem(1, items[1]!, inField('To', NOT_A_PHONE)),
			failedItem(2, {}, inField('To', NOTHING)),
		]);
		expect(node.service.state.smsDeliveries).toHaveLength(2);
		expect(node.bodies).toHaveLength(1);
	});

	it('send nothing when all are wrong', async () => {
		const wrong = [{ phone: 'x' }, { phone: 'y' }];
		const run = await node.run({}, { items: wrong, onError: 'continueErrorOutput' });
		expect(run.output).toEqual([]);
		expect(linksOf(run.errorOutput)).toEqual([[0], [1]]);
		expect(node.service.requests).toEqual([]);
	});
});
