import { contactHint, wrongContact } from '../../catalogue/contacts';
import { counted, figure } from '../../catalogue/sentence';
import type { IDataObject } from 'n8n-workflow';
import { convertField, type Option, parameterName } from '../../fields/field';
import { choice, type Undocumented } from '../../fields/types/choice';
import { collectionOf, plainValue, propertiesOf, propertyOf } from '../../fields/control';
import { contactIdentity } from '../../service/fields/contact';
import type { OperationWithCallback } from '../../callbacks/waitForResult';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { displayName, recipientNamed } from '../../engine/recipient';
import { failureOf } from '../../engine/errors';
import { byEnvelope, merge, openRows, refuse, type Row } from '../../engine/row';
import { InputError } from '../../fields/inputError';
import { mergeDuplicates } from '../contacts/duplicates';
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
import { limits } from '../../service/endpoints';
import {
	callbackProperties,
	importOperation,
	leftOutOf,
	purchaseOutput,
	submissionOptionProperties,
} from '../contacts/bulkImport';
import { contactsReader } from '../contacts/contacts';
import { contactsProperties } from '../contacts/contactsForm';
import { refuseUnclearConsent } from '../contacts/consent';
import { customFieldsIn, customFieldsProperty } from '../customFields';
import { readOptionals } from '../optionalFields';
import { noteOverwritten } from '../overwritten';

const purchaseGroup = 'additionalFields';
const customFields = 'purchaseCustomFields';
const fields = [transactionCode, status, ...purchaseFields, ...purchaseDetails];
const knownProductKeys = new Set<string>([...productIdKeys, ...fields.map(({ name }) => name)]);

const bothKeys = 'both';

const productIdKey: Option<string> = {
	name: 'productIdKey',
	label: 'Product ID Key',
	type: choice({
		[bothKeys]: ['Both', 'The ID is sent under either key'],
		...Object.fromEntries(productIdKeys.map((key) => [key, key])),
	}),
	scope: 'run',
	unset: productIdKeys[0],
	description: 'Key of the product ID in your account (if purchases are missing there, try Both)',
};

const unrecognizedStatusOption: Option<Undocumented> = {
	name: 'unrecognizedStatus',
	label: unrecognizedStatus,
	type: choice({
		leaveOut: ['Leave Out', 'The purchase is saved without a status'],
		send: ['Send as It Is', 'The service may accept more than this list'],
		error: ['Stop With an Error', 'The purchase isn’t saved'],
	}),
	scope: 'run',
	unset: 'error',
	description: 'How to handle a status that isn’t in the list',
};

/** The form starts without a state, so none is sent by default. */
const statusProperty = propertyOf(status, {
	default: '',
	options: [...(status.type.options ?? []), { name: 'None', value: '' }].sort((one, other) =>
		one.name.localeCompare(other.name),
	),
});

