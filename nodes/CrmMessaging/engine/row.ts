import { type Sentence } from '../catalogue/sentence';
import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../service/failure';
import type { Recipient } from './recipient';

/**
 * A row's status: it is still to be sent; it is wrong; a check left it out; it was not sent;
 * the service accepted or rejected it; or it may have accepted it.
 */
export type RowStatus =
	'ready' | 'invalid' | 'skipped' | 'notSent' | 'accepted' | 'rejected' | 'unknown';

/** The content of a row that was sent, or may have been. */
export type SentStatus = 'accepted' | 'rejected' | 'unknown';

/** One output item: what it says and the input items it is linked to. */
export interface Output {
	json: IDataObject;
	items: readonly number[];
	/** The service accepted the request and rejected this: the sentence that says so. */
	rejected?: string;
	/** Whether the service doesn't show if it accepted this. */
	unclear?: boolean;
	/** Of a rejection: whether only its place in the answer says whose it is, since it names no one. */
	byOrder?: boolean;
	/** The name of the request it came from, if the run waits for its callback. */
	request?: string;
}

/** The answer's result for an output. */
export type Verdict = Omit<Output, 'json' | 'items'>;

/**
 * Why a retry doesn't send a rejected row again: only the order of the answer says that it was
 * rejected, the answer calls it valid as well, or it was rejected in part, as one device of a contact.
 */
export type Hold = 'byOrder' | 'contradictory' | 'inPart';

const none: readonly never[] = Object.freeze([]);

/**
 * A thing that the service accepts as one or not: a contact, a delivery, a purchase with its contacts, a
 * hotel, a job. It is made once, when its item is read, and carries its state to the output. Only
 * readRows, preflight, recall, dispatch and settle change its status.
 */
export class Row {
	status: RowStatus = 'ready';
	/** The input items that went into it, its own one first. */
	items: readonly number[];
	/** Its output. */
	outputs: readonly Output[] = none;
	/** Its notes for a person, although it can be sent. */
	warnings: readonly string[] = none;
	failure: Failure | undefined = undefined;
	hold: Hold | undefined = undefined;
	/** The id that the service gave it. */
	id: string | undefined = undefined;
	/** Its outcome in an earlier try, if it's sent again. */
	earlier: SentStatus | undefined = undefined;
	/** Its content, if its names alone don't identify it. */
	content: string | undefined = undefined;
	/** The node's own keys in its output, next to the service's answer. */
	marks: IDataObject | undefined = undefined;
	/** Of a message: as its recipient reads it. */
	text: string | undefined = undefined;

	/**
	 * @param item index of its input item
	 * @param position among the rows of its item
	 * @param envelope what its request says once; rows with equal envelopes share requests
	 * @param body what its request says of it
	 * @param template of a message: as it was written, with placeholders
	 * @param parts of a purchase: its contacts, each a row of its own
	 */
	constructor(
		item: number,
		public position: number,
		readonly envelope: IDataObject,
		public body: IDataObject,
		public recipient: Recipient,
		readonly template?: string,
		public parts?: readonly Row[],
	) {
		this.items = [item];
	}

	/** Its own input item. */
	get item(): number {
		return this.items[0] as number;
	}

	/** Adds an output item, linked to the row's input items unless others are given. */
	give(json: IDataObject, verdict?: Verdict, items = this.items): void {
		const output: Output = verdict ? { json, items, ...verdict } : { json, items };
		this.outputs = this.outputs.length === 0 ? [output] : [...this.outputs, output];
	}

	/** Leaves it out, because of what is wrong with it. */
	refuse(failure: Failure): void {
		this.status = 'invalid';
		this.failure = failure;
	}

	/** Leaves it out on purpose. */
	skip(json?: IDataObject): void {
		this.status = 'skipped';
		if (json) this.give(json);
	}

	warn(warning: string): void {
		this.warnings = [...this.warnings, warning];
	}
}

/** The rows that are still to be sent; mostly all, and then the list itself. */
export function readyOf(rows: readonly Row[]): readonly Row[] {
	return rows.every(isReady) ? rows : rows.filter(isReady);
}

function isReady({ status }: Row): boolean {
	return status === 'ready';
}

/** The input items of rows, each once. */
export function itemsOf(rows: readonly Row[]): number[] {
	return [...new Set(rows.flatMap((row) => row.items))];
}

/** Rows that travel in one request, and what its answer says of them together. */
export class Call {
	/** Parts of its answer that belong to no single row; they're linked to all of its items. */
	shared: readonly Output[] = none;
	hints: readonly Sentence[] = none;
	/** What in its answer doesn't fit what was sent, each in a sentence without its period. */
	doubts: readonly Sentence[] = none;
	/** Why it failed, or why nobody knows whether the service accepted it. */
	failure: Failure | undefined = undefined;

	constructor(
		readonly envelope: IDataObject,
		readonly rows: readonly Row[],
	) {}

	/** The input items that take part, in order. */
	get items(): number[] {
		return itemsOf(this.rows);
	}

	/** The entries in the body: the rows, or the parts of its only row. */
	get entries(): readonly Row[] {
		return this.rows[0]?.parts ?? this.rows;
	}

	/** All that comes out of it. */
	get outputs(): Output[] {
		return [...this.rows.flatMap(({ outputs }) => outputs), ...this.shared];
	}

	/** Adds an output item for the whole request. */
	share(json: IDataObject, verdict?: Verdict): void {
		this.shared = [...this.shared, { json, items: this.items, ...verdict }];
	}
}
