import type { IDataObject } from 'n8n-workflow';
import { contactAdvice, contactHint, wrongContact } from '../../catalogue/contacts';
import { wrongSetting } from '../../catalogue/runs';
import { wrongValue } from '../../catalogue/values';
import { formatList } from '../../engine/hints';
import type { RowDraft } from '../../engine/operation';
import { pathExpression } from '../../engine/read/expressions/paths';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { plainValue } from '../../fields/control';
import { knownKeys, parameterName } from '../../fields/field';
import { InputError, quote, within, withinEach } from '../../fields/inputError';
import { readObjects } from '../../fields/types/json';
import { contactPhone, withCallingCode } from '../../fields/types/phone';
import { isBlank, isObject } from '../../fields/values';
import {
	contactInputs,
	contactInputNames,
	identifyingFields,
	nameFields,
	optOutFields,
	optOutName,
	optOuts,
} from '../../service/fields/contact';
import { customFieldsIn, readGiven, type GivenField } from '../givenFields';
import { fieldNamed } from './columnNames';
import { contactsFrom, type ContactSource } from './contactsForm';
import { hasValues, NamedValuesReader } from './namedValues';

type ReadContact = Omit<RowDraft, 'envelope'>;
type ContactsReader = (item: ItemParameters) => ReadContact[];
type ReaderOf = (parameters: NodeParameters, isNeeded: boolean) => ContactsReader;

/** The four ways in. Each finds the fields of contacts, which `readContact` converts. */
const readers: Record<ContactSource, ReaderOf> = {
	mapAutomatically: automaticReader,
	mapEachField: mappedReader,
	severalContacts: entriesReader,
	json: jsonReader,
};

/** Returns a reader of an item's contacts. `isNeeded`: without one, it's wrong, unless it's an empty row. */
export function contactsReader(
	parameters: NodeParameters,
	isNeeded: boolean,
): (item: ItemParameters, envelope: IDataObject) => RowDraft[] {
	let read: ContactsReader | undefined;
	return (item, envelope) => {
		read ??= readers[item.option(contactsFrom)](parameters, isNeeded);
		const contacts = read(item).filter(({ body }) => hasAny(personFields, body));
		if (contacts.length === 0 && isNeeded && !isEmptyRow(item))
			throw new InputError(wrongValue.required(), ['Contact']);
		return contacts.map((contact) => ({ envelope, ...contact }));
	};
}

function automaticReader(parameters: NodeParameters, isNeeded: boolean): ContactsReader {
	if (parameters.execution.isTool) {
		throw new InputError(wrongSetting.automaticForAgent(), [contactsFrom.label]);
	}
	const objects = parameters.items.map(({ json }) => json);
	const reader = new NamedValuesReader(parameters, objects);
	return (item) => {
		const { json } = item.input;
		return [within('Input Item', () => readNamed(json, '$json', reader, item, isNeeded))];
	};
}

function jsonReader(parameters: NodeParameters): ContactsReader {
	const reader = new NamedValuesReader(parameters);
	const [, path] = solePath.exec(String(parameters.rawOf('contactsJson'))) ?? [];
	return (item) => {
		const value = item.value('contactsJson');
		const root = isObject(value) ? path : undefined;
		return within('Contacts (JSON)', () =>
			readObjects(value, 'a contact object', (values) =>
				readNamed(values as IDataObject, root, reader, item, true),
			),
		);
	};
}

const solePath = /^=\s*\{\{\s*(\$[^{}\s]+)\s*\}\}\s*$/;

/** @param root the expression of the object, if it's known */
function readNamed(
	values: IDataObject,
	root: string | undefined,
	reader: NamedValuesReader,
	item: ItemParameters,
	isNeeded: boolean,
): ReadContact {
	const { given, others, columns } = reader.read(values, item);
	const [first] = given;
	if (first && given.every(({ field, value }) => field.label === value))
		throw new InputError(wrongContact.headings({ heading: quote(first.value) }));
	const read = readContact(given, item);
	const isPerson = hasAny(personFields, read.body);
	if (isPerson) reader.refuseUnclearConsent(others);
	const path = isPerson ? undefined : pathToPerson(values);
	const isOther = Object.keys(read.body).length === 0 && !isNeeded;
	requirePerson(read, item, !path && (isOther || !hasValues(values)), () => {
		if (path && root) return contactAdvice.at({ path: pathExpression(root, path) });
		const names = formatList(Object.keys(values).map(quote));
		return contactAdvice.rename({ fields: personLabels, names });
	});
	return { ...read, columns };
}

function mappedReader(parameters: NodeParameters): ContactsReader {
	const mapping = parameters.rawOf('contact.value');
	const mapped = knownKeys(isObject(mapping) ? mapping : {}, contactInputs);
	const fields = contactInputs.filter(({ name }) => name in mapped);
	return (item) => {
		const given = fields.map((field) => ({
			field,
			value: item.value(`contact.value.${field.name}`),
		}));
		const custom = item.value('customFields');
		return [within('Contact', () => fromForm(given, custom, 'Custom Contact Fields', item))];
	};
}

