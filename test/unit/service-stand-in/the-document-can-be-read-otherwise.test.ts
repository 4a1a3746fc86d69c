import {
	EVERY_READING,
	READINGS,
	USUAL_READINGS,
	type Readings,
} from '../../../playground/service/readings';
import { hotel, purchase, push, sms, sync } from './bodies';
import { eventually, get, PATHS, post, start, startReceiver } from './client';

test('each open sentence has several readings, and each a meaning of its own', () => {
	for (const { title, sentence, choices } of Object.values(READINGS)) {
		expect([title, sentence]).not.toContain('');
		const meanings = Object.values(choices);
		expect(meanings.length).toBeGreaterThan(1);
		expect(new Set(meanings).size).toBe(meanings.length);
	}
});

test('readings are chosen by the control route, shown by it, and end with a reset', async () => {
	const service = await start({ readings: { alert: 'absentIsSilent' } });
	const control = `${service.url}/_control`;
	const headers = { 'content-type': 'application/json' };
	const choose = async (body: object) =>
		(
			await fetch(`${control}/readings`, {
				method: 'POST',
				headers,
				body: JSON.stringify(body),
			})
		).status;
	for (const { name, choice } of EVERY_READING) {
		expect(await choose({ [name]: choice })).toBe(200);
		expect(service.readings[name]).toBe(choice);
	}
	const shown = (await (await fetch(`${control}/readings`)).json()) as unknown[];
	expect(shown).toHaveLength(Object.keys(READINGS).length);
	expect(await choose({ alert: 'loud' })).toBe(400);
	expect(await choose({ weather: 'fine' })).toBe(400);
	service.reset();
	expect(service.readings).toEqual({ ...USUAL_READINGS, alert: 'absentIsSilent' });
});

const target = (device_id: string) => ({ device_id, replacements: {} });

test.each<[Readings['pushAnswer'], nested: unknown]>([
	['perTarget', [['a'], ['b'], ['c']]],
	['otherOrder', [['c'], ['b'], ['a']]],
	['grouped', [['c', 'b'], ['a'], []]],
	['flat', [['a', 'b', 'c']]],
	['bare', ['a', 'b', 'c']],
])('a push is answered %s', async (pushAnswer, nested) => {
	const service = await start({ readings: { pushAnswer } });
	const body = push({ deliveries: ['a', 'b', 'c'].map(target) });
	const answer = await post<{ deliveries: unknown }>(service, PATHS.push, body);
	const shape = (value: unknown): unknown =>
		Array.isArray(value) ? value.map(shape) : (value as { device_id: string }).device_id;
	expect([answer.status, shape(answer.body.deliveries)]).toEqual([200, nested]);
});

const ok = { valid: true, delivery_id: expect.any(String) as string };

test.each<[Readings['smsAnswer'], Readings['verdict'], unknown[]]>([
	['inOrder', 'isFalse', [ok, { ...ok, valid: false }]],
	[
		'otherOrder',
		'withReason',
		[{ ...ok, valid: false, reason: expect.any(String) as string }, ok],
	],
	[
		'named',
		'asText',
		[
			{ ...ok, valid: 'no', msisdn: '34600000000' },
			{ ...ok, msisdn: '34600123456' },
		],
	],
	[
		'perPhone',
		'errorAlone',
		[[ok], [{ error: expect.any(String) as string, delivery_id: null }]],
	],
	['nested', 'leftOut', [[ok, { delivery_id: ok.delivery_id }]]],
])('SMS are answered %s, with a rejection that %s', async (smsAnswer, verdict, deliveries) => {
	const service = await start({ readings: { smsAnswer, verdict } });
	const phones = ['+34600123456', '+34600000000'];
	const body = sms({
		deliveries: phones.map((phone_number) => ({ phone_number, replacements: {} })),
		message_holder: 'a',
	});
	expect((await post(service, PATHS.sms, body)).body).toEqual({ deliveries });
});

test.each<[Readings['productId'], counted: number]>([
	['either', 1],
	['UUID', 1],
	['product_uuid', 0],
])('a purchase by UUID is counted as it is read: %s', async (productId, counted) => {
	const service = await start({ readings: { productId } });
	const { UUID = 'room-1', product_uuid: _, ...bought } = purchase() as Record<string, unknown>;
	const body = sync({ purchase: { ...bought, UUID } });
	const { body: job } = await post<object>(service, PATHS.sync, body);
	expect(job).toMatchObject({ number_of_purchase: counted });
});

