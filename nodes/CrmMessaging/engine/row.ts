import { type Sentence } from '../catalogue/sentence';
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../fields/values';
import type { Failure } from '../service/failure';
import type { Recipient } from './recipient';

/**
 * A row's status. `skipped` means a check excluded it; `unknown` means the service may have
 * accepted it.
 */
export type RowStatus =
	'ready' | 'invalid' | 'skipped' | 'notSent' | 'accepted' | 'rejected' | 'unknown';

/** The statuses of a row that was sent or may have been. */
export const sentStatuses = ['accepted', 'rejected', 'unknown'] as const;
export type SentStatus = (typeof sentStatuses)[number];

/** An output item, and the input items it is linked to. */
export interface Output {
	json: IDataObject;
	items: readonly number[];
	/** The sentence for a rejected entry of an accepted request, or for an answer that failed. */
	rejected?: string;
	/** Whether the answer doesn't show if this was accepted; without a row, it's a raw result. */
	unclear?: boolean;
}

/** The answer's verdict on an output. */
export type Verdict = Omit<Output, 'json' | 'items'>;

const none: readonly never[] = Object.freeze([]);

/**
 * One thing the service accepts or rejects: a contact, a delivery, a purchase with its contacts, a
 * hotel, a job. It is created when its item is read, and carries its state to the output. Only its
 * own methods change its status.
 */
export class Row {
	private currentStatus: RowStatus = 'ready';
	/** Its output, if that is only this JSON. Most rows have no other, and a list for each costs. */
	onlyJson: IDataObject | undefined = undefined;
	/** For a message: the text its recipient reads. */
	text: string | undefined = undefined;
	// Few rows have one of these. Declared, it takes no room in the others.
	declare private joined?: readonly number[];
	declare private others?: readonly Output[];
	/** The service's ID if it has no output. */
	declare sharedId?: string;
	/** Warnings about it, although it can be sent. */
	declare warnings?: readonly string[];
	declare failure?: Failure;
	/** Its status in an earlier try, if it's sent again. */
	declare earlier?: SentStatus;
	/** Its content, if names alone don't identify it. */
	declare content?: string;
	/** Extra output in addition to the service's answer. */
	declare marks?: IDataObject;
	/** What its operation noted while reading it. */
	declare notes?: object;
	/** For a purchase: its contacts, as rows. */
	declare parts?: readonly Row[];

	/**
	 * @param item index of its input item
	 * @param position among the rows of its item
	 * @param envelope the shared part of its request; rows with equal envelopes share requests
	 * @param body its own part of the request
	 * @param template for a message: its text with placeholders
	 */
	constructor(
		public item: number,
		public position: number,
		readonly envelope: IDataObject,
		public body: IDataObject,
		public recipient: Recipient,
		readonly template?: string,
		parts?: readonly Row[],
	) {
		if (parts) this.parts = parts;
	}

	/** Its input items; the first is its own. */
	get items(): readonly number[] {
		return this.joined ?? [this.item];
	}

	set items(items: readonly number[]) {
		this.item = items[0] ?? this.item;
		if (items.length > 1 || this.joined) this.joined = items;
	}

	get hasOneItem(): boolean {
		return this.joined === undefined;
	}

	get outputs(): readonly Output[] {
		const { onlyJson: json } = this;
		return json ? [{ json, items: this.items }] : (this.others ?? none);
	}

	set outputs(outputs: readonly Output[]) {
		this.onlyJson = undefined;
		this.others = outputs;
	}

	/** The service's ID, from its output, or from the whole request if it has none. */
	get id(): string | undefined {
		const { outputs } = this;
		if (outputs.length === 0) return this.sharedId;
		return outputs.map(({ json }) => idIn(json)).find(Boolean);
	}

	get status(): RowStatus {
		return this.currentStatus;
	}

	/** Adds an output item, linked to the row's input items. */
	give(json: IDataObject, verdict?: Verdict): void {
		const { outputs } = this;
		if (outputs.length === 0 && !verdict) this.onlyJson = json;
		else this.outputs = [...outputs, { json, items: this.items, ...verdict }];
	}

	/** For checks: it must not be sent. */
	refuse(failure: Failure): void {
		this.currentStatus = 'invalid';
		this.failure = failure;
	}

	/** For checks: excludes it on purpose. */
	skip(json?: IDataObject): void {
		this.currentStatus = 'skipped';
		if (json) this.give(json);
	}

	/** For the memory: an earlier try's result holds. */
	recall(earlier: Pick<Row, 'status' | 'failure' | 'id'>): void {
		this.currentStatus = earlier.status;
		if (earlier.failure) this.failure = earlier.failure;
		if (earlier.id !== undefined) this.sharedId = earlier.id;
	}

	/** For dispatch: its request leaves. Until its result is known, it may have been accepted. */
	leave(): void {
		this.currentStatus = 'unknown';
	}

	/** For dispatch: its request didn't leave, or nothing of it was accepted. */
	stay(): void {
		this.currentStatus = this.earlier ?? 'notSent';
	}

	/** For dispatch and the memory: its request failed. */
	fail(status: SentStatus | 'notSent', failure: Failure): void {
		this.currentStatus = status;
		this.failure = failure;
	}

	/** For settle: the answer's result. */
	settle(status: SentStatus): void {
		this.currentStatus = status;
	}

	warn(warning: string): void {
		this.warnings = [...(this.warnings ?? []), warning];
	}
}

/** The service's ID in an answer. */
export function idIn({ bulk_id, delivery_id, _id, uuid }: IDataObject): string | undefined {
	const id = bulk_id ?? delivery_id ?? _id ?? uuid;
	return id === undefined || id === null ? undefined : textOf(id);
}

/** The rows still to be sent. If all are, it returns the same list. */
export function readyOf(rows: readonly Row[]): readonly Row[] {
	return rows.every(isReady) ? rows : rows.filter(isReady);
}

function isReady({ status }: Row): boolean {
	return status === 'ready';
}

/** The unique input items of rows. */
export function itemsOf(rows: readonly Row[]): number[] {
	return [...new Set(rows.flatMap((row) => row.items))];
}

/** Rows that share a request, and the answer's results for all of them. */
export class Call {
	/** Results without a specific row; they are linked to all of its items. */
	shared: readonly Output[] = none;
	hints: readonly Sentence[] = none;
	/** Differences between answer and request, as sentences without a period. */
	doubts: readonly Sentence[] = none;
	/** Why it failed, or why its result is unknown. */
	failure: Failure | undefined = undefined;

	constructor(
		readonly envelope: IDataObject,
		readonly rows: readonly Row[],
	) {}

	/** Its input items, in order. */
	get items(): number[] {
		return itemsOf(this.rows);
	}

	/** The entries in the body: the rows, or the parts of a row that has some. */
	get entries(): readonly Row[] {
		return this.rows[0]?.parts ?? this.rows;
	}

	/** Adds an output item for the whole request. */
	share(json: IDataObject, verdict?: Verdict): void {
		this.shared = [...this.shared, { json, items: this.items, ...verdict }];
	}
}
