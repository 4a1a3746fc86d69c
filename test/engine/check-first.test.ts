import type { IDataObject } from 'n8n-workflow';
import { deliveries, guests, jsonDeliveries, phoneOf, pushForm } from './message-forms';
import { replacements, smsForm, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectRefused, FROM_ITEM } from './one-wrong-item';
import { failedItem } from './what-became';

const PHONE = phoneOf(1);
const NOT_A_PHONE =
	'is not a phone number in E.164 format; write + and the country code first, such as +34600123456';
const MISSING = 'is required';
const NO_TEXT = 'is not a text; give a text or a number';
const BROKEN =
	'is not valid JSON (Unexpected end of JSON input); check its quotes, commas and brackets';
const TOO_LONG = 'has 12 characters; the service takes at most 11';
const NO_DAY = 'is a date that does not exist; correct it';
const NO_BOOLEAN = '“maybe” is neither true nor false; give one of the two';
const NO_TEXTS = 'is not an object of names and texts';
const NO_NAME = 'has a text but no name; give the name of its container';
const SMS_KEYS = 'phone_number, multiple, replacements';
const PUSH_KEYS = 'device_id, user_id, contact_id, replacements';
const JSON_1 = 'Deliveries (JSON), 1';
const NOT_ONE_TARGET = `${JSON_1} must have exactly one of device_id, user_id, contact_id`;
const unknownKey = (key: string, known: string): string =>
	`${JSON_1}, ${key} is not a key the service knows here; it knows ${known}`;
const noReplacement = (name: string): string =>
	`Replacements: %{${name}} of the message has no replacement; add one named “${name}” with a text or take %{${name}} out of the message`;
const notInItem = (name: string): string =>
	`Deliveries 1, Input Item has no text for %{${name}} of the message; give it a field named “${name}” or take %{${name}} out of the message`;

const dear = { messageHolder: 'Dear %{name}' };
const dearWith = (name: string, text: string) =>
	smsForm({ ...dear, ...deliveries({ phoneNumber: PHONE, ...replacements({ [name]: text }) }) });
const toTarget = (targetType: string) => pushForm(deliveries({ targetType, targetId: FROM_ITEM }));
const pushWith = (name: string) => pushForm({ additionalFields: { [name]: FROM_ITEM } });
const sender = smsForm({ sender: FROM_ITEM });
const toPhone = smsForm(deliveries({ phoneNumber: FROM_ITEM }));
const sentAt = smsForm({ schedule: 'at', startAt: FROM_ITEM });
const smsJson = smsForm(jsonDeliveries(FROM_ITEM));
const dearJson = smsForm({ ...dear, ...jsonDeliveries(FROM_ITEM) });
const pushJson = pushForm(jsonDeliveries(FROM_ITEM));
const jsonWith = (texts: unknown) => ({ phone_number: PHONE, replacements: texts });
const [sms, push, ana] = [jsonWith({}), { device_id: 'a' }, jsonWith({ name: 'Ana' })];

