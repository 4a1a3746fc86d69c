import type { IDataObject } from 'n8n-workflow';
import { deliveries, jsonDeliveries, pushForm, smsForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectRefused, FROM_ITEM } from './one-wrong-item';

const PHONE = '+34600123456';
const NOT_A_PHONE =
	'is not a phone number in E.164 format; write + and the country code first, such as +34600123456';
const MISSING = 'is missing; give a value';

/** A case: what `v` is in the wrong item, and what is then said. */
type Case = [wrong: unknown, sentence: string];

describe('one wrong item', () => {
	const node = new NodeRunner();
	const refuses = (form: IDataObject, good: unknown, [wrong, sentence]: Case): Promise<void> =>
		expectRefused(
			node,
			form,
			{ good: { v: good } as IDataObject, wrong: { v: wrong } as IDataObject },
			sentence,
		);

	it.each<Case>([
		[undefined, `Sender ${MISSING}`],
		['', `Sender ${MISSING}`],
		['Grand Aurora', 'Sender: “Grand Aurora” has 12 characters; the service takes at most 11'],
		[{ name: 'Aurora' }, 'Sender: an object is not a text; give a text or a number'],
	])('with the sender %j is refused', async (...wrong) => {
		await refuses(smsForm({ sender: FROM_ITEM }), 'Hotel Auror', wrong);
	});

	it.each<Case>([
		[undefined, `Message ${MISSING}`],
		['', `Message ${MISSING}`],
		[['Hello'], 'Message: a list is not a text; give a text or a number'],
	])('with the message %j is refused', async (...wrong) => {
		await refuses(smsForm({ messageHolder: FROM_ITEM }), 'Hello', wrong);
	});

	it.each<Case>([
		[undefined, `Deliveries 1, Phone Number ${MISSING}`],
		['', `Deliveries 1, Phone Number ${MISSING}`],
		['+0600123456', `Deliveries 1, Phone Number: “+0600123456” ${NOT_A_PHONE}`],
		['34600123456', `Deliveries 1, Phone Number: “34600123456” ${NOT_A_PHONE}`],
		['0034600123456', `Deliveries 1, Phone Number: “0034600123456” ${NOT_A_PHONE}`],
		['+3460012345678901', `Deliveries 1, Phone Number: “+3460012345678901” ${NOT_A_PHONE}`],
		['+34 600 CALL', `Deliveries 1, Phone Number: “+34 600 CALL” ${NOT_A_PHONE}`],
		[34600123456, `Deliveries 1, Phone Number: “34600123456” ${NOT_A_PHONE}`],
		[null, `Deliveries 1, Phone Number ${MISSING}`],
	])('with the phone number %j is refused', async (...wrong) => {
		await refuses(smsForm(deliveries({ phoneNumber: FROM_ITEM })), PHONE, wrong);
	});

	it('is refused for its second delivery too, by its number', async () => {
		const form = smsForm(deliveries({ phoneNumber: PHONE }, { phoneNumber: FROM_ITEM }));
		const run = await node.run(form, { items: [{ v: 'x' }] });
		expect(run.error?.message).toBe(`Deliveries 2, Phone Number: “x” ${NOT_A_PHONE} [item 0]`);
		expect(node.service.requests).toEqual([]);
	});

	it.each<Case>([
		['2026-02-30', 'Send At: “2026-02-30” is a date that does not exist; correct it'],
		[
			'2031-01-15T25:00',
			'Send At: “2031-01-15T25:00” is a date that does not exist; correct it',
		],
		[
			'tomorrow',
			'Send At: “tomorrow” is not a date in ISO 8601 format; write it such as 2026-03-29T09:30:00+02:00',
		],
		[undefined, `Send At ${MISSING}`],
	])('to be sent at %j is refused', async (...wrong) => {
		const form = smsForm({ schedule: 'at', startAt: FROM_ITEM });
		await refuses(form, '2031-01-15T09:30:00Z', wrong);
	});

	it.each<Case>([
		[
			'[',
			'Deliveries (JSON) is not valid JSON (Unexpected end of JSON input); check its quotes, commas and brackets',
		],
		[undefined, `Deliveries (JSON) ${MISSING}`],
		['', `Deliveries (JSON) ${MISSING}`],
		[[], 'Deliveries is empty; add a delivery'],
		[[PHONE], `Deliveries (JSON), 1: “${PHONE}” is not a delivery; give an object`],
		[
			[{ phone_number: PHONE }, { phone: PHONE }],
			'Deliveries (JSON), 2, phone is not a key the service knows here; it knows phone_number, multiple, replacements',
		],
		[
			`{"phone_number": "${PHONE}", "__proto__": 1}`,
			'Deliveries (JSON), 1, __proto__ is not a key the service knows here; it knows phone_number, multiple, replacements',
		],
		[{ multiple: true }, `Deliveries (JSON), 1, Phone Number ${MISSING}`],
		[
			{ phone_number: PHONE, multiple: 'maybe' },
			'Deliveries (JSON), 1, Allow Several Parts: “maybe” is neither true nor false; give one of the two',
		],
		[
			{ phone_number: PHONE, replacements: 'Ana' },
			'Deliveries (JSON), 1, replacements: “Ana” is not an object of names and texts',
		],
	])('with the JSON deliveries %j is refused', async (...wrong) => {
		await refuses(smsForm(jsonDeliveries(FROM_ITEM)), { phone_number: PHONE }, wrong);
	});

	it.each<Case>([
		[undefined, `App ID ${MISSING}`],
		[' ', 'App ID is empty; give an id'],
	])('with the App ID %j is refused', async (...wrong) => {
		await refuses(pushForm({ appId: FROM_ITEM }), 'guest-app', wrong);
	});

	it('without a subject is refused', async () => {
		await refuses(pushForm({ subject: FROM_ITEM }), 'Aurora', [
			undefined,
			`Subject ${MISSING}`,
		]);
	});

	it.each<[string, ...Case]>([
		['device_id', undefined, `Deliveries 1, Device ID ${MISSING}`],
		['user_id', ' ', 'Deliveries 1, User ID is empty; give an id'],
		[
			'contact_id',
			['c'],
			'Deliveries 1, Contact ID: a list is not a text; give a text or a number',
		],
	])('with the %s %j is refused', async (targetType, ...wrong) => {
		await refuses(pushForm(deliveries({ targetType, targetId: FROM_ITEM })), 'a', wrong);
	});

	it.each<[string, unknown, ...Case]>([
		[
			'categoryPush',
			'CATEGORY_OK',
			'CATEGORY_NO',
			'Category: “CATEGORY_NO” is not one of CATEGORY_ACCEPT, CATEGORY_BUY, CATEGORY_DELETE, CATEGORY_EDIT, CATEGORY_FIND, CATEGORY_FORBID, CATEGORY_LAUNCH, CATEGORY_LIKE_DISLIKE, CATEGORY_LIKE_FOLLOW, CATEGORY_LIKE_SHARE, CATEGORY_OK, CATEGORY_REMIND, CATEGORY_SAVE, CATEGORY_SEND, CATEGORY_SHARE, CATEGORY_SHOP, CATEGORY_YES',
		],
		['badge', 1, 1.5, 'Badge: “1.5” is not a whole number; write it such as 3'],
		['silent', true, 'maybe', 'Silent: “maybe” is neither true nor false; give one of the two'],
		[
			'sendAllDevices',
			'false',
			2,
			'Send to All Devices: “2” is neither true nor false; give one of the two',
		],
		['alert', '', ['x'], 'Alert: a list is not a text; give a text or a number'],
		[
			'extra',
			'{}',
			'{"a": ',
			'Extra is not valid JSON (Unexpected end of JSON input); check its quotes, commas and brackets',
		],
	])('with %s, which could be %j, set to %j is refused', async (name, good, ...wrong) => {
		await refuses(pushForm({ additionalFields: { [name]: FROM_ITEM } }), good, wrong);
	});

	it.each<Case>([
		[
			{ device_id: 'a', user_id: 'b' },
			'Deliveries (JSON), 1 must have exactly one of device_id, user_id, contact_id',
		],
		[
			{ replacements: {} },
			'Deliveries (JSON), 1 must have exactly one of device_id, user_id, contact_id',
		],
		[
			{ token: 'a' },
			'Deliveries (JSON), 1, token is not a key the service knows here; it knows device_id, user_id, contact_id, replacements',
		],
	])('with the JSON target %j is refused', async (...wrong) => {
		await refuses(pushForm(jsonDeliveries(FROM_ITEM)), { device_id: 'a' }, wrong);
	});
});
