import {
	campaignFilters,
	campaignOrder,
} from '../../../nodes/CrmMessaging/actions/campaign/getAll.operation';
import {
	hotelFields,
	itemLanguage,
} from '../../../nodes/CrmMessaging/actions/hotel/create.operation';
import type { Field } from '../../../nodes/CrmMessaging/fields/field';
import { contactFields } from '../../../nodes/CrmMessaging/service/fields/contact';
import * as message from '../../../nodes/CrmMessaging/service/fields/message';
import * as sync from '../../../nodes/CrmMessaging/service/fields/syncData';
import { readApi } from '../../../playground/service/http/api-validator';
import { resultOf } from '../values/kind';

/** The part of a schema that tests read. */
interface Schema {
	$ref?: string;
	enum?: unknown[];
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	maxLength?: number;
}

interface Method {
	parameters?: Array<{ name: string; required?: boolean; schema: Schema }>;
}

const { paths, components } = readApi() as unknown as {
	paths: Record<string, Record<string, Method | undefined>>;
	components: { schemas: Record<string, Schema> };
};

/** A schema, or the one that it refers to. */
const followed = (schema: Schema): Schema =>
	schema.$ref ? followed(components.schemas[schema.$ref.split('/').at(-1)!]!) : schema;

/** A schema by its name and the path of a property inside, for example `Contact`, `tags`. */
function schemaOf(name: string, ...path: string[]): Schema {
	return path.reduce((schema, key) => {
		const inner = followed(schema.properties![key]!);
		const entry = followed(inner.items ?? {});
		return entry.properties ? entry : inner;
	}, followed(components.schemas[name]!));
}

const campaigns = paths['/v2/account/{account_id}/campaigns/']!.get!.parameters!;
const campaignQuery: Schema = {
	required: campaigns.filter((one) => one.required).map(({ name }) => name),
	properties: Object.fromEntries(campaigns.map(({ name, schema }) => [name, schema])),
};

/** A part of a request: its schema, the fields declared for it, and keys that an operation adds itself. */
type Part = [name: string, schema: Schema, fields: Field[], addedKeys: string[]];

const { startAt, messageHolder } = message;
const sendingKeys = ['deliveries', 'start_now'];
const pushFields = [message.appId, message.subject, messageHolder, startAt, ...message.pushDetails];
const smsDelivery = [message.phoneNumber, message.multiple];
const boughtFields = [
	sync.productId,
	sync.transactionCode,
	sync.status,
	...sync.purchaseFields,
	...sync.purchaseDetails,
];
const webhookFields = [sync.webhookUrl, ...sync.webhookDetails];
const parts: Part[] = [
	['push', schemaOf('PushRequest'), pushFields, sendingKeys],
	['push delivery', schemaOf('PushDelivery'), message.pushTargets, ['replacements']],
	['SMS', schemaOf('SmsRequest'), [message.sender, messageHolder, startAt], sendingKeys],
	['SMS delivery', schemaOf('SmsDelivery'), smsDelivery, ['replacements']],
	['campaign filters', campaignQuery, [...campaignFilters, campaignOrder], ['limit']],
	['hotel', schemaOf('HotelDataRequest'), hotelFields, ['items']],
	['hotel item', schemaOf('HotelDataRequest', 'items'), [itemLanguage], ['data']],
	['import', schemaOf('SyncDataRequest'), [sync.origin], ['options', 'contacts', 'purchase']],
	['validation', schemaOf('SyncDataOptions', 'email_validation'), sync.emailValidation, []],
	['webhook', schemaOf('SyncDataOptions', 'webhook'), webhookFields, []],
	['contact', schemaOf('Contact'), contactFields, []],
	['purchase', schemaOf('Purchase'), boughtFields, ['product_uuid']],
	...contactFields.flatMap(({ name, type: { entry } }): Part[] =>
		entry ? [[name, schemaOf('Contact', name), entry.fields, []]] : [],
	),
];

/** Fields that the schema requires in another way: with `anyOf`, or by another choice of the form. */
const requiredElsewhere = new Set<Field>([sync.productId, startAt, sync.webhookUrl]);

it.each(parts)(
	'the declared fields of the %s are exactly those of the service, with its choices and lengths',
	(_part, { properties = {}, required = [] }, fields, addedKeys) => {
		const declared = [...fields.map(({ name }) => name), ...addedKeys].sort();
		expect(declared).toEqual(Object.keys(properties).sort());
		for (const field of fields) {
			const { name, type } = field;
			if (!requiredElsewhere.has(field)) {
				expect([name, field.required ?? false]).toEqual([name, required.includes(name)]);
			}
			const { enum: allowed = [], maxLength } = followed(properties[name]!);
			const values = type.options?.map(({ value }) => value).sort() ?? [];
			// Null means no value.
			expect([name, values]).toEqual([name, allowed.filter((one) => one !== null).sort()]);
			for (const value of values) expect(resultOf(type, value)).toBe(value);
			if (maxLength === undefined) continue;
			expect(resultOf(type, 'x'.repeat(maxLength))).toBe('x'.repeat(maxLength));
			expect(resultOf(type, 'x'.repeat(maxLength + 1))).toBe('✗ tooLong');
		}
	},
);