function entriesReader(): ContactsReader {
	return (item) =>
		withinEach('Contacts', item.entries('contacts', 'contact'), (entry) => {
			const further = entry.additionalFields as object | undefined;
			const values: Record<string, unknown> = { ...entry, ...further };
			const given = contactInputs.map((field) => ({
				field,
				value: plainValue(field, values[parameterName(field)]),
			}));
			return fromForm(given, entry.customFields, 'Custom Fields', item);
		});
}

function fromForm(
	given: readonly GivenField[],
	collection: unknown,
	label: string,
	item: ItemParameters,
): ReadContact {
	const custom = customFieldsIn(collection, label, contactInputNames);
	const read = readContact([...given, ...custom], item);
	const isNone = Object.keys(read.body).length === 0;
	requirePerson(read, item, isNone, () => contactAdvice.add({ fields: personLabels }));
	return read;
}

function readContact(given: readonly GivenField[], item: ItemParameters): ReadContact {
	const leftOut: string[] = [];
	const contact = readGiven(given, item, leftOut);
	const channels = Object.keys(optOuts).filter((channel) => contact[optOutName(channel)]);
	for (const { name } of optOutFields) delete contact[name];
	if (channels.length > 0) {
		const own = (contact.channel_subscriptions ?? []) as IDataObject[];
		const others = own.filter(({ channel }) => !channels.includes(channel as string));
		const refused = channels.map((channel) => ({ channel, blacklisted: true }));
		contact.channel_subscriptions = [...others, ...refused];
	}
	const labelOf = (name: string) =>
		given.find(({ field }) => field.name === name)?.field.label ?? name;
	refuseOtherCountry(contact, labelOf('phone'));
	if (contact.phone_number !== undefined) joinPhone(contact, labelOf('phone_number'), item);
	return { body: contact, leftOut };
}

/** @throws InputError for a phone of another country than its code says */
function refuseOtherCountry({ phone, phone_countrycode: code }: IDataObject, label: string): void {
	if (typeof phone !== 'string' || typeof code !== 'string') return;
	if (!phone.startsWith('+') || phone.startsWith(code)) return;
	throw new InputError(wrongValue.otherCallingCode({ value: quote(phone), code }), [label]);
}

/** A number next to a country code belongs to it. Without one, it's a whole phone number. */
function joinPhone(contact: IDataObject, label: string, item: ItemParameters): void {
	const { phone, phone_countrycode: code, phone_number: number } = contact;
	if (typeof code === 'string') {
		contact.phone_number = within(label, () => withCallingCode(number, code));
		return;
	}
	delete contact.phone_number;
	if (phone === undefined) {
		contact.phone = within(label, () => contactPhone.convert(number, item)) as string;
	} else item.listInHint(contactHint.otherColumns, `“${label}” (Phone has a value)`);
}

const personFields = [...identifyingFields, ...nameFields];
const personLabels = new Intl.ListFormat('en', { type: 'disjunction' }).format(
	personFields.flatMap((name) => contactInputs.find((one) => one.name === name)?.label ?? []),
);

function hasAny(fields: readonly string[], contact: IDataObject): boolean {
	return fields.some((name) => !isBlank(contact[name]));
}

/** @throws InputError if no field identifies a person, unless `isNone` leaves that to the caller */
function requirePerson(
	{ body: contact, leftOut = [] }: ReadContact,
	item: ItemParameters,
	isNone: boolean,
	adviceOf: () => string,
): void {
	if (hasAny(identifyingFields, contact)) return;
	if (hasAny(nameFields, contact)) return item.hint(contactHint.nameOnly());
	if (isNone || isEmptyRow(item)) return;
	const fields = formatList(leftOut.filter((name) => personFields.includes(name)));
	const advice = fields === '' ? adviceOf() : contactAdvice.correct({ fields });
	throw new InputError(wrongContact.unidentified({ advice }));
}

/** Triggers pass items without keys to nodes that need no data: one is an empty row only as a contact. */
function isEmptyRow(item: ItemParameters): boolean {
	const { json, binary = {} } = item.input;
	// The contents of a file that wasn't extracted are unknown.
	if (item.isAgentCall || Object.keys(binary).length > 0 || hasValues(json)) return false;
	return Object.keys(json).length > 0 || item.option(contactsFrom) === 'mapAutomatically';
}

const deepestPerson = 4;

/** The keys that lead to an object inside another one that names someone, or to a list of such. */
function pathToPerson(values: IDataObject, levels = deepestPerson): string[] | undefined {
	for (const [key, inner] of Object.entries(values)) {
		const first: unknown = Array.isArray(inner) ? inner.find(isObject) : inner;
		if (!isObject(first)) continue;
		const namesPerson = ([name, value]: [string, unknown]) =>
			!isBlank(value) && personFields.includes(fieldNamed(name)?.field.name ?? '');
		if (Object.entries(first).some(namesPerson)) return [key];
		const path = first === inner && levels > 1 ? pathToPerson(first, levels - 1) : undefined;
		if (path) return [key, ...path];
	}
	return undefined;
}