test.each<[Readings['schedule'], now: boolean, at: boolean, sent: 'now' | 'later' | 'never']>([
	['falseWaits', true, false, 'now'],
	['falseWaits', true, true, 'now'],
	['falseWaits', false, true, 'later'],
	['falseWaits', false, false, 'never'],
	['trueStarts', true, false, 'now'],
	['trueStarts', true, true, 'later'],
	['trueStarts', false, true, 'never'],
	['trueStarts', false, false, 'never'],
])('%s: start_now %s, with start_at %s: sent %s', async (schedule, start_now, at, sent) => {
	const service = await start({ readings: { schedule } });
	const start_at = at ? '2031-07-15T09:30:00.000Z' : undefined;
	await post(service, PATHS.sms, sms({ start_now, start_at }));
	const { received_at, send_at } = service.state.smsDeliveries[0]!;
	expect(send_at).toBe({ now: received_at, later: start_at, never: null }[sent]);
});

test.each<[Partial<Readings>, message: string, text: string, valid: boolean]>([
	[{ percent: 'escapes' }, '100%%{name}', '100%{name}', true],
	[{ percent: 'isPlain' }, '100%%{name}', '100%%{more}', true],
	[{ percent: 'isPlain' }, '100%%{none}', '100%%{none}', false],
	[{ valuesOfContainers: 'asTheyAre' }, '%{name}', '%{more}', true],
	[{ valuesOfContainers: 'filledAgain' }, '%{name}', 'Ana', true],
])('with %j, %s is %s', async (readings, message_holder, text, valid) => {
	const service = await start({ readings });
	const deliveries = [
		{ phone_number: '+34600123456', replacements: { name: '%{more}', more: 'Ana' } },
	];
	await post(service, PATHS.sms, sms({ message_holder, deliveries }));
	expect(service.state.smsDeliveries).toMatchObject([{ text, valid }]);
});

test.each<[Readings['alert'], alert: string | undefined, is_silent: boolean]>([
	['emptyIsSilent', '', true],
	['emptyIsSilent', undefined, false],
	['absentIsSilent', undefined, true],
	['absentIsSilent', 'Ready', false],
])('%s: a push with the alert %p is silent: %s', async (reading, alert, is_silent) => {
	const service = await start({ readings: { alert: reading } });
	await post(service, PATHS.push, push({ alert }));
	expect(service.state.pushDeliveries).toMatchObject([{ is_silent }]);
});

test('keys and choices beyond the document are refused or taken', async () => {
	const service = await start();
	const beyond = [
		[PATHS.push, push({ priority: 'high', category_push: 'CATEGORY_NEW' })],
		[PATHS.hotel, hotel({ stars: 5 })],
		[PATHS.sync, sync({ purchase: purchase({ status: 'waitlisted' }) })],
	] as const;
	for (const [path, body] of beyond) expect((await post(service, path, body)).status).toBe(400);
	service.readings.beyondDocument = 'taken';
	for (const [path, body] of beyond) {
		expect((await post(service, path, body)).status).toBeLessThan(300);
	}
	expect((await post(service, PATHS.push, push({ badge: 'x' }))).status).toBe(400);
});

test.each<[Readings['nullValue'], status: number, city: string | undefined]>([
	['clears', 201, undefined],
	['ignored', 201, 'Sevilla'],
	['refused', 400, 'Sevilla'],
])('null is %s', async (nullValue, status, city) => {
	const service = await start({ readings: { nullValue } });
	const submit = async (value: unknown) => {
		const contacts = [{ user_id: 'G-1', city: value }];
		const answer = await post<{ _id: string }>(service, PATHS.sync, sync({ contacts }));
		if (answer.status === 201) service.endBulkJob(answer.body._id, 'processed');
		return answer.status;
	};
	expect([await submit('Sevilla'), await submit(null)]).toEqual([201, status]);
	expect(service.state.contacts[0]!.city).toBe(city);
});

test.each<[Readings['bornDate'], kept: string]>([
	['utcDay', '1990-02-01T00:00:00Z'],
	['accountDay', '1990-01-31'],
])('born_date as the %s is kept as %s', async (bornDate, kept) => {
	const service = await start({ readings: { bornDate }, processingDelayMs: 0 });
	const contacts = [{ user_id: 'G-1', born_date: '1990-02-01T00:00:00Z' }];
	await post(service, PATHS.sync, sync({ contacts }));
	const contact = await eventually(() => service.state.contacts[0]);
	expect(contact.born_date).toBe(kept);
});

