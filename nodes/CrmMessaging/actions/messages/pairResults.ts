import { words } from '../../fields/words';
import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../../engine/row';
import {
	displayName,
	isSameRecipient,
	namesIn,
	noRecipient,
	type Recipient,
	recipientNamed,
} from '../../engine/recipient';
import { addTo, isObject, isNamed, textOf } from '../../fields/values';
import { digitsIn } from '../../callbacks/contacts';
import { plainKey } from '../../service/serviceText';

export interface PlacedResult {
	result: unknown;
	/** Its row's index by order, if the answer is ordered. */
	place?: number;
}

export interface Pairing {
	/** Matched results; each one's row is at the same index. */
	results: IDataObject[];
	rows: Row[];
	/** Whether only its position links it to the row. */
	placed: boolean[];
	left: unknown[];
	open: Row[];
}

/** How deliveries and results identify recipients. */
export interface Naming {
	/** Those of a delivery that identify its recipient. */
	keys: readonly string[];
	namesOf: (delivery: IDataObject) => Recipient;
	/** The recipient that a result reports, in any spelling. */
	toldBy: (result: IDataObject) => Recipient;
	/** Whether a row may have several results, such as a contact with two devices. */
	several: boolean;
}

/**
 * Matches results to rows by their contents. Position counts only if nothing in the answer
 * contradicts its order. Uncertain results stay unmatched.
 */
export function pairResults(
	placed: readonly PlacedResult[],
	rows: readonly Row[],
	naming: Naming,
): Pairing {
	return pairInOrder(placed, rows, naming) ?? pairByNames(placed, rows, naming);
}

/** Usually each result is at its row's index. In an unordered answer, it must identify that row. */
function pairInOrder(
	placed: readonly PlacedResult[],
	rows: readonly Row[],
	{ keys, namesOf, toldBy }: Naming,
): Pairing | undefined {
	if (placed.length !== rows.length) return undefined;
	const byPlace: boolean[] = [];
	const results: IDataObject[] = [];
	for (let index = 0; index < rows.length; index++) {
		const { result, place } = placed[index] as PlacedResult;
		const { body } = rows[index] as Row;
		if (!isObject(result) || (place ?? index) !== index) return undefined;
		const named = repeatsName(result, body, keys) ? undefined : toldBy(result);
		const isTold = named === undefined || displayName(named) !== undefined;
		if (!isTold && place === undefined) return undefined;
		if (named && isTold && isSameRecipient(namesOf(body), named) !== true) return undefined;
		byPlace.push(!isTold && rows.length > 1);
		results.push(result);
	}
	return { results, rows: [...rows], placed: byPlace, left: [], open: [] };
}

function repeatsName(result: IDataObject, body: IDataObject, keys: readonly string[]): boolean {
	for (const key of keys) if (isNamed(body[key]) && result[key] === body[key]) return true;
	return false;
}

