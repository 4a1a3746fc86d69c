import { words } from '../../fields/words';
import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../../engine/row';
import { isSameRecipient, type Recipient, recipientNamed } from '../../engine/recipient';
import { isObject, isNamed, textOf } from '../../fields/values';
import { digitsIn } from '../../callbacks/contacts';
import { plainKey } from '../../service/serviceText';

/** A result of an answer. */
export interface PlacedResult {
	result: unknown;
	/** The place of the row it would be of by its order, where the answer has an order to go by. */
	place?: number;
}

/** What an answer says of the rows of its request. */
export interface Pairing {
	/** Results that belong to a row, and the row of each, in the same order. */
	results: IDataObject[];
	rows: Row[];
	/** Of each of them, whether only its place says whose it is. */
	placed: boolean[];
	/** Results that may be of several rows, or are of none. */
	left: unknown[];
	/** Rows without a result of their own. */
	open: Row[];
}

/** Who a delivery, or a result, says it is of. */
type NamesOf = (data: IDataObject) => Recipient;

/**
 * Joins results to the rows they are of: by what each says about itself, and by its place only
 * where nothing in the whole answer contradicts its order. What stays uncertain is not joined.
 *
 * @param namesOf who a delivery is for
 * @param several whether a row may have several results, as a contact with two devices has
 * @param toldBy who a result says it is of, where that is written in other ways
 */
export function pairResults(
	placed: readonly PlacedResult[],
	rows: readonly Row[],
	namesOf: NamesOf,
	several: boolean,
	toldBy: NamesOf = namesOf,
): Pairing {
	return (
		pairInOrder(placed, rows, namesOf, toldBy) ??
		pairByNames(placed, rows, namesOf, several, toldBy)
	);
}

/**
 * Mostly each row has its result at its own place, which says nothing else. Where the answer has no
 * order to go by, each result has to name the row at its place.
 */
function pairInOrder(
	placed: readonly PlacedResult[],
	rows: readonly Row[],
	namesOf: NamesOf,
	toldBy: NamesOf,
): Pairing | undefined {
	if (placed.length !== rows.length) return undefined;
	const byPlace: boolean[] = [];
	const results: IDataObject[] = [];
	for (const [at, { result, place }] of placed.entries()) {
		if (!isObject(result)) return undefined;
		const told = toldBy(result);
		if (place === undefined ? told.length === 0 : place !== at) return undefined;
		const isNamed = told.length > 0;
		if (isNamed && isSameRecipient(namesOf((rows[at] as Row).body), told) !== true) {
			return undefined;
		}
		byPlace.push(!isNamed && rows.length > 1);
		results.push(result);
	}
	return { results, rows: [...rows], placed: byPlace, left: [], open: [] };
}

function pairByNames(
	placed: readonly PlacedResult[],
	rows: readonly Row[],
	namesOf: NamesOf,
	several: boolean,
	toldBy: NamesOf,
): Pairing {
	const wanted = rows.map(({ body }) => namesOf(body));
	const told = placed.map(({ result }) => (isObject(result) ? toldBy(result) : []));
	const sameAs = (at: number, entry: number) =>
		isSameRecipient(wanted[entry] as Recipient, told[at] as Recipient);
	const named = indexOf(wanted);
	const owners = new Map<number, number>();
	const answered = new Set<number>();
	const give = (find: (at: number) => number | undefined): void => {
		placed.forEach((_, at) => {
			const entry = owners.has(at) ? undefined : find(at);
			if (entry === undefined) return;
			owners.set(at, entry);
			answered.add(entry);
		});
	};
	const namedBy = (at: number): number[] =>
		(told[at] as Recipient)
			.flatMap(([type, name]) => named.get(`${type} ${name}`) ?? [])
			.filter((entry) => sameAs(at, entry));

	give((at) => {
		const { place } = placed[at] as PlacedResult;
		return place !== undefined && sameAs(at, place) ? place : undefined;
	});
	give((at) => namedBy(at).find((entry) => !answered.has(entry)));
	const isInOrder = placed.every(({ result, place }, at) => {
		if (place === undefined || !isObject(result)) return false;
		return (owners.get(at) ?? place) === place && sameAs(at, place) !== false;
	});
	const byName = new Set(owners.keys());
	if (isInOrder) give((at) => placed[at]?.place);
	const byPlace = new Set([...owners.keys()].filter((at) => !byName.has(at)));
	if (several) {
		give((at) => namedBy(at)[0]);
		give((at) => {
			if (!isObject(placed[at]?.result)) return undefined;
			const [only, ...others] = [...rows.keys()].filter(
				(entry) => sameAs(at, entry) !== false,
			);
			return others.length === 0 ? only : undefined;
		});
	}
	const joined = [...placed.keys()].filter((at) => owners.has(at));
	return {
		results: joined.map((at) => placed[at]?.result as IDataObject),
		rows: joined.map((at) => rows[owners.get(at) as number] as Row),
		placed: joined.map((at) => rows.length > 1 && byPlace.has(at)),
		left: placed.flatMap(({ result }, at) => (owners.has(at) ? [] : [result])),
		open: rows.filter((_, row) => !answered.has(row)),
	};
}

