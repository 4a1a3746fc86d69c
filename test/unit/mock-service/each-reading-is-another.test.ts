import { READINGS, USUAL_READINGS } from '../../../playground/service/readings';
import type { ReadingName, Readings } from '../../../playground/service/readings';
import {
	eventually,
	get,
	PATHS,
	post,
	purchase,
	push,
	sms,
	start,
	startReceiver,
	sync,
} from './client';

const later = '2099-06-01T08:00:00.000Z';

/** Makes requests that touch every open sentence, and returns everything that a client can see of them. */
async function seen(readings: Partial<Readings>): Promise<string> {
	const service = await start({ readings, emailCredits: 1 });
	const hook = await startReceiver();
	const answers: unknown[] = [];
	const send = async (path: string, body: object) => {
		const { status, body: answer } = await post<{ _id: string }>(service, path, body);
		answers.push(status, answer);
		return answer;
	};
	/** Submits, ends the job, and waits for its callback. */
	const submit = async (body: object, options: object = {}) => {
		const webhook = { url: `${hook.url}?key=k`, purchase_extra_fields: ['price'] };
		const { _id } = await send(PATHS.sync, sync({ ...body, options: { webhook, ...options } }));
		if (!_id) return;
		const before = hook.received.length;
		service.endBulkJob(_id, 'processed');
		await eventually(() => hook.received.length > before);
		answers.push((await get(service, PATHS.bulk(_id))).body);
	};
	const to = (targets: object[], replacements = {}) => ({
		deliveries: targets.map((target) => ({ ...target, replacements })),
	});
	const targets = [{ device_id: 'd1' }, { user_id: 'u1' }, { contact_id: 'c1' }];
	await send(PATHS.push, push({ ...to(targets), send_all_devices: true }));
	await send(PATHS.push, push({ priority: 'high' }));
	const phones = ['+34600123456', '+34600000000'].map((phone_number) => ({ phone_number }));
	await send(PATHS.sms, sms({ ...to(phones), start_now: false, start_at: later }));
	const texts = { name: '%{more}', more: 'Ana' };
	await send(PATHS.sms, sms({ ...to(phones, texts), message_holder: '%%{name} %{name}' }));
	const email_validation = { validate: true };
	await submit({ contacts: [{ user_id: 'g-1', email: 'nobody' }] }, { email_validation });
	const two = ['g-4', 'g-5'].map((user_id) => ({ user_id, email: `${user_id}@b.example` }));
	await submit({ contacts: two }, { email_validation });
	const born_date = '1990-02-01T00:00:00Z';
	await submit({ contacts: [{ user_id: 'g-3', city: 'Valencia', born_date }] });
	await submit({ contacts: [{ user_id: 'g-3', city: null }] });
	await submit({ purchase: purchase() });
	const other = { UUID: undefined, product_uuid: 'room-2', transaction_code: 'R-2' };
	await submit({ purchase: purchase(other) });
	const { campaigns: _, callbacks: __, ...state } = service.state;
	const calls = hook.received.map(({ method, url, headers, text }) => [
		[method, url, text],
		[headers['content-type'], headers.authorization !== undefined],
	]);
	return JSON.stringify([answers, state, calls])
		.replace(/[0-9a-f]{24,64}|\b\d{10}\b|20[0-8]\d-[^"]+Z|127\.0\.0\.1:\d+/g, '…')
		.replace(/(token\W+)[A-Za-z0-9]{50}/g, '$1…');
}

test('what the service does without readings is the same each time', async () => {
	expect(await seen({})).toBe(await seen(USUAL_READINGS));
});

test.each(Object.keys(READINGS) as ReadingName[])('%s: each choice is seen', async (name) => {
	const choices = READINGS[name];
	expect(choices.length).toBeGreaterThan(1);
	const all = [];
	for (const choice of choices) all.push(await seen({ [name]: choice }));
	expect(new Set(all).size).toBe(choices.length);
});

test('readings end with a reset', async () => {
	const service = await start({ readings: { alert: 'absentIsSilent' } });
	service.readings.alert = 'emptyIsSilent';
	service.reset();
	expect(service.readings).toEqual({ ...USUAL_READINGS, alert: 'absentIsSilent' });
});
