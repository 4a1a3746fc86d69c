import { choiceInstead, wrongSetting } from '../../catalogue/runs';
import { contactHint, wrongContact } from '../../catalogue/contacts';
import type { IDataObject } from 'n8n-workflow';
import { type Field, isAbsent, parameterName } from '../../fields/field';
import { InputError, placed, within, withinEach } from '../../fields/inputError';
import { isObject, setOwn } from '../../fields/values';
import { readObjects } from '../../fields/types/json';
import { withCallingCode } from '../../fields/types/phone';
import { channelsByOptOut, contactInputs, contactInputsByName } from '../../service/fields/contact';
import { plainValue } from '../../fields/control';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { normalForm } from './columnNames';
import type { ContactNotes } from './consent';
import { contactEntry, contactsFrom, contactSources } from './contactsForm';
import { customFieldsIn } from '../customFields';
import { type GivenField, readOptional } from '../optionalFields';
import {
	namesSomeone,
	personKeys,
	refuseHeadings,
	refuseMisplaced,
	refuseWholeRequest,
	requireName,
} from './identity';
import { NamedValuesReader } from './namedValues';

/** A contact as it's sent. */
interface ReadContact {
	contact: IDataObject;
	notes: ContactNotes;
}

type ContactsReader = (item: ItemParameters) => ReadContact[];

/**
 * Returns a reader of an item's contacts, without those that have no values.
 *
 * @param notesColumns whether a preview shows the use of each column
 */
export function contactsReader(
	parameters: NodeParameters,
	notesColumns = false,
): (item: ItemParameters) => IDataObject[] {
	let read: ContactsReader | undefined;
	return (item) => {
		read ??= readerFrom(item.option(contactsFrom), parameters, notesColumns);
		const contacts = read(item).filter(({ contact }) => namesSomeone(contact));
		item.notes = contacts.map(({ notes }) => notes);
		return contacts.map(({ contact }) => contact);
	};
}

function readerFrom(
	source: string,
	parameters: NodeParameters,
	notesColumns: boolean,
): ContactsReader {
	switch (source) {
		case contactSources.automatic:
			return automaticReader(parameters, notesColumns);
		case contactSources.each:
			return mappedReader(parameters);
		case contactSources.several:
			return readEntries;
		default:
			return jsonReader(parameters, notesColumns);
	}
}

/** Each item is a contact. */
function automaticReader(parameters: NodeParameters, notesColumns: boolean): ContactsReader {
	if (parameters.isAgentCall) {
		const { contacts: advice } = choiceInstead;
		const sentence = wrongSetting.notForAgents({ choice: 'Map Automatically', advice });
		throw new InputError(sentence, [contactsFrom.label]);
	}
	const labelOf = ({ name, label }: Field, key: string) =>
		key === name || normalForm(key) === normalForm(label) ? label : `${label} (“${key}”)`;
	const reader = new NamedValuesReader(parameters, labelOf, notesColumns);
	return (item) => {
		const { json } = item.input;
		try {
			return [readNamed(json, reader, item, '$json')];
		} catch (error) {
			const isPlaced = error instanceof InputError && error.where.length > 0;
			throw isPlaced ? error : placed(error, 'Input Item');
		}
	};
}

/** Each object is a contact. */
function jsonReader(parameters: NodeParameters, notesColumns: boolean): ContactsReader {
	const reader = new NamedValuesReader(parameters, (_, key) => key, notesColumns);
	const root = rootOf(parameters.rawOf('contactsJson'));
	const read = (values: Record<string, unknown>, item: ItemParameters) =>
		readNamed(values as IDataObject, reader, item, root, personKeys);
	return (item) =>
		within('Contacts (JSON)', () =>
			readObjects(item.value('contactsJson'), 'a contact object', (values) =>
				read(values, item),
			),
		);
}

/**
 * @param root the expression of the object
 * @param needed the fields that identify a contact, if an object without any is wrong
 */
function readNamed(
	values: IDataObject,
	reader: NamedValuesReader,
	item: ItemParameters,
	root: string,
	needed?: string,
): ReadContact {
	refuseWholeRequest(values, root);
	const { given, notes, isEmpty } = reader.read(values, item);
	const contact = readContact(given, item, notes);
	if (!namesSomeone(contact)) {
		refuseMisplaced(values, root);
		refuseHeadings(values);
	} else if (given.every(({ key, value }) => key === value)) refuseHeadings(values);
	requireName(contact, item, needed === undefined ? undefined : isEmpty, needed);
	return { contact, notes };
}

