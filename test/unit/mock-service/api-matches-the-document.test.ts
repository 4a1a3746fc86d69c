import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { readApi } from '../../../playground/service/http/api-validator';
import { DOCUMENT_FORMATS } from '../../../playground/service/http/document-formats';
import { READINGS } from '../../../playground/service/readings';
import { querySchema, schemaOf, type Schema } from '../rules/openapi';
import { headingsIn, rowsOf, sectionOf } from '../service-document';
import { get, PATHS, start } from './client';

/** The document's objects by heading, with the schemas that the mock service checks them with. */
const campaign = schemaOf('Campaign').properties!;
const objects: Record<string, Schema> = {
	'Push request': schemaOf('PushRequest'),
	'Push delivery': schemaOf('PushDelivery'),
	'Push result': schemaOf('PushResult'),
	'SMS request': schemaOf('SmsRequest'),
	'SMS delivery': schemaOf('SmsDelivery'),
	'SMS result': schemaOf('SmsResult'),
	'Campaign query': querySchema('/v2/account/{account_id}/campaigns/'),
	Campaign: schemaOf('Campaign'),
	'Campaign filter': campaign.filters!.items!,
	'Hotel request': schemaOf('HotelDataRequest'),
	'Hotel item': schemaOf('HotelDataRequest', 'items'),
	Submission: schemaOf('SyncDataRequest'),
	'Email validation': schemaOf('SyncDataOptions', 'email_validation'),
	Webhook: schemaOf('SyncDataOptions', 'webhook'),
	Contact: schemaOf('Contact'),
	'List subscription': schemaOf('Contact', 'list_subscriptions'),
	'Channel subscription': schemaOf('Contact', 'channel_subscriptions'),
	Purchase: schemaOf('Purchase'),
	'Bulk job, created': schemaOf('BulkJobCreated'),
	'Bulk job, read': schemaOf('BulkJobRead'),
};
const isAnswer = (heading: string) => /result|^Campaign$|filter|^Bulk job/.test(heading);

/** A row of an object's table. */
interface Row {
	heading: string;
	key: string;
	type: string;
	isRequired: boolean;
	meaning: string;
	schema: Schema;
	object: Schema;
}

const isCustom = (key: string) => key === '_custom field_';
const rows = Object.entries(objects).flatMap(([heading, object]) =>
	rowsOf(heading).map(([key = '', type = '', required, meaning = '']): Row => {
		const name = key.replaceAll('`', '');
		const schema = object.properties?.[name] ?? {};
		const isRequired = required === 'yes';
		return { heading, key: name, type, isRequired, meaning, schema, object };
	}),
);

test.each(Object.keys(objects))('%s has exactly the keys that the document lists', (heading) => {
	const object = objects[heading]!;
	const own = rows.filter((row) => row.heading === heading);
	const named = own.filter(({ key }) => !isCustom(key)).map(({ key }) => key);
	// The document's sample spells one of them differently.
	const other = heading === 'Purchase' ? ['product_uuid'] : [];
	expect(Object.keys(object.properties!).sort()).toEqual([...named, ...other].sort());
	const acceptsMore = own.some(({ key }) => isCustom(key));
	if (heading !== 'Campaign query') expect(object.additionalProperties).toBe(acceptsMore);
	const required = own.filter((row) => row.isRequired).map(({ key }) => key);
	const either = object.anyOf ? ['UUID'] : [];
	expect([...(object.required ?? []), ...either].sort()).toEqual(required.sort());
});

const listed = rows.filter(({ key }) => !isCustom(key));

test.each(listed)(
	'$heading, $key has the type $type',
	({ heading, type, meaning, schema, isRequired }) => {
		const choices = /^one of (.*)$/.exec(type)?.[1]?.split(', ');
		if (choices) {
			expect([...schema.enum!].sort()).toEqual(choices.map((one) => one.slice(1, -1)).sort());
		} else if (type === 'date' || type === 'timestamp') {
			expect([schema.type, schema.format]).toEqual(['string', `iso-${type}`]);
		} else if (type === 'any') {
			expect(schema.type).toBeUndefined();
		} else if (type === 'boolean' && meaning.includes('as the string')) {
			expect(schema.enum).toEqual([true, false, 'true', 'false']);
		} else {
			const [word = ''] = type.split(' ');
			const plain = ['string', 'integer', 'number', 'boolean', 'object', 'array'];
			expect(schema.type).toBe(plain.includes(word) ? word : 'object');
		}
		const fallback = /Default `(\w+)`/.exec(meaning)?.[1];
		if (fallback) expect(String(schema.default)).toBe(fallback);
		// A required text isn't empty.
		if (isRequired && type === 'string' && !isAnswer(heading)) {
			const isChecked = schema.pattern !== undefined || schema.format !== undefined;
			expect(isChecked || schema.minLength === 1).toBe(true);
		}
	},
);

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

test('an answer that openapi.yaml does not describe is never returned', async () => {
	const service = await start({ campaigns: [{ id: 'c-1' } as never] });
	const { status, body } = await get(service, PATHS.campaigns);
	expect([status, JSON.stringify(body)]).toEqual([500, expect.stringContaining('reports')]);
});

test('the limits match the document', () => {
	const described = rowsOf('Limits').map(([, limit]) => Number(limit!.replace(',', '')));
	expect([
		schemaOf('SmsRequest', 'sender').maxLength,
		schemaOf('SyncDataRequest').properties!.contacts!.maxItems,
		objects['Campaign query']!.properties!.limit!.default,
	]).toEqual(described);
});

describe('the document', () => {
	const headings = headingsIn('Readings');

	test('lists each ambiguity that the mock service interprets, and no other', () => {
		const names = headings.map((heading) => /^`(\w+)`: \S/.exec(heading)?.[1]);
		expect(names).toEqual(Object.keys(READINGS));
	});

	test.each(Object.entries(READINGS))(
		'describes what is sent and seen for each interpretation: %s',
		(name, choices) => {
			const heading = headings.find((one) => one.startsWith(`\`${name}\``))!;
			expect(sectionOf(heading)).toMatch(/\nThe description: \S/);
			expect(sectionOf(heading)).toMatch(/\nThe package sends: \S/);
			const choiceRows = rowsOf(heading);
			expect(choiceRows.map(([choice]) => choice)).toEqual(
				choices.map((choice) => `\`${choice}\``),
			);
			for (const [, meaning, seen] of choiceRows) {
				expect(meaning).toMatch(/\S/);
				expect(seen).toMatch(/^[A-Z`].*\.$/);
			}
		},
	);
});