/** Places of rows by each of their names. */
function indexOf(wanted: readonly Recipient[]): Map<string, number[]> {
	const byName = new Map<string, number[]>();
	wanted.forEach((recipient, entry) => {
		for (const [type, name] of recipient) {
			const key = `${type} ${name}`;
			const same = byName.get(key);
			if (same) same.push(entry);
			else byName.set(key, [entry]);
		}
	});
	return byName;
}

/** Keys of a result that name a phone, the surest first, as `plainKey` spells them. */
const phoneKeys = words(`
	phonenumber, phone, msisdn, mobile, mobilenumber, mobilephone, telephone, tel, e164, number,
	to, recipient, recipientphone, recipientnumber, receiver, destination, destinationnumber,
	target, address, contact
`);

/** Keys of a result that name a push target, by the key that a delivery has for it. */
const targetKeys: Record<string, string[]> = {
	device_id: ['deviceid', 'device', 'deviceuuid'],
	user_id: ['userid', 'user', 'useruuid'],
	contact_id: ['contactid', 'contact', 'contactuuid'],
};

/** Keys that name a push target of any kind. */
const anyTarget = [
	'to',
	'recipient',
	'recipientid',
	'target',
	'targetid',
	'receiver',
	'identifier',
];

/** Objects of a result that are about someone else. */
const ofOthers = new Set(['sender', 'from', 'originator', 'error', 'errors']);

/** Digits by which a phone number without its country code is found among those sent. */
const tellingDigits = 7;

/** Makes a reader of who a push result names, however its keys are spelled. */
export function targetTeller(rows: readonly Row[]): (result: IDataObject) => Recipient {
	const kinds = Object.keys(targetKeys);
	const kindOf = new Map<string, string>();
	for (const { body } of rows) {
		for (const kind of kinds) if (isNamed(body[kind])) kindOf.set(textOf(body[kind]), kind);
	}
	return (result) => {
		const values = valuesIn(result);
		const names: Record<string, unknown> = {};
		for (const kind of kinds) names[kind] = first(values, targetKeys[kind] ?? []);
		const other = first(values, anyTarget);
		const kind = kindOf.get(textOf(other));
		if (kind !== undefined) names[kind] ??= other;
		return recipientNamed(names);
	};
}

/**
 * Makes a reader of who an SMS result names. Numbers are written in many ways: their digits count, and
 * a number without its country code is the one of those sent that ends with it.
 */
export function phoneTeller(rows: readonly Row[]): (result: IDataObject) => Recipient {
	const sent = new Set(rows.map(({ body }) => digitsIn(body.phone_number)));
	const byEnd = new Map<string, Set<string>>();
	for (const digits of sent) {
		const end = digits.slice(-tellingDigits);
		byEnd.set(end, (byEnd.get(end) ?? new Set()).add(digits));
	}
	const whole = (digits: string): string => {
		const bare = digits.replace(/^0+/, '');
		if (sent.has(bare) || bare.length < tellingDigits) return bare;
		const alike = [...(byEnd.get(bare.slice(-tellingDigits)) ?? [])];
		const [only, ...others] = alike.filter((one) => one.endsWith(bare));
		return only !== undefined && others.length === 0 ? only : bare;
	};
	return (result) => {
		const given = first(valuesIn(result), phoneKeys, isPhone);
		return recipientNamed({ phone: given === undefined ? '' : whole(digitsIn(given)) });
	};
}

/** Who an SMS delivery is for. */
export function phoneNames({ phone_number }: IDataObject): Recipient {
	return recipientNamed({ phone: digitsIn(phone_number) });
}

/** The texts and numbers of a result and of the objects in it, by their keys, with and without the object's. */
function valuesIn(result: IDataObject): Map<string, unknown> {
	const values = new Map<string, unknown>();
	const put = (key: string, value: unknown): void => {
		if (isNamed(value) && !values.has(key)) values.set(key, value);
	};
	const inner: Array<[string, IDataObject]> = [];
	for (const [key, value] of Object.entries(result)) {
		const [only, ...others] = [value].flat() as unknown[];
		const plain = plainKey(key);
		if (others.length > 0 || ofOthers.has(plain)) continue;
		if (isObject(only)) inner.push([plain, only]);
		else put(plain, only);
	}
	for (const [outer, object] of inner) {
		for (const [key, value] of Object.entries(object)) {
			put(outer + plainKey(key), value);
			put(plainKey(key), value);
		}
	}
	return values;
}

function first(
	values: ReadonlyMap<string, unknown>,
	keys: readonly string[],
	fits: (value: unknown) => boolean = () => true,
): unknown {
	const key = keys.find((one) => values.has(one) && fits(values.get(one)));
	return key === undefined ? undefined : values.get(key);
}

/** Whether a value reads as a phone number, and not as a name or a count. */
function isPhone(value: unknown): boolean {
	const text = textOf(value).replace(/^(tel|sms):/i, '');
	return /^[+\d\s()./-]+$/.test(text) && digitsIn(text).length >= 5;
}