const campaignProperty = propertyOf(campaignId, {
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

const purchaseImport = importOperation(
	purchaseOutput,
	({ envelope, parts = [] }, job) => {
		const ofPurchase = (envelope.left_out ?? []) as string[];
		const left_out = [
			...ofPurchase,
			...parts.flatMap((part) => leftOutOf(part).left_out ?? []),
		];
		return left_out.length > 0 ? { ...job, left_out } : job;
	},
	readOrigin,
);

/** Saves one purchase or booking with its contacts (docs/contributing/service.md, Submit contacts and a purchase). */
export const purchaseUpsert: OperationWithCallback = {
	resource: { name: 'purchase', label: 'Purchase', defaultOperation: 'upsert' },
	operation: 'upsert',
	name: 'Create or Update',
	action: 'Create or update booking or purchase',
	description: 'Create a new booking or purchase, or update an existing one (upsert)',
	...purchaseImport,
	properties: [
		propertyOf(transactionCode),
		statusProperty,
		propertyOf(productId),
		...propertiesOf(purchaseFields),
		...contactsProperties('several'),
		...callbackProperties,
		collectionOf('Additional Fields', purchaseGroup, 'Add Field', [
			propertyOf(origin, { required: false }),
			...purchaseDetails.map((field) =>
				field === campaignId ? campaignProperty : propertyOf(field),
			),
			customFieldsProperty(
				'Custom Purchase Fields',
				customFields,
				'Fields that the account settings define, such as the check-in date',
				'check_in_date',
				'record',
			),
		]),
	],
	options: [
		...submissionOptionProperties,
		...propertiesOf([purchaseOutput, productIdKey, unrecognizedStatusOption]),
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
		maxPerRequest: 1,
		rows: 'purchases',
		list: { key: 'contacts', entry: 'Contact' },
	},
	hasParts: true,

	envelope: (item) => ({ ...purchaseImport.envelope(item), ...readPurchase(item) }),

	entriesReader(parameters) {
		const contactsOf = contactsReader(parameters);
		return (item) => {
			const contacts = contactsOf(item);
			if (contacts.length === 0) item.hint(contactHint.purchaseWithoutContact());
			return contacts;
		};
	},

	identity({ envelope, body, parts }) {
		if (!parts)
			return {
				recipient: contactIdentity(body),
				content: () => JSON.stringify(body),
			};
		const { transaction_code } = envelope.purchase as IDataObject;
		return {
			recipient: recipientNamed({ transaction_code }),
			content: () => JSON.stringify([envelope, ...parts.map((part) => part.body)]),
		};
	},
	guards: {
		ofAll: [
			refuseUnclearConsent,
			(rows, parameters) =>
				noteOverwritten(rows, parameters, 'booking', ({ envelope }) => envelope),
			noteOneContact,
			mergeBookings,
		],
		ofUnsent: [refuseTooLarge],
	},
};

/** Merges the rows of one booking, such as one for each guest. */
function mergeBookings(rows: readonly Row[], parameters: NodeParameters): void {
	for (const alike of byEnvelope(openRows(rows))) {
		const [first] = alike as [Row];
		const contacts = alike.flatMap((row) => row.parts ?? []);
		mergeDuplicates(contacts, parameters);
		first.parts = openRows(contacts);
		merge(alike, first);
	}
}

/** A purchase belongs to the contacts of its own request, and is never sent twice. */
function refuseTooLarge(rows: readonly Row[]): void {
	for (const row of rows) {
		const { parts = [], recipient } = row;
		if (parts.length <= limits.contactsPerRequest) continue;
		const sentence = wrongContact.purchaseTooLarge({
			contacts: figure(parts.length),
			code: displayName(recipient) ?? '',
			most: figure(limits.contactsPerRequest),
		});
		refuse(row, failureOf(new InputError(sentence)));
	}
}

/** Hints at one contact for all bookings, such as the first guest's. */
function noteOneContact(rows: readonly Row[], parameters: NodeParameters): void {
	const bookings = openRows(rows).filter(({ parts = [] }) => parts.length > 0);
	const codes = new Set(bookings.map(({ recipient }) => JSON.stringify(recipient)));
	const contacts = new Set(
		bookings.flatMap(({ parts = [] }) => parts.map(({ recipient }) => displayName(recipient))),
	);
	const [contact] = contacts;
	if (codes.size < 3 || contacts.size > 1 || contact === undefined) return;
	const purchases = counted(codes.size, 'booking');
	parameters.hints.add(contactHint.oneContact({ purchases, contact }));
}

/** The purchase's origin. An empty value is an error, since someone added the field. */
function readOrigin(item: ItemParameters): unknown {
	const values = item.collection(purchaseGroup);
	return origin.name in values ? convertField(origin, values[origin.name], item) : origin.initial;
}

/** The purchase, and the names of its optional fields that were left out. */
function readPurchase(item: ItemParameters): IDataObject {
	const chosen = item.option(productIdKey);
	const keys = chosen === bothKeys ? productIdKeys : [chosen];
	const id = item.field(productId);
	const state = statusOr(item.option(unrecognizedStatusOption));
	const code = item.field(purchaseCurrency) as string;
	const more = item.collection(purchaseGroup);
	const leftOut: string[] = [];
	const details = purchaseDetails.map((field) => ({
		field,
		value: plainValue(field, more[parameterName(field)]),
	}));
	const custom = customFieldsIn(
		more[customFields],
		'Custom Purchase Fields',
		knownProductKeys,
		item,
	);
	const purchase = {
		...Object.fromEntries(keys.map((key) => [key, id])),
		...item.fields([transactionCode, purchasePriceIn(code), purchaseCurrency, state]),
		...readOptionals([...details, ...custom], item, leftOut),
	};
	const left_out = leftOut.length > 0 ? leftOut : undefined;
	return { purchase, left_out };
}