/** The code of an expression that is one path. */
function rootOf(raw: unknown): string {
	const [, code] = /^=\s*\{\{\s*(\$[^{}\s]+)\s*\}\}\s*$/.exec(String(raw)) ?? [];
	return code ?? '$json';
}

/** Returns a reader of *Map Each Field*. Copying the mapping for each item would cost more. */
function mappedReader(parameters: NodeParameters): ContactsReader {
	const mapping = parameters.rawOf('contact.value');
	const columns = Object.keys(isObject(mapping) ? mapping : {}).map((key) => {
		const field = contactInputsByName.get(key);
		if (!field) throw new InputError(wrongContact.unknownColumn(), [key]);
		return { field, read: parameters.reader(`contact.value.${key}`) };
	});
	return (item) => {
		const given = columns.map(({ field, read }) => ({ field, value: read(item.index) }));
		const custom = item.value('customFields');
		const whole = [...given, ...contactFieldsIn(custom, 'Custom Contact Fields', item)];
		return [fromForm(whole, item, 'Contact')];
	};
}

function readEntries(item: ItemParameters): ReadContact[] {
	const entries = item.entries('contacts', contactEntry.name);
	return withinEach('Contacts', entries, (entry) => {
		const further = entry[contactEntry.further] as object | undefined;
		const values: Record<string, unknown> = { ...entry, ...further };
		const given = contactInputs.map((field) => ({
			field,
			value: plainValue(field, values[parameterName(field)]),
		}));
		const custom = contactFieldsIn(entry.customFields, 'Custom Fields', item);
		return fromForm([...given, ...custom], item);
	});
}

function fromForm(given: GivenField[], item: ItemParameters, ...place: string[]): ReadContact {
	const notes: ContactNotes = {};
	const contact = readContact(given, item, notes);
	try {
		requireName(contact, item);
	} catch (error) {
		throw place.reduce(placed, error);
	}
	return { contact, notes };
}

function contactFieldsIn(collection: unknown, label: string, item: ItemParameters): GivenField[] {
	return customFieldsIn(collection, label, contactInputsByName, item);
}

/**
 * Reads a contact, however its fields were given.
 *
 * @param notes gets the fields that were left out
 * @throws InputError if a value is wrong
 */
function readContact(
	given: readonly GivenField[],
	item: ItemParameters,
	notes: ContactNotes,
): IDataObject {
	const contact: IDataObject = {};
	const leftOut: string[] = [];
	const refused: string[] = [];
	let number: GivenField | undefined;
	for (const one of given) {
		if (one.field.name === 'phone_number' && !isAbsent(one.value)) {
			number = one;
			continue;
		}
		const read = readOptional(one, item, leftOut);
		const channel = channelsByOptOut.get(one.field.name);
		if (channel === undefined) {
			if (read !== undefined) setOwn(contact, one.field.name, read as string);
		} else if (read === true) refused.push(channel);
	}
	if (refused.length > 0) blacklist(contact, refused);
	if (number) joinPhone(contact, number, item);
	if (leftOut.length > 0) notes.leftOut = leftOut;
	return contact;
}

function blacklist(contact: IDataObject, channels: readonly string[]): void {
	const own = (contact.channel_subscriptions ?? []) as IDataObject[];
	const others = own.filter(({ channel }) => !channels.includes(channel as string));
	const added = channels.map((channel) => ({ channel, blacklisted: true }));
	contact.channel_subscriptions = [...others, ...added];
}

const wholePhone = contactInputsByName.get('phone') as Field;

/** A number next to a country code belongs to it. Without one, it's a whole phone number. */
function joinPhone(contact: IDataObject, number: GivenField, item: ItemParameters): void {
	const { label } = number.field;
	const { phone, phone_countrycode: code } = contact;
	if (typeof code === 'string') {
		const national = readOptional(number, item, []);
		if (national === undefined) return;
		contact.phone_number = within(label, () => withCallingCode(national, code));
	} else if (phone === undefined) {
		const whole = readOptional({ ...number, field: { ...wholePhone, label } }, item, []);
		if (whole !== undefined) contact.phone = whole;
	} else {
		item.listInHint(contactHint.otherColumns, `“${label}” (Phone has a value)`);
	}
}