function pairByNames(
	placed: readonly PlacedResult[],
	rows: readonly Row[],
	{ namesOf, toldBy, several }: Naming,
): Pairing {
	const wanted = rows.map(({ body }) => namesOf(body));
	const resultNames = placed.map(({ result }) =>
		isObject(result) ? toldBy(result) : noRecipient,
	);
	const sameAs = (at: number, entry: number) =>
		isSameRecipient(wanted[entry] as Recipient, resultNames[at] as Recipient);
	const named = new Map<string, number[]>();
	wanted.forEach((recipient, entry) => {
		for (const name of namesIn(recipient)) addTo(named, name, entry);
	});
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
		namesIn(resultNames[at] as Recipient)
			.flatMap((name) => named.get(name) ?? [])
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

/** Keys of a result that identify a phone, most reliable first, as `plainKey` spells them. */
const phoneKeys = ranked(
	words(`
	phonenumber, phone, msisdn, mobile, mobilenumber, mobilephone, telephone, tel, e164, number,
	to, recipient, recipientphone, recipientnumber, receiver, destination, destinationnumber,
	target, address, contact
`),
);

/** Keys of a result that identify a push target, by the delivery's key. */
const targetKeys: ReadonlyArray<readonly [key: string, ranks: ReadonlyMap<string, number>]> = [
	['device_id', ranked(['deviceid', 'device', 'deviceuuid'])],
	['user_id', ranked(['userid', 'user', 'useruuid'])],
	['contact_id', ranked(['contactid', 'contact', 'contactuuid'])],
];

const anyTarget = ranked(
	words('to, recipient, recipientid, target, targetid, receiver, identifier'),
);

/** Objects in a result that don't describe the recipient. */
const ofOthers = new Set(['sender', 'from', 'originator', 'error', 'errors']);

/** Digits needed to recognize a phone number without its country code. */
const tellingDigits = 7;

export function targetNaming(rows: readonly Row[]): Naming {
	const keys = targetKeys.map(([key]) => key);
	const kindOf = lazily(() => {
		const kinds = new Map<string, string>();
		for (const { body } of rows) {
			for (const key of keys) if (isNamed(body[key])) kinds.set(textOf(body[key]), key);
		}
		return kinds;
	});
	return {
		keys,
		namesOf: targetNames,
		toldBy(result) {
			const names: Record<string, unknown> = {};
			for (const [key, ranks] of targetKeys) names[key] = nameIn(result, ranks);
			const other = nameIn(result, anyTarget);
			const kind = kindOf().get(textOf(other));
			if (kind !== undefined) names[kind] ??= other;
			return recipientNamed(names);
		},
		several: true,
	};
}

export function targetNames({ device_id, user_id, contact_id }: IDataObject): Recipient {
	return recipientNamed({ device_id, user_id, contact_id });
}

/** Only digits count. A number without country code matches the sent number that ends with it. */
export function phoneNaming(rows: readonly Row[]): Naming {
	const numbersSent = lazily(() => {
		const whole = new Set(rows.map(({ body }) => digitsIn(body.phone_number)));
		const byEnd = new Map<string, string[]>();
		for (const digits of whole) {
			const end = digits.slice(-tellingDigits);
			byEnd.set(end, [...(byEnd.get(end) ?? []), digits]);
		}
		return { whole, byEnd };
	});
	const completed = (digits: string): string => {
		const bare = digits.replace(/^0+/, '');
		const { whole, byEnd } = numbersSent();
		if (whole.has(bare) || bare.length < tellingDigits) return bare;
		const alike = byEnd.get(bare.slice(-tellingDigits)) ?? [];
		const [only, ...others] = alike.filter((one) => one.endsWith(bare));
		return only !== undefined && others.length === 0 ? only : bare;
	};
	return {
		keys: ['phone_number'],
		namesOf: ({ phone_number }) => recipientNamed({ phone: digitsIn(phone_number) }),
		toldBy(result) {
			const phone = nameIn(result, phoneKeys, isPhone);
			if (phone === undefined) return noRecipient;
			return recipientNamed({ phone: completed(digitsIn(phone)) });
		},
		several: false,
	};
}

function lazily<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}

/**
 * Finds a name in a result and its nested objects, by keys with or without the object's key.
 *
 * @param ranks the keys that may hold it; the lowest rank wins
 */
function nameIn(
	result: IDataObject,
	ranks: ReadonlyMap<string, number>,
	fits: (value: unknown) => boolean = isNamed,
): unknown {
	let name: unknown;
	let best = ranks.size;
	const look = (key: string, value: unknown): void => {
		const rank = ranks.get(key) ?? best;
		if (rank >= best || !isNamed(value) || !fits(value)) return;
		[name, best] = [value, rank];
	};
	let inner: Array<[string, IDataObject]> | undefined;
	for (const key in result) {
		const plain = plainKey(key);
		const value = result[key];
		if (ofOthers.has(plain) || (Array.isArray(value) && value.length !== 1)) continue;
		const only: unknown = Array.isArray(value) ? value[0] : value;
		if (isObject(only)) (inner ??= []).push([plain, only]);
		else look(plain, only);
	}
	for (const [outer, object] of inner ?? []) {
		for (const key in object) {
			look(outer + plainKey(key), object[key]);
			look(plainKey(key), object[key]);
		}
	}
	return name;
}

function ranked(keys: readonly string[]): Map<string, number> {
	return new Map(keys.map((key, rank) => [key, rank]));
}

function isPhone(value: unknown): boolean {
	const text = textOf(value).replace(/^(tel|sms):/i, '');
	return /^[+\d\s()./-]+$/.test(text) && digitsIn(text).length >= 5;
}
