import type { IDataObject } from 'n8n-workflow';
import { recipients, guests, jsonDeliveries, phoneOf, pushForm } from './message-forms';
import { placeholderValues, smsForm, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectRefused, FROM_ITEM } from './one-wrong-item';
import { failedItem } from './what-became';

const PHONE = phoneOf(1);
const NOT_A_PHONE =
	'is not a phone number in E.164 format; write + and the country code first, such as +34600123456';
const MISSING = 'is required';
const NOTHING = 'is required, but its expression gives nothing';
const NO_TEXT = 'is not a text; give a text or a number';
const BROKEN =
	'is not valid JSON (Unexpected end of JSON input); check its quotes, commas and brackets';
const TOO_LONG = 'has 12 characters; the service takes at most 11';
const NO_DAY =
	'is not a date that exists in a known format. Write it such as 2026-03-29T09:30 or 29.03.2026 09:30';
const NO_BOOLEAN = '“maybe” is neither true nor false; give one of the two';
const NO_TEXTS = 'is not an object of names and texts';
const NO_NAME = 'has a text but no name; give the name of its placeholder';
const SMS_KEYS = 'phone_number, multiple, replacements';
const PUSH_KEYS = 'device_id, user_id, contact_id, replacements';
const JSON_1 = 'Recipients (JSON), 1';
const NOT_ONE_TARGET = `${JSON_1} must have exactly one of device_id, user_id, contact_id`;
const unknownKey = (key: string, known: string): string =>
	`${JSON_1}, ${key} is not a key the service knows here; it knows ${known}`;
const noValue = (name: string, place = 'Placeholder Values'): string =>
	`Message: %{${name}} has no value; add “${name}” to ${place}, or give the input item a field of that name`;
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

/** A form that reads a value of the item, one that is right, one that is wrong, and what is then said. */
const cases: Array<[form: IDataObject, right: unknown, wrong: unknown, sentence: string]> = [
	[sender, 'Hotel Auror', '', `Sender ${NOTHING}`],
	[sender, 'Hotel Auror', 'Grand Hotel!', `Sender: “Grand Hotel!” ${TOO_LONG}`],
	[smsForm({ messageHolder: FROM_ITEM }), 'Hello', [], `Message: a list ${NO_TEXT}`],
	[toPhone, PHONE, null, `To ${NOTHING}`],
	[
		toPhone,
		PHONE,
		'00034',
		'To: “00034” begins with no country’s code. Write + and the country code first, such as +34600123456',
	],
	[sentAt, '2031-01-15', undefined, `Send At ${NOTHING}`],
	[sentAt, '2031-01-15', '2026-02-30', `Send At: “2026-02-30” ${NO_DAY}`],
	[smsJson, sms, '[', `Recipients (JSON) ${BROKEN}`],
	[smsJson, sms, '', `Recipients (JSON) ${MISSING}`],
	[smsJson, sms, [], 'Recipients (JSON) is empty; give a recipient'],
	[smsJson, sms, [PHONE], `${JSON_1}: “${PHONE}” is not a recipient; give an object`],
	[smsJson, sms, [sms, {}], `Recipients (JSON), 2, phone_number ${MISSING}`],
	[smsJson, sms, '{"__proto__": 1}', unknownKey('__proto__', SMS_KEYS)],
	[smsJson, sms, { ...sms, multiple: 'maybe' }, `${JSON_1}, multiple: ${NO_BOOLEAN}`],
	[smsJson, sms, jsonWith('x'), `${JSON_1}, replacements: “x” ${NO_TEXTS}`],
	[pushForm({ appId: FROM_ITEM }), 'guest-app', ' ', 'App ID is empty; give an id'],
	[pushForm({ subject: FROM_ITEM }), 'Aurora', undefined, `Subject ${NOTHING}`],
	[toTarget('device_id'), 'a', undefined, `Recipient ID ${NOTHING}`],
	[toTarget('user_id'), 'a', ' ', 'User ID is empty; give an id'],
	[toTarget('contact_id'), 'a', ['c'], `Contact ID: a list ${NO_TEXT}`],
	[pushWith('badge'), 1, 1.5, 'Badge must be a whole number, not “1.5”'],
	[pushWith('alert'), 'Ready', ['x'], `Alert: a list ${NO_TEXT}`],
	[pushWith('extra'), '{}', '[', `Extra ${BROKEN}`],
	[pushJson, push, { device_id: 'a', user_id: 'b' }, NOT_ONE_TARGET],
	[pushJson, push, { replacements: {} }, NOT_ONE_TARGET],
	[pushJson, push, { token: 'a' }, unknownKey('token', PUSH_KEYS)],
	[smsForm({ multiple: FROM_ITEM }), 1, 'maybe', `Allow Multipart: ${NO_BOOLEAN}`],
	[dearWith('name', FROM_ITEM), 'Ana', null, noValue('name')],
	[dearWith('name', FROM_ITEM), 'Ana', {}, `Placeholder Value 1: an object ${NO_TEXT}`],
	[dearWith(FROM_ITEM, 'Ana'), 'name', 'room', noValue('name')],
	[dearWith(FROM_ITEM, 'Ana'), 'name', '', `Placeholder Value 1 ${NO_NAME}`],
	[smsForm({ messageHolder: 'Room %{v}' }), 12, null, noValue('v')],
	[smsForm({ messageHolder: 'Room %{v}' }), 12, [12], `Input Item, v: a list ${NO_TEXT}`],
	[dearJson, ana, jsonWith(undefined), `${JSON_1}, ${noValue('name', 'its replacements')}`],
	[dearJson, ana, jsonWith({ name: null }), `${JSON_1}, ${noValue('name', 'its replacements')}`],
	[dearJson, ana, jsonWith({ name: [] }), `${JSON_1}, replacements, name: a list ${NO_TEXT}`],
];

