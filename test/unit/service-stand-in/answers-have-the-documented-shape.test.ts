import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { readApi } from '../../../playground/service/http/api-validator';
import { DOCUMENT_FORMATS } from '../../../playground/service/http/document-formats';
import { hotel, purchase, push, sms, sync } from './bodies';
import { get, PATHS, post, start } from './client';

test('openapi.yaml is a valid OpenAPI description', async () => {
	const [firstLayer] = OpenApiValidator.middleware({
		apiSpec: readApi() as never,
		validateApiSpec: true,
		formats: DOCUMENT_FORMATS,
	});
	const problem = await new Promise((resolve) => {
		void firstLayer!({ app: express() } as never, {} as never, resolve);
	});
	expect(problem).toBeUndefined();
});

test('an answer that openapi.yaml does not describe is never given', async () => {
	const service = await start({ campaigns: [{ id: 'c-1' } as never] });
	const { status, body } = await get(service, PATHS.campaigns);
	expect([status, JSON.stringify(body)]).toEqual([500, expect.stringContaining('reports')]);
});

test('every endpoint answers a success, and each answer has an x-request-id of its own', async () => {
	const service = await start();
	const answers = [
		await post(service, PATHS.push, push()),
		await post(service, PATHS.sms, sms()),
		await get(service, PATHS.campaigns),
		await post(service, PATHS.hotel, hotel()),
		await post(service, PATHS.sync, sync()),
		await get(service, PATHS.bulk(service.state.bulkJobs[0]!._id)),
		await get(service, '/nowhere'),
	];
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201, 201, 200, 404]);
	const ids = answers.map(({ headers }) => headers.get('x-request-id'));
	expect(service.requests.map(({ requestId }) => requestId)).toEqual(ids);
	expect(new Set(ids).size).toBe(7);
});

interface Deliveries {
	deliveries: Array<Array<{ device_id: string; delivery_id: string }>>;
}

test.each<[string, { flat?: true; send_all_devices?: true }, devices: string[][]]>([
	['an array for each target', {}, [['d1'], ['device-u1-1'], ['device-c1-1']]],
	[
		'in it a result for each device',
		{ send_all_devices: true },
		[['d1'], ['device-u1-1', 'device-u1-2'], ['device-c1-1', 'device-c1-2']],
	],
	['on demand one array for all', { flat: true }, [['d1', 'device-u1-1', 'device-c1-1']]],
])('a push answers %s', async (_case, { flat, ...more }, devices) => {
	const service = await start({ readings: { pushAnswer: flat ? 'flat' : 'perTarget' } });
	const targets = [{ device_id: 'd1' }, { user_id: 'u1' }, { contact_id: 'c1' }];
	const deliveries = targets.map((target) => ({ ...target, replacements: {} }));
	const { body } = await post<Deliveries>(service, PATHS.push, push({ deliveries, ...more }));
	const results = body.deliveries.flat();
	const shape = body.deliveries.map((inner) => inner.map(({ device_id }) => device_id));
	expect(shape).toEqual(devices);
	expect(new Set(results.map(({ delivery_id }) => delivery_id)).size).toBe(results.length);
});

test('a hotel answers each custom field with its text by language', async () => {
	const items = [
		{ language: 'es', data: { welcome: 'Hola', pool: 'Sí' } },
		{ language: 'en', data: { welcome: 'Hello' } },
	];
	const { body } = await post(await start(), PATHS.hotel, hotel({ items }));
	const texts = { welcome: { es: 'Hola', en: 'Hello' }, pool: { es: 'Sí' } };
	expect(body).toEqual({ hotel_data: { uuid: 'h-1', name: 'Hotel Aurora', ...texts } });
});

test('a submission answers its bulk job in one form, a read in another', async () => {
	const service = await start();
	const webhook_url = 'http://127.0.0.1:9/hook';
	const extra = { contacts_extra_fields: ['city'], purchase_extra_fields: ['price'] };
	const webhook = { url: webhook_url, ...extra };
	const options = { email_validation: { validate: true }, webhook };
	const request = sync({ options, purchase: purchase() });
	const { body: created } = await post<{ _id: string }>(service, PATHS.sync, request);
	const { _id } = created;
	const both = { _id, number_of_contacts: 1, validate_emails: true, webhook_url };
	expect(created).toEqual({ ...both, ...extra, number_of_purchase: 1, status: 'queued' });
	const { body: read } = await get(service, PATHS.bulk(_id));
	const other = { match_contact_user_id: true, contacts_webhook_extra_fields: ['city'] };
	expect(read).toEqual({ bulk: { ...both, ...other, status: 'queue' } });
});
