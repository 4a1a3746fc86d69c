import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { recipientOfContact } from '../../callbacks/contacts';
import type { Field } from '../../fields/field';
import type { Undocumented } from '../../fields/types/choice';
import { choiceOf, collectionOf, propertiesOf, propertyOf } from '../../editor/form';
import type { OperationWithCallback } from '../../wait/runOrWait';
import type { ItemParameters } from '../../engine/parameters';
import { recipientNamed } from '../../engine/recipient';
import { textOf } from '../../fields/values';
import {
	campaignId,
	productId,
	productIdKeys,
	purchaseCurrency,
	purchaseDetails,
	purchaseFields,
	purchasePriceIn,
	status,
	statusOr,
	transactionCode,
	unrecognizedStatus,
} from '../../service/fields/purchase';
import { origin } from '../../service/fields/sync';
import { endpoints, limits } from '../../service/endpoints';
import { callbackProperties, waitsHere } from '../contacts/callback';
import { contactsReader } from '../contacts/contacts';
import { contactsProperties } from '../contacts/contactsForm';
import { customFieldsProperty, readCustomFields } from '../contacts/customFields';
import { combineContacts } from '../contacts/duplicates';
import { checkColumns } from '../contacts/misnamedColumns';
import {
	failsOnRejectedContact,
	givesPerJob,
	purchaseOutput,
	settlePurchase,
	readSubmissionOptions,
	contactList,
	submissionOf,
	submissionOptionProperties,
} from '../contacts/bulkImport';

const details = 'additionalFields';
const customFields = 'purchaseCustomFields';
const known = new Set<string>([
	...productIdKeys,
	...[transactionCode, status, ...purchaseFields].map(nameOf),
	...purchaseDetails.map(nameOf),
]);

const bothKeys = 'both';

const productIdKey: INodeProperties = choiceOf(
	{
		displayName: 'Product ID Key',
		name: 'productIdKey',
		default: productIdKeys[0],
		description:
			'How your account of the service spells the key of the product ID; with the other spelling, a purchase may be accepted and lost, so choose Both where you do not know',
	},
	[
		{ name: 'Both', value: bothKeys, description: 'The ID is sent under either key' },
		...productIdKeys.map((key) => ({ name: key, value: key })),
	],
);

/** What becomes of a state that the service does not document, by the value of its choice. */
const statusBy: Record<Undocumented, { field: Field; choice: INodePropertyOptions }> = {
	leaveOut: {
		field: statusOr('leaveOut'),
		choice: {
			name: 'Leave Out',
			value: 'leaveOut',
			description: 'The purchase is recorded without a status, and a hint says so',
		},
	},
	send: {
		field: status,
		choice: {
			name: 'Send as It Is',
			value: 'send',
			description:
				'It is sent, with a hint, if it is written like the service’s own, which may have learned it; another is an error',
		},
	},
	error: {
		field: statusOr('error'),
		choice: {
			name: 'Stop With an Error',
			value: 'error',
			description: 'The purchase is not recorded',
		},
	},
};

const unrecognizedStatusOption: INodeProperties = choiceOf(
	{
		displayName: unrecognizedStatus,
		name: 'unrecognizedStatus',
		default: 'send',
		description: 'What to do with a status that is none of the list’s, however it is spelled',
	},
	Object.values(statusBy).map(({ choice }) => choice),
);

/** The form begins without a state: none is sent that nobody chose. */
const statusProperty = propertyOf(status, {
	default: '',
	options: [...(status.type.options ?? []), { name: 'None', value: '' }].sort((one, other) =>
		one.name.localeCompare(other.name),
	),
});

/** Records one purchase or booking with its contacts (docs/service.md, Submit contacts and a purchase). */
export const purchaseUpsert: OperationWithCallback = {
	resource: { name: 'purchase', label: 'Purchase', defaultOperation: 'upsert' },
	operation: 'upsert',
	name: 'Record',
	action: 'Record a booking or purchase',
	description: 'Create or update a purchase or booking, together with its contacts',
	endpoint: endpoints.syncData,
	properties: [
		propertyOf(origin),
		propertyOf(transactionCode),
		statusProperty,
		propertyOf(productId),
		...propertiesOf(purchaseFields),
		collectionOf(
			{ displayName: 'Additional Fields', name: details, placeholder: 'Add Field' },
			purchaseDetails.map((field) =>
				field === campaignId ? campaignLocator(field) : propertyOf(field),
			),
		),
		customFieldsProperty(
			{
				displayName: 'Custom Purchase Fields',
				name: customFields,
				description:
					'Purchase fields that the account settings define, such as the check-in date',
			},
			'check_in_date',
		),
		...contactsProperties('each'),
		...callbackProperties,
	],
	options: [
		...submissionOptionProperties,
		purchaseOutput,
		productIdKey,
		unrecognizedStatusOption,
	],
	output: {
		_id: '5f1b2c3d4e5f6a7b8c9d0e1f',
		number_of_contacts: 2,
		number_of_purchase: 1,
		validate_emails: false,
		contacts_extra_fields: ['city'],
		purchase_extra_fields: ['name'],
		webhook_url: 'https://example.com/webhook',
		status: 'queued',
	},
	limit: {
		maxPerRequest: limits.contactsPerRequest,
		entries: 'contacts',
		list: contactList,
		indivisible: ({ purchase }) =>
			`share the purchase “${textOf((purchase as IDataObject).transaction_code)}”, but one request takes at most ${limits.contactsPerRequest.toLocaleString('en')}, and a purchase is never sent twice; record it with fewer contacts and send the others with Contact: Create or Update`,
	},

	envelope: (item) => ({
		...item.fields([origin]),
		options: readSubmissionOptions(item),
		purchase: readPurchase(item),
	}),

	entriesReader(parameters) {
		const contactsOf = contactsReader(parameters);
		return (item) => {
			const contacts = contactsOf(item);
			if (contacts.length === 0) item.hint('A purchase was recorded without a contact.');
			return contacts;
		};
	},

	preflight: checkColumns,

	recipientOf: recipientOfContact,

	asWhole: {
		name: 'purchases',
		recipientOf: ({ purchase }) => {
			const { transaction_code } = purchase as IDataObject;
			return recipientNamed({ transaction_code });
		},
	},

	combine: combineContacts,

	awaitsCallback: waitsHere,

	givesPerItem: (first) => !givesPerJob(first),

	failsOnRejected: failsOnRejectedContact,

	request: submissionOf,

	settle: settlePurchase,
};

function readPurchase(item: ItemParameters): IDataObject {
	const chosen = item.chosen(productIdKey);
	const keys = chosen === bothKeys ? productIdKeys : [chosen as string];
	const id = item.field(productId);
	const { field } = statusBy[item.chosen(unrecognizedStatusOption) as Undocumented];
	const code = item.field(purchaseCurrency) as string;
	return {
		...Object.fromEntries(keys.map((key) => [key, id])),
		...item.fields([transactionCode, purchasePriceIn(code), purchaseCurrency, field]),
		...item.fieldsIn(item.collection(details), purchaseDetails),
		...readCustomFields(item.value(customFields), 'Custom Purchase Fields', known, item),
	} as IDataObject;
}

function nameOf({ name }: { name: string }): string {
	return name;
}

/** A campaign, chosen from a list or given by its ID. */
function campaignLocator(field: Field): INodeProperties {
	return propertyOf(field, {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a campaign…',
				typeOptions: { searchListMethod: 'searchCampaigns', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 5f1b2c3d4e5f6a7b8c9d0e1f',
			},
		],
	});
}