test.each<[Readings['productId'], taken: string[]]>([
	['either', ['UUID', 'product_uuid']],
	['UUID', ['UUID']],
	['product_uuid', ['product_uuid']],
])('of the keys of the product ID, %s is read', async (productId, taken) => {
	const service = await start({ readings: { productId } });
	for (const key of ['UUID', 'product_uuid']) {
		const bought = { ...purchase(), UUID: undefined, transaction_code: key, [key]: 'room-1' };
		const { body, status } = await post<{ _id: string }>(
			service,
			PATHS.sync,
			sync({ purchase: bought }),
		);
		expect(status).toBe(201);
		service.endBulkJob(body._id, 'processed');
	}
	expect(service.state.purchases.map((one) => one.transaction_code)).toEqual(taken);
});

test.each(Object.keys(READINGS.finalState.choices) as Array<Readings['finalState']>)(
	'a job that was processed has the status %s',
	async (finalState) => {
		const service = await start({ readings: { finalState } });
		const { body } = await post<{ _id: string }>(service, PATHS.sync, sync());
		service.endBulkJob(body._id, 'processed');
		const job = await get<{ bulk: object }>(service, PATHS.bulk(body._id));
		expect(job.body).toMatchObject({ bulk: { status: finalState } });
	},
);

/** Submits a purchase and gives the call that tells of it, its body or query as an object. */
async function calledBack(readings: Partial<Readings>) {
	const service = await start({ readings, processingDelayMs: 0 });
	const hook = await startReceiver();
	const webhook = { url: `${hook.url}?key=k`, purchase_extra_fields: ['price'] };
	await post(service, PATHS.sync, sync({ purchase: purchase(), options: { webhook } }));
	return await eventually(() => hook.received[0]);
}

test.each(['POST', 'PUT', 'GET'] as const)('the callback is a %s', async (callbackMethod) => {
	const { method, text } = await calledBack({ callbackMethod });
	expect([method, text === '']).toEqual([callbackMethod, callbackMethod === 'GET']);
});

test('the callback is a POST whose data is in its URL', async () => {
	const { method, text, headers } = await calledBack({ callbackMethod: 'emptyPOST' });
	expect([method, text, headers['content-type']]).toEqual(['POST', '', undefined]);
});

test('the callback is JSON that says it is a form', async () => {
	const { headers, text } = await calledBack({ callbackForm: 'jsonAsForm' });
	expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
	expect(JSON.parse(text)).toMatchObject({ contacts_valid_count: 1 });
});

const user_id = 'G-1';
test.each<[Readings['callbackShape'], said: unknown]>([
	['lists', { valid_contacts: [{ user_id }] }],
	['wrapped', { data: { valid_contacts: [{ user_id }] } }],
	['listOfOne', [{ valid_contacts: [{ user_id }] }]],
	['camelCase', { contactsValidCount: 1, validContacts: [{ userId: user_id }] }],
	['flat', { contacts: [{ user_id, valid: true }] }],
	['empty', {}],
])('the callback has its contacts in the shape: %s', async (callbackShape, said) => {
	const body = JSON.parse((await calledBack({ callbackShape })).text) as object;
	expect(body).toMatchObject(said as object);
	if (callbackShape === 'empty') expect(body).toEqual({});
});

test.each<[Readings['callbackPurchase'], said: object, missing: string]>([
	['besideContacts', { contacts_valid_count: 1, purchase: { transaction_code: 'R-1' } }, 'price'],
	['alone', { transaction_code: 'R-1', price: 412.5 }, 'valid_contacts'],
	['leftOut', { contacts_valid_count: 1 }, 'purchase'],
])('the callback of a purchase: %s', async (callbackPurchase, said, missing) => {
	const body = JSON.parse((await calledBack({ callbackPurchase })).text) as object;
	expect(body).toMatchObject(said);
	expect(body).not.toHaveProperty(missing);
});

test('a callback may have neither signature nor token nor timestamp', async () => {
	const { headers, text } = await calledBack({ callbackSignature: 'none' });
	expect(headers.authorization).toBeUndefined();
	expect(text).not.toMatch(/token|timestamp/);
});
