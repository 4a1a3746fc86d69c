import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { contactHint, wrongContact } from '../../catalogue/contacts';
import { counted, figure } from '../../catalogue/sentence';
import { failureOf } from '../../engine/errors';
import type { Operation } from '../../engine/operation';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { displayName } from '../../engine/recipient';
import { byEnvelope, merge, openRows, refuse, type Row } from '../../engine/row';
import { collectionOf, plainValue, propertiesOf, propertyOf } from '../../fields/control';
import { convertField, parameterName, type Option } from '../../fields/field';
import { InputError } from '../../fields/inputError';
import { choice } from '../../fields/types/choice';
import { endpoints, limits } from '../../service/endpoints';
import { contactIdentity } from '../../service/fields/contact';
import {
	productId,
	productIdKeys,
	purchaseCurrency,
	purchaseDetails,
	purchaseFields,
	purchasePriceIn,
	status,
	transactionCode,
	origin,
} from '../../service/fields/syncData';
import {
	failOnRejectedContact,
	importCallback,
	importOptions,
	importProperties,
	importRequest,
	importResults,
	outputOption,
	readImportOptions,
	mergeDuplicates,
} from '../contacts/bulkImport';
import { contactsReader } from '../contacts/contacts';
import { contactsProperties } from '../contacts/contactsForm';
import { customFieldsIn, customFieldsProperty, readGiven } from '../givenFields';
import { noteOverwritten } from '../repeated';

const purchaseGroup = 'additionalFields';
const customFields = 'purchaseCustomFields';

const productIdKey: Option<string> = {
	name: 'productIdKey',
	label: 'Product ID Key',
	type: choice({
		both: ['Both', 'The ID is sent under either key'],
		...Object.fromEntries(productIdKeys.map((key) => [key, key])),
	}),
	unset: 'UUID',
	description: 'Key of the product ID in your account (if purchases are missing there, try Both)',
};

/** The form starts without a state, so none is sent by default. */
const statusProperty = propertyOf(status, {
	default: '',
	options: [...(status.type.options ?? []), { name: 'None', value: '' }].sort((one, other) =>
		one.name.localeCompare(other.name),
	),
});

const campaignList: Partial<INodeProperties> = {
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
};

/** Saves one purchase or booking with its contacts (docs/contributing/service.md, Submit contacts and a purchase). */
export const purchaseUpsert: Operation = {
	resource: { name: 'purchase', label: 'Purchase', defaultOperation: 'upsert' },
	choice: {
		name: 'upsert',
		label: 'Create or Update',
		action: 'Create or update booking or purchase',
		description: 'Create a new booking or purchase, or update an existing one (upsert)',
	},
	endpoint: endpoints.syncData,
	form: {
		fields: [
			propertyOf(transactionCode),
			statusProperty,
			propertyOf(productId),
			...propertiesOf(purchaseFields),
			...contactsProperties('severalContacts'),
			...importProperties,
			collectionOf('Additional Fields', purchaseGroup, 'Add Field', [
				propertyOf(origin, { required: false }),
				...purchaseDetails.map((field) =>
					propertyOf(field, field.name === 'campaign_id' ? campaignList : {}),
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
			...importOptions,
			...propertiesOf([
				outputOption(
					'One Item per Input Item',
					'Its bulk job, or the result of its contacts with Wait for Result',
				),
				productIdKey,
			]),
		],
	},
	output: {
		example: {
			_id: '5f1b2c3d4e5f6a7b8c9d0e1f',
			number_of_contacts: 2,
			number_of_purchase: 1,
			validate_emails: false,
			contacts_extra_fields: ['city'],
			purchase_extra_fields: ['name'],
			webhook_url: 'https://example.com/webhook',
			status: 'queued',
		},
	},
	limit: {
		maxPerRequest: 1,
		rows: 'purchases',
		list: { key: 'contacts', entry: 'Contact' },
	},
	reader(parameters) {
		const contactsOf = contactsReader(parameters, false);
		return (item) => {
			const leftOut: string[] = [];
			const options = readImportOptions(item);
			const envelope = { options, ...readPurchase(item, leftOut) };
			const parts = contactsOf(item, envelope);
			return [{ envelope, body: {}, parts, leftOut }];
		};
	},
	identity({ envelope, body, parts }) {
		if (!parts)
			return { recipient: contactIdentity(body), content: () => JSON.stringify(body) };
		const { transaction_code } = envelope.purchase as IDataObject;
		return {
			recipient: { transaction_code },
			content: () => JSON.stringify([envelope, ...parts.map((part) => part.body)]),
		};
	},
	guards: {
		ofAll: [noteOverwritten('booking'), noteOneContact],
		ofUnsent: [mergeBookings, refuseTooLarge],
	},
	failOnRejected: failOnRejectedContact,
	request: importRequest,
	results: importResults,
	callback: importCallback,
};

/** Merges the rows of one booking, such as one for each guest. */
function mergeBookings(rows: readonly Row[], parameters: NodeParameters): void {
	for (const alike of byEnvelope(openRows(rows))) {
		const [first] = alike as [Row];
		const contacts = alike.flatMap(({ parts = [] }) => parts);
		mergeDuplicates(contacts, parameters);
		first.parts = openRows(contacts);
		if (contacts.length === 0)
			parameters.hints.add(contactHint.purchaseWithoutContact(), [first]);
		first.leftOut = alike.flatMap(({ leftOut = [] }) => leftOut);
		first.earlier ??= alike.find(({ earlier }) => earlier)?.earlier;
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
	const codes = new Set(bookings.map(({ recipient }) => displayName(recipient)));
	const contacts = bookings.flatMap(({ parts = [] }) => parts);
	const [contact, ...others] = new Set(contacts.map(({ recipient }) => displayName(recipient)));
	if (codes.size < 3 || others.length > 0 || contact === undefined) return;
	const purchases = counted(codes.size, 'booking');
	parameters.hints.add(contactHint.oneContact({ purchases, contact }));
}

/** The purchase with its origin. @param leftOut gets the names of optional fields that are left out */
function readPurchase(item: ItemParameters, leftOut: string[]): IDataObject {
	const key = item.option(productIdKey);
	const id = item.field(productId);
	const code = item.field(purchaseCurrency) as string;
	const fields = [transactionCode, purchasePriceIn(code), purchaseCurrency, status];
	const { origin: source = origin.initial, ...more } = item.collection(purchaseGroup);
	const details = purchaseDetails.map((field) => ({
		field,
		value: plainValue(field, more[parameterName(field)]),
	}));
	const known = [...productIdKeys, ...[...fields, ...purchaseDetails].map(({ name }) => name)];
	const custom = customFieldsIn(more[customFields], 'Custom Purchase Fields', known);
	const purchase = {
		...Object.fromEntries(
			productIdKeys.filter((one) => key === 'both' || one === key).map((one) => [one, id]),
		),
		...item.fields(fields),
		...readGiven([...details, ...custom], item, leftOut),
	};
	return { origin: convertField(origin, source, item) as string, purchase };
}