describe('one wrong item', () => {
	const node = new NodeRunner();

	it.each(cases.map(([form, right, wrong, sentence]) => ({ form, right, wrong, sentence })))(
		'is refused: $wrong, since $sentence',
		async ({ form, right, wrong, sentence }) => {
			const [good, bad] = [{ v: right }, { v: wrong }] as IDataObject[];
			await expectRefused(node, form, { good: good!, wrong: bad! }, sentence);
		},
	);

	it.each<[message: string, IDataObject, near: string]>([
		['%{nmae}', { name: 'Ana' }, 'name'],
		['%{First Name}', { room: 7, first_name: 'Ana' }, 'first_name'],
		['%{room_nr}', { given: 1, name: 'Ana' }, 'room'],
	])('is told the nearest name there is: %s in %j', async (message, json, near) => {
		const form = smsForm({ messageHolder: message, ...placeholderValues({ room: '7' }) });
		const run = await node.run(form, { items: [json] });
		const sentence = `Message: ${message} has no value; did you mean %{${near}}? [item 0]`;
		expect(run.error?.message).toBe(sentence);
		expect(node.service.requests).toEqual([]);
	});

	it('is refused also for a name that every JavaScript object seems to have', async () => {
		const messageHolder = 'Dear %{__proto__} %{toString}';
		const forms = [{}, recipients({ phoneNumber: PHONE }), jsonDeliveries([jsonWith({})])];
		const said = [];
		for (const form of forms) {
			said.push((await node.run(smsForm({ messageHolder, ...form }))).error?.message);
		}
		expect(said).toEqual([
			`${noValue('__proto__')} [item 0]`,
			`Recipient 1, ${noValue('__proto__', 'its Placeholder Values')} [item 0]`,
			`${JSON_1}, ${noValue('__proto__', 'its replacements')} [item 0]`,
		]);
		expect(node.service.requests).toEqual([]);
	});

	it.each([
		[{ phoneNumber: 'x' }, `To: “x” ${NOT_A_PHONE}`],
		[{ phoneNumber: PHONE }, noValue('name', 'its Placeholder Values')],
	])('is refused for its second delivery too, by its number: %j', async (second, sentence) => {
		const first = { phoneNumber: PHONE, ...placeholderValues({ name: 'Ana' }) };
		const run = await node.run(smsForm({ ...dear, ...recipients(first, second) }));
		expect(run.error?.message).toBe(`Recipient 2, ${sentence} [item 0]`);
		expect(node.service.requests).toEqual([]);
	});
});

describe('several wrong items', () => {
	const node = new NodeRunner(smsToGuests);
	const items = [...guests(1), { phone: 'x' }, {}, ...guests(1)];

	it('stop the run with the first of them and their number', async () => {
		const run = await node.run({}, { items });
		expect(run.error).toMatchObject({
			message: `To: “x” ${NOT_A_PHONE} [item 1]`,
			description: 'Nothing was sent. 2 items are wrong; this is the first.',
			context: { itemIndex: 1 },
		});
		expect(node.service.requests).toEqual([]);
	});

	it('come out as errors in their places, and the others are sent in one request', async () => {
		const run = await node.run({}, { items, onError: 'continueRegularOutput' });
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);
		expect(run.output.slice(1, 3)).toEqual([
			failedItem(1, items[1]!, `To: “x” ${NOT_A_PHONE}`),
			failedItem(2, {}, `To ${NOTHING}`),
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
