import type { IDataObject } from 'n8n-workflow';
import { digitsIn } from '../../callback/contactRecipient';
import type { Entry } from '../../run/operation';
import { recipientNamed, type Recipient } from '../../run/recipient';
import { isNamed, isObject, textOf } from '../../transport/answer';
import { plainKey } from '../../transport/serviceText';

/** Keys of a result that name a phone, the surest first, as `plainKey` spells them. */
const phoneKeys = [
	...['phonenumber', 'phone', 'msisdn', 'mobile', 'mobilenumber', 'mobilephone', 'telephone'],
	...[
		'tel',
		'e164',
		'number',
		'to',
		'recipient',
		'recipientphone',
		'recipientnumber',
		'receiver',
	],
	...['destination', 'destinationnumber', 'target', 'address', 'contact'],
];

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
export function targetTeller(entries: readonly Entry[]): (result: IDataObject) => Recipient {
	const kinds = Object.keys(targetKeys);
	const kindOf = new Map<string, string>();
	for (const { data } of entries) {
		for (const kind of kinds) if (isNamed(data[kind])) kindOf.set(textOf(data[kind]), kind);
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
export function phoneTeller(entries: readonly Entry[]): (result: IDataObject) => Recipient {
	const sent = new Set(entries.map(({ data }) => digitsIn(data.phone_number)));
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
