import {
	EVERY_READING,
	READINGS,
	USUAL_READINGS,
	type Readings,
} from '../../../playground/service/readings';
import { purchase, sms, sync } from './bodies';
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

// The other readings are shown by what a user sees of them: test/engine/readings.test.ts.

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
