import { choiceInstead, wrongSetting } from '../../catalogue/runs';
import { wrongContact } from '../../catalogue/contacts';
import type { IDataObject } from 'n8n-workflow';
import { type Field, parameterName, convertField, isAbsent, keyed } from '../../fields/field';
import { InputError, within, withinEach } from '../../fields/inputError';
import { isObject, setOwn } from '../../fields/values';
import { nearestName } from '../../fields/words';
import { readObjects } from '../../fields/types/json';
import { withCallingCode } from '../../fields/types/phone';
import { contactFields, contactFieldsByName } from '../../service/fields/contact';
import { entriesIn, plainValue } from '../../fields/control';
import { isExpression } from '../../n8n/expressions';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { AutomaticReader } from './automaticContact';
import { clearsEmpty, contactEntry, contactsFrom, contactSources } from './contactsForm';
import { ownField, readCustomFields } from './customFields';
import { namesSomeone, personKeys, requireName, refuseWholeRequest } from './contactIdentity';
import { readHeading } from './readHeading';
import { skippedKindOf } from './skippedRows';

type Values = Record<string, unknown>;
type ContactsReader = (item: ItemParameters) => Values[];

/**
 * Returns a reader of an item's contacts, without those that identify no one.
 *
 * @param notesColumns whether a preview shows the use of each column
 */
export function contactsReader(
	parameters: NodeParameters,
	notesColumns = false,
): (item: ItemParameters) => IDataObject[] {
	let read: ContactsReader | undefined;
	return (item) => {
		const source = item.option(contactsFrom);
		const skipped = skippedKindOf(item);
		// The form may name a contact that an empty item doesn't.
		if (skipped && (skipped !== 'empty' || source === contactSources.automatic)) return [];
		read ??= readerForSource(source, parameters, notesColumns);
		const contacts = read(item) as IDataObject[];
		for (const contact of contacts) checkPhoneNumber(contact, item);
		return contacts.every(namesSomeone) ? contacts : contacts.filter(namesSomeone);
	};
}

function readerForSource(
	source: string,
	parameters: NodeParameters,
	notesColumns: boolean,
): ContactsReader {
	switch (source) {
		case contactSources.automatic: {
			if (parameters.isAgentCall) {
				const { contacts: advice } = choiceInstead;
				const sentence = wrongSetting.notForAgents({ choice: 'Map Automatically', advice });
				throw new InputError(sentence, [contactsFrom.label]);
			}
			const automatic = new AutomaticReader(parameters, notesColumns);
			return (item) => [automatic.read(item)];
		}
		case contactSources.each: {
			const readMapped = mappedReader(parameters);
			return (item) => [readMapped(item)];
		}
		case contactSources.several:
			return readEntries;
		default:
			return readContactsJson;
	}
}

const phoneField = contactFieldsByName.get('phone') as Field;
const phoneNumberField = contactFieldsByName.get('phone_number') as Field;

/** A number next to a country code belongs to it. Without one, it's a whole phone number. */
function checkPhoneNumber(contact: IDataObject, item: ItemParameters): void {
	const { phone_number, phone_countrycode: code } = contact;
	if (typeof phone_number !== 'string') return;
	if (typeof code === 'string') {
		const national = within(phoneNumberField.label, () =>
			withCallingCode(phone_number, code, item),
		);
		contact.phone_number = national;
	} else if (isAbsent(contact.phone)) {
		delete contact.phone_number;
		const whole = { ...phoneField, label: phoneNumberField.label };
		contact.phone = convertField(whole, phone_number, item) as string;
	}
}

/** Returns a reader of *Map Each Field*. Copying the mapping for each item would cost more. */
function mappedReader(parameters: NodeParameters): (item: ItemParameters) => Values {
	const mapping = parameters.rawOf('contact.value');
	const columns = Object.entries(isObject(mapping) ? mapping : {}).map(([key, raw]) => {
		const field = contactFieldsByName.get(key);
		if (!field) throw new InputError(wrongContact.notAContactField(), [key]);
		return { field, raw, read: parameters.reader(`contact.value.${key}`) };
	});
	return (item) => {
		const contact: Values = {};
		for (const { field, raw, read } of columns) {
			const value = readFormField(field, read(item.index), raw, item);
			if (value !== undefined) contact[field.name] = value;
		}
		const custom = customFieldsOf(item, item.value('customFields'), 'Custom Contact Fields');
		const whole = { ...contact, ...custom };
		within('Contact', () => requireName(whole, item));
		return whole;
	};
}

function readEntries(item: ItemParameters): Values[] {
	const entries = item.entries('contacts', contactEntry.name);
	const raw = entriesIn(item.raw('contacts'), contactEntry.name);
	return withinEach('Contacts', entries, (entry, at) => readContactEntry(item, entry, raw[at]));
}

function readContactEntry(item: ItemParameters, entry: Values, rawEntry: Values = {}): Values {
	const withFurther = (values: Values): Values => ({
		...values,
		...(values[contactEntry.further] as object | undefined),
	});
	const [values, raw] = [withFurther(entry), withFurther(rawEntry)];
	const contact: Values = {};
	for (const field of contactFields) {
		const key = parameterName(field);
		const read = readFormField(field, plainValue(field, values[key]), raw[key], item);
		if (read !== undefined) contact[field.name] = read;
	}
	const whole = { ...contact, ...customFieldsOf(item, entry.customFields, 'Custom Fields') };
	requireName(whole, item);
	return whole;
}

/** One mapped to an empty value may clear the contact's. */
function readFormField(field: Field, value: unknown, raw: unknown, item: ItemParameters): unknown {
	// The form holds null for a field left empty.
	const isMappedToNothing = value !== undefined && isAbsent(value) && isExpression(raw);
	return isMappedToNothing && clearsEmpty(item) ? null : convertField(field, value, item);
}

function customFieldsOf(item: ItemParameters, collection: unknown, label: string): Values {
	return readCustomFields(collection, label, contactFieldsByName, item, clearsEmpty(item));
}

const fieldsByKey = new Map(keyed(contactFields).map((field) => [field.name, field]));
const contactKeys = [...fieldsByKey.keys()];

/** @throws InputError for a key that is another spelling of a field, which would be a custom field */
function refuseNearKeys(values: Values): void {
	for (const key of Object.keys(values)) {
		if (fieldsByKey.has(key)) continue;
		const { field, isPlain } = readHeading(key);
		const near = isPlain ? field?.name : nearestName(key, contactKeys);
		if (near === undefined || Object.hasOwn(values, near)) continue;
		throw new InputError(wrongContact.nearKey({ meant: near }), [key]);
	}
}

/** Other keys than the service's are custom fields. */
function readContactsJson(item: ItemParameters): Values[] {
	const emptyValue = clearsEmpty(item) ? null : undefined;
	const read = (values: Values): Values => {
		refuseWholeRequest(values);
		refuseNearKeys(values);
		const contact: Values = {};
		for (const [key, given] of Object.entries(values)) {
			const field = fieldsByKey.get(key) ?? ownField(key);
			const value = isAbsent(given) ? emptyValue : convertField(field, given, item);
			if (value !== undefined) setOwn<unknown>(contact, key, value);
		}
		requireName(contact, item, undefined, personKeys);
		return contact;
	};
	return within('Contacts (JSON)', () =>
		readObjects(item.value('contactsJson'), 'a contact object', read),
	);
}
