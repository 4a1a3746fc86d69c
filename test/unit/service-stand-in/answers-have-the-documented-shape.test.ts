import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { parse } from 'yaml';
import { DOCUMENT_FORMATS } from '../../../playground/service/http/document-formats';
import { startServiceStandIn, type ServiceStandIn } from '../../../playground/service/stand-in';
import { hotel, purchase, push, sms, sync } from './bodies';
import { call, PATHS, type CampaignsAnswer, type PushAnswer, type SyncAnswer } from './client';
import { aString, like } from './matchers';

type ApiSpec = Exclude<Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'], string> & {
	paths: Record<string, object>;
};

const ID: unknown = like(/^[0-9a-f]{24}$/);
let service: ServiceStandIn;

beforeAll(async () => {
	service = await startServiceStandIn({ processingDelayMs: 60_000 });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

test('openapi.yaml is a valid OpenAPI description of the six endpoints', async () => {
	const file = join(__dirname, '../../../playground/service/openapi.yaml');
	const spec = parse(readFileSync(file, 'utf8')) as ApiSpec;
	const operations = Object.entries(spec.paths).flatMap(([path, item]) =>
		Object.keys(item)
			.filter((key) => key !== 'parameters')
			.map((method) => `${method} ${path}`),
	);
	expect(operations).toEqual([
		'post /v2/account/{account_id}/push/deliveries',
		'post /v2/account/{account_id}/sms/deliveries',
		'get /v2/account/{account_id}/campaigns/',
		'post /v2/account/{account_id}/hotel_data',
		'post /account/{account_id}/sync_data',
		'get /v2/account/{account_id}/contact/bulk/{bulk_id}',
	]);
	const [firstLayer] = OpenApiValidator.middleware({
		apiSpec: spec,
		validateApiSpec: true,
		formats: DOCUMENT_FORMATS,
	});
	const problem = await new Promise((resolve) => {
		void firstLayer!({ app: express() } as never, {} as never, resolve);
	});
	expect(problem).toBeUndefined();
});

test('a push answers an array of results for each target', async () => {
	const deliveries = [
		{ device_id: 'd1', replacements: {} },
		{ user_id: 'u1', replacements: {} },
		{ contact_id: 'c1', replacements: {} },
	];
	const { status, body } = await call(service, 'POST', PATHS.push, push({ deliveries }));
	expect(status).toBe(200);
	expect(body).toEqual({
		deliveries: [
			[{ valid: true, delivery_id: ID, device_id: 'd1' }],
			[{ valid: true, delivery_id: ID, device_id: 'device-u1-1' }],
			[{ valid: true, delivery_id: ID, device_id: 'device-c1-1' }],
		],
	});
});

test('a push to all devices of a contact answers one result a device', async () => {
	const deliveries = [{ user_id: 'u1', replacements: {} }];
	const request = push({ deliveries, send_all_devices: true });
	const { body } = await call<PushAnswer>(service, 'POST', PATHS.push, request);
	expect(body.deliveries).toEqual([
		[
			{ valid: true, delivery_id: ID, device_id: 'device-u1-1' },
			{ valid: true, delivery_id: ID, device_id: 'device-u1-2' },
		],
	]);
});

test('on demand a push answers all results in one inner array', async () => {
	const flat = await startServiceStandIn({ pushAnswer: 'flat' });
	const deliveries = ['d1', 'd2', 'd3'].map((device_id) => ({ device_id, replacements: {} }));
	const { body } = await call<PushAnswer>(flat, 'POST', PATHS.push, push({ deliveries }));
	await flat.close();
	expect(body.deliveries).toHaveLength(1);
	expect(body.deliveries[0]?.map(({ device_id }) => device_id)).toEqual(['d1', 'd2', 'd3']);
});

test('an SMS answers a flat array of results', async () => {
	const phones = ['+34600123456', '+447700900123'];
	const deliveries = phones.map((phone_number) => ({ phone_number, replacements: {} }));
	const { status, body } = await call(service, 'POST', PATHS.sms, sms({ deliveries }));
	expect(status).toBe(200);
	expect(body).toEqual({
		deliveries: [
			{ valid: true, delivery_id: ID },
			{ valid: true, delivery_id: ID },
		],
	});
});

test('the campaign list answers campaigns with every documented field', async () => {
	const { status, body } = await call<CampaignsAnswer>(
		service,
		'GET',
		`${PATHS.campaigns}?limit=1`,
	);
	expect(status).toBe(200);
	const campaign = body.campaigns[0]!;
	expect(Object.keys(campaign).sort()).toEqual(
		[
			'id name description created_at updated_at status schedule_type time_zone send_date',
			'filters reports',
		]
			.join(' ')
			.split(' ')
			.sort(),
	);
	expect(campaign.filters[0]).toEqual({ id: aString, name: aString });
	expect(Object.keys(campaign.reports.global)).toEqual(
		'totals sent delivered undelivered pending opened clicked unsubscribed'.split(' '),
	);
	expect(Object.keys(campaign.reports.purchases)).toEqual(
		(
			'total_purchases total_products total_contacts total_add_cart total_remove_cart ' +
			'total_product_view total_product_refund total_purchase_failed'
		).split(' '),
	);
});

test('a hotel answers each custom field with its text by language', async () => {
	const items = [
		{ language: 'es', data: { welcome: 'Hola', pool: 'Sí' } },
		{ language: 'en', data: { welcome: 'Hello' } },
	];
	const { status, body } = await call(service, 'POST', PATHS.hotel, hotel({ items }));
	expect(status).toBe(201);
	expect(body).toEqual({
		hotel_data: {
			uuid: 'h-1',
			name: 'Hotel Aurora',
			welcome: { es: 'Hola', en: 'Hello' },
			pool: { es: 'Sí' },
		},
	});
});

test('a submission answers the create form of its bulk job, a read the get form', async () => {
	const options = {
		email_validation: { validate: true },
		webhook: {
			url: 'http://127.0.0.1:9/hook',
			contacts_extra_fields: ['city'],
			purchase_extra_fields: ['price'],
		},
	};
	const request = sync({ options, purchase: purchase() });
	const created = await call<SyncAnswer>(service, 'POST', PATHS.sync, request);
	expect(created.status).toBe(201);
	expect(created.body).toEqual({
		_id: ID,
		number_of_contacts: 1,
		number_of_purchase: 1,
		validate_emails: true,
		contacts_extra_fields: ['city'],
		purchase_extra_fields: ['price'],
		webhook_url: 'http://127.0.0.1:9/hook',
		status: 'queued',
	});
	const read = await call(service, 'GET', PATHS.bulk(created.body._id));
	expect(read.status).toBe(200);
	expect(read.body).toEqual({
		bulk: {
			_id: created.body._id,
			number_of_contacts: 1,
			match_contact_user_id: true,
			validate_emails: true,
			contacts_webhook_extra_fields: ['city'],
			webhook_url: 'http://127.0.0.1:9/hook',
			status: 'queue',
		},
	});
});

test('every answer carries its own x-request-id, which the kept request names', async () => {
	const first = await call(service, 'GET', PATHS.campaigns);
	const second = await call(service, 'GET', '/nowhere');
	const ids = [first, second].map(({ headers }) => headers.get('x-request-id'));
	expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
	expect(ids[0]).not.toBe(ids[1]);
	expect(service.requests.map(({ requestId }) => requestId)).toEqual(ids);
});
