import type { IDataObject } from 'n8n-workflow';
import { contactNameKeys } from '../callbacks/contacts';

/** A contact that was sent: its input item, and what names it. */
export interface SentContact {
	item: number;
	/** Other input items whose contacts went into it. */
	others?: number[];
	/** Its user id, email address and phone number, as they were sent. */
	said: IDataObject;
}

/** What came of a request that the service took. */
export interface SentResult {
	json: IDataObject;
	/** Its input items, as ranges of indices: there may be very many. */
	items: Array<[first: number, last: number]>;
	/** The mailbox of the request, if its callback is waited for. */
	mailbox?: string;
}

/** What a run that waits has sent: all that its output is made of beside the callbacks. */
export interface SentRecord {
	/** Whether an item comes out for each input item, or else for each bulk job. */
	perItem: boolean;
	/** Whether an item of a contact that the service rejects stays, fails, leaves by the error output, or stops the run. */
	rejected: 'stays' | 'fails' | 'leaves' | 'stops';
	inputCount: number;
	results: SentResult[];
	/** What failed, one for an input item. */
	errors: Array<{ item: number; json: IDataObject }>;
}

/** What of a contact identifies it. */
export function identifiersOf(contact: IDataObject): IDataObject {
	const identifiers: IDataObject = {};
	for (const key of contactNameKeys)
		if (contact[key] !== undefined) identifiers[key] = contact[key];
	return identifiers;
}

/** Indices in order, as ranges. */
export function rangesOf(items: readonly number[]): SentResult['items'] {
	const ranges: SentResult['items'] = [];
	for (const item of items) {
		const last = ranges.at(-1);
		if (last && item === last[1] + 1) last[1] = item;
		else ranges.push([item, item]);
	}
	return ranges;
}
