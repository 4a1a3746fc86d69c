import { endpoints } from '../../../nodes/CrmMessaging/interface/endpoints';
import type { Field } from '../../../nodes/CrmMessaging/fields/field';
import { campaignFilters, campaignOrder } from '../../../nodes/CrmMessaging/interface/campaign';
import { contactFields } from '../../../nodes/CrmMessaging/interface/contact';
import { hotelFields, itemLanguage } from '../../../nodes/CrmMessaging/interface/hotel';
import * as message from '../../../nodes/CrmMessaging/interface/message';
import * as purchase from '../../../nodes/CrmMessaging/interface/purchase';
import {
	emailValidation,
	origin,
	webhookDetails,
	webhookUrl,
} from '../../../nodes/CrmMessaging/interface/sync';
import { limits } from '../../../nodes/CrmMessaging/interface/limits';
import { methodOf, paths, querySchema, schemaOf, type Schema } from './openapi';
import { converted, refusalOf } from './rule';

/** A part of a request: its schema, the fields declared for it, and keys that an operation makes itself. */
interface Part {
	name: string;
	schema: Schema;
	fields: Field[];
	made: string[];
}

const { startAt, messageHolder } = message;
const parts: Part[] = [
	part('push', 'PushRequest', [messageHolder, startAt, ...message.pushFields], {
		more: message.pushDetails,
		made: ['deliveries', 'start_now'],
	}),
	part('push delivery', 'PushDelivery', message.pushTargets, { made: ['replacements'] }),
	part('SMS', 'SmsRequest', [message.sender, messageHolder, startAt], {
		made: ['deliveries', 'start_now'],
	}),
	part('SMS delivery', 'SmsDelivery', message.smsDelivery, { made: ['replacements'] }),
	part('campaign filters', querySchema('/v2/account/{account_id}/campaigns/'), campaignFilters, {
		more: [campaignOrder],
		made: ['limit'],
	}),
	part('hotel', 'HotelDataRequest', hotelFields, { made: ['items'] }),
	part('hotel item', schemaOf('HotelDataRequest', 'items'), [itemLanguage], { made: ['data'] }),
	part('submission', 'SyncDataRequest', [origin], { made: ['options', 'contacts', 'purchase'] }),
	part('e-mail validation', schemaOf('SyncDataOptions', 'email_validation'), emailValidation),
	part('webhook', schemaOf('SyncDataOptions', 'webhook'), [webhookUrl, ...webhookDetails]),
	part('contact', 'Contact', contactFields),
	part('purchase', 'Purchase', [purchase.productId, ...purchase.purchaseFields], {
		more: purchase.purchaseDetails,
		made: ['product_uuid'],
	}),
];

function part(
	name: string,
	schema: Schema | string,
	fields: Field[],
	{ more = [], made = [] }: { more?: Field[]; made?: string[] } = {},
): Part {
	const found = typeof schema === 'string' ? schemaOf(schema) : schema;
	return { name, schema: found, fields: [...fields, ...more], made };
}

/** Fields whose duty the schema says in another way: with `anyOf`, or by another choice of the form. */
const dutyElsewhere = new Set<Field>([purchase.productId, startAt, webhookUrl]);

const each: Array<[string, Field, Schema]> = parts.flatMap(({ name, schema, fields }) =>
	fields.map((field): [string, Field, Schema] => [
		`${field.name} of the ${name}`,
		field,
		schema.properties?.[field.name] ?? {},
	]),
);

/** Values that fields take, in a form that has to be converted where there is one. */
const samples: Record<string, unknown> = {
	phone_number: '+34600123456',
	currency: 'EUR',
	language: 'es',
	phone_countrycode: '34',
	url: 'https://example.com/webhook/id',
};
const byType: Record<string, unknown> = {
	string: 'text',
	number: '12.5',
	integer: '3',
	boolean: 'true',
	array: '[]',
	any: '{"a": 1}',
};