/** A form that reads a value of the item, one that is right, one that is wrong, and what is then said. */
const cases: Array<[form: IDataObject, right: unknown, wrong: unknown, sentence: string]> = [
	[sender, 'Hotel Auror', '', `Sender ${MISSING}`],
	[sender, 'Hotel Auror', 'Grand Hotel!', `Sender: “Grand Hotel!” ${TOO_LONG}`],
	[smsForm({ messageHolder: FROM_ITEM }), 'Hello', [], `Message: a list ${NO_TEXT}`],
	[toPhone, PHONE, null, `Deliveries 1, Phone Number ${MISSING}`],
	[toPhone, PHONE, '0034', `Deliveries 1, Phone Number: “0034” ${NOT_A_PHONE}`],
	[sentAt, '2031-01-15', undefined, `Send At ${MISSING}`],
	[sentAt, '2031-01-15', '2026-02-30', `Send At: “2026-02-30” ${NO_DAY}`],
	[smsJson, sms, '[', `Deliveries (JSON) ${BROKEN}`],
	[smsJson, sms, '', `Deliveries (JSON) ${MISSING}`],
	[smsJson, sms, [], 'Deliveries is empty; add a delivery'],
	[smsJson, sms, [PHONE], `${JSON_1}: “${PHONE}” is not a delivery; give an object`],
	[smsJson, sms, [sms, {}], `Deliveries (JSON), 2, Phone Number ${MISSING}`],
	[smsJson, sms, '{"__proto__": 1}', unknownKey('__proto__', SMS_KEYS)],
	[smsJson, sms, { ...sms, multiple: 'maybe' }, `${JSON_1}, Allow Several Parts: ${NO_BOOLEAN}`],
	[smsJson, sms, jsonWith('x'), `${JSON_1}, replacements: “x” ${NO_TEXTS}`],
	[pushForm({ appId: FROM_ITEM }), 'guest-app', ' ', 'App ID is empty; give an id'],
	[pushForm({ subject: FROM_ITEM }), 'Aurora', undefined, `Subject ${MISSING}`],
	[toTarget('device_id'), 'a', undefined, `Deliveries 1, Device ID ${MISSING}`],
	[toTarget('user_id'), 'a', ' ', 'Deliveries 1, User ID is empty; give an id'],
	[toTarget('contact_id'), 'a', ['c'], `Deliveries 1, Contact ID: a list ${NO_TEXT}`],
	[pushWith('badge'), 1, 1.5, 'Badge: “1.5” is not a whole number; write it such as 3'],
	[pushWith('alert'), 'Ready', ['x'], `Alert: a list ${NO_TEXT}`],
	[pushWith('extra'), '{}', '[', `Extra ${BROKEN}`],
	[pushJson, push, { device_id: 'a', user_id: 'b' }, NOT_ONE_TARGET],
	[pushJson, push, { replacements: {} }, NOT_ONE_TARGET],
	[pushJson, push, { token: 'a' }, unknownKey('token', PUSH_KEYS)],
	[dearWith('name', FROM_ITEM), 'Ana', null, `Deliveries 1, ${noReplacement('name')}`],
	[dearWith('name', FROM_ITEM), 'Ana', {}, `Deliveries 1, Replacements 1: an object ${NO_TEXT}`],
	[dearWith(FROM_ITEM, 'Ana'), 'name', 'Name', `Deliveries 1, ${noReplacement('name')}`],
	[dearWith(FROM_ITEM, 'Ana'), 'name', '', `Deliveries 1, Replacements 1 ${NO_NAME}`],
	[dearJson, ana, jsonWith(undefined), `${JSON_1}, ${noReplacement('name')}`],
	[dearJson, ana, jsonWith({ name: null }), `${JSON_1}, ${noReplacement('name')}`],
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

	it.each<[IDataObject, string]>([
		[{ name: '' }, notInItem('name')],
		[{ Name: 'Ana' }, notInItem('name')],
		[{ name: {} }, `Deliveries 1, Input Item, name: an object ${NO_TEXT}`],
	])('is refused as the source of replacements: %j', async (wrong, sentence) => {
		const form = smsForm({ ...dear, replacementsFrom: 'item' });
		await expectRefused(node, form, { good: { name: 'Ana' }, wrong }, sentence);
	});

	it('is refused also for a name that every JavaScript object seems to have', async () => {
		const messageHolder = 'Dear %{__proto__} %{toString}';
		const forms = [{}, { replacementsFrom: 'item' }, jsonDeliveries([jsonWith({})])];
		const said = [];
		for (const form of forms) {
			said.push((await node.run(smsForm({ messageHolder, ...form }))).error?.message);
		}
		expect(said).toEqual([
			`Deliveries 1, ${noReplacement('__proto__')} [item 0]`,
			`${notInItem('__proto__')} [item 0]`,
			`${JSON_1}, ${noReplacement('__proto__')} [item 0]`,
		]);
		expect(node.service.requests).toEqual([]);
	});

	it.each([
		[{ phoneNumber: 'x' }, `Phone Number: “x” ${NOT_A_PHONE}`],
		[{ phoneNumber: PHONE }, noReplacement('name')],
	])('is refused for its second delivery too, by its number: %j', async (second, sentence) => {
		const first = { phoneNumber: PHONE, ...replacements({ name: 'Ana' }) };
		const run = await node.run(smsForm({ ...dear, ...deliveries(first, second) }));
		expect(run.error?.message).toBe(`Deliveries 2, ${sentence} [item 0]`);
		expect(node.service.requests).toEqual([]);
	});
});

describe('several wrong items', () => {
	const node = new NodeRunner(smsToGuests);
	const items = [...guests(1), { phone: 'x' }, {}, ...guests(1)];

	it('stop the run with the first of them and their number', async () => {
		const run = await node.run({}, { items });
		expect(run.error).toMatchObject({
			message: `Deliveries 1, Phone Number: “x” ${NOT_A_PHONE} [item 1]`,
			description: 'Nothing was sent. 2 items are wrong; this is the first.',
			context: { itemIndex: 1 },
		});
		expect(node.service.requests).toEqual([]);
	});

	it('come out as errors in their places, and the others are sent in one request', async () => {
		const run = await node.run({}, { items, onError: 'continueRegularOutput' });
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);
		expect(run.output.slice(1, 3)).toEqual([
			failedItem(1, items[1]!, `Deliveries 1, Phone Number: “x” ${NOT_A_PHONE}`),
			failedItem(2, {}, 'Deliveries 1, Phone Number is required'),
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
