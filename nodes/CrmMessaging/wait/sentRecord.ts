import type { IDataObject } from 'n8n-workflow';
import { contactNameKeys } from '../callbacks/contacts';

/** A sent contact: its input item, and its identifiers. */
export interface SentContact {
	item: number;
	/** Other input items merged into it. */
	others?: number[];
	/** Its user ID, email address and phone number, as sent. */
	said: IDataObject;
}

/** The result of an accepted request. */
export interface SentResult {
	json: IDataObject;
	/** Its input items, as ranges of indexes: there may be very many. */
	items: Array<[first: number, last: number]>;
	/** The request's mailbox, if its callback is waited for. */
	mailbox?: string;
}

/** Everything a waiting run has sent: its output is made from this and the callbacks. */
export interface SentRecord {
	/** Whether the output has an item for each input item, rather than for each bulk job. */
	perItem: boolean;
	/**
	 * For a rejected contact: its item stays, fails, leaves by the error output, or stops the run.
	 */
	rejected: 'stays' | 'fails' | 'leaves' | 'stops';
	inputCount: number;
	results: SentResult[];
	/** Failures, one for each input item. */
	errors: Array<{ item: number; json: IDataObject }>;
}

/** The identifying fields of a contact. */
export function identifiersOf(contact: IDataObject): IDataObject {
	const identifiers: IDataObject = {};
	for (const key of contactNameKeys)
		if (contact[key] !== undefined) identifiers[key] = contact[key];
	return identifiers;
}

/** Sorted indexes as ranges. */
export function rangesOf(items: readonly number[]): SentResult['items'] {
	const ranges: SentResult['items'] = [];
	for (const item of items) {
		const last = ranges.at(-1);
		if (last && item === last[1] + 1) last[1] = item;
		else ranges.push([item, item]);
	}
	return ranges;
}