describe('the declared fields', () => {
	it.each(parts)('of the $name are exactly those of the service', ({ schema, fields, made }) => {
		const declared = [...fields.map(({ name }) => name), ...made].sort();
		expect(declared).toEqual(Object.keys(schema.properties ?? {}).sort());
		expect(new Set(declared).size).toBe(declared.length);
	});

	it.each(parts)('of the $name are required where the service requires them', (one) => {
		for (const field of one.fields.filter((field) => !dutyElsewhere.has(field))) {
			const required = one.schema.required?.includes(field.name) ?? false;
			expect([field.name, field.required ?? false]).toEqual([field.name, required]);
		}
	});

	it.each(each)('%s: have the same values to choose from', (_what, { type }, schema) => {
		const values = type.options?.map(({ value }) => value).sort() ?? [];
		expect(values).toEqual([...(schema.enum ?? [])].sort());
		for (const value of values) expect(converted(type, value)).toBe(value);
	});

	it.each(each)('%s: arrive as the type the service takes', (_what, field, schema) => {
		const isDate = /^iso-(date|timestamp)$/.test(schema.format ?? '');
		const [first] = schema.enum ?? [];
		const given =
			first ??
			(isDate ? '2026-03-29' : (samples[field.name] ?? byType[schema.type ?? 'any']));
		const sent = converted(field.type, given);
		const type = Array.isArray(sent) ? 'array' : typeof sent;
		if (schema.type) expect(type).toBe(schema.type === 'integer' ? 'number' : schema.type);
		if (schema.pattern) expect(sent).toMatch(new RegExp(schema.pattern));
		if (isDate) expect(sent).toMatch(/^2026-03-29T00:00:00(Z|[+-]\d\d:\d\d)$/);
	});

	it.each(each.filter(([, , { maxLength }]) => maxLength !== undefined))(
		'%s: have the same limit of length',
		(_what, { type }, { maxLength = 0 }) => {
			expect(refusalOf(type, 'x'.repeat(maxLength))).toBeUndefined();
			expect(refusalOf(type, 'x'.repeat(maxLength + 1))).toBeDefined();
		},
	);

	it.each(each.filter(([, { type }]) => type.entry))(
		'%s: have entries with exactly the fields of the service',
		(_what, { type }, { items }) => {
			const fields = type.entry?.fields ?? [];
			const names = fields.map(({ name }) => name).sort();
			expect(names).toEqual(Object.keys(items?.properties ?? {}).sort());
			for (const { name, required = false, type: inner } of fields) {
				expect(items?.required?.includes(name) ?? false).toBe(required);
				const values = inner.options?.map(({ value }) => value).sort() ?? [];
				expect(values).toEqual([...(items?.properties?.[name]?.enum ?? [])].sort());
			}
		},
	);
});

describe('the declared limits', () => {
	it('are those of the service', () => {
		expect(limits.contactsPerRequest).toBe(
			schemaOf('SyncDataRequest').properties?.contacts?.maxItems,
		);
		expect(limits.senderLength).toBe(schemaOf('SmsRequest', 'sender').maxLength);
		const { limit } = querySchema('/v2/account/{account_id}/campaigns/').properties ?? {};
		expect(limits.campaignsByDefault).toBe(limit?.default);
	});
});

describe('the declared endpoints', () => {
	it('are exactly those of the service, with their methods and secrets', () => {
		const declared = Object.values(endpoints).map(({ method, path, secret }) => [
			method.toLowerCase(),
			path.replace(/:([a-z_]+)/g, '{$1}'),
			secret === 'master' ? 'MasterSecret' : 'AccountSecret',
		]);
		const described = Object.entries(paths).flatMap(([path, item]) =>
			['get', 'post', 'put', 'patch', 'delete'].flatMap((name) => {
				const method = methodOf(item, name);
				return method ? [[name, path, ...method.security.flatMap(Object.keys)]] : [];
			}),
		);
		expect(declared.sort()).toEqual(described.sort());
	});
});
