import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { executionMemoryOf, isToolExecution, sharedMemoryOf } from '../../n8n/execution';
import { isObject } from '../../fields/values';
import type { Recipient } from '../recipient';
import { Call, Row, type Output } from '../row';
import { settle } from '../send/outcomes';

/** The format of the data that the node stores in an execution. Other versions aren't read. */
export const storedVersion = 1;

const ledgerKey = 'crmMessagingAccepted';

/** A call that the service accepted or may have accepted. */
export interface KeptCall {
	/** The execution that sent it; a retry is another one. */
	execution: string;
	/** A digest of the form's choices at that time. */
	chosen: string;
	call: Call;
	/** The rows of this run that it sent again, by their index in the ledger. */
	instead: number[];
}

/** A call as stored: n8n stores one text many times faster than objects. */
interface StoredCall {
	run: string;
	/** Everything except the output, as JSON. */
	text: string;
	/** The JSON of each output; converting it to text would cost too much. */
	outputs: IDataObject[];
}

interface CallText extends Omit<KeptCall, 'call'>, Pick<Call, 'hints' | 'doubts' | 'failure'> {
	rows: StoredRow[];
	shared: Link[];
}

/** A row in its call's text, without keys, which would take most of the space. */
type StoredRow = [
	items: readonly number[],
	position: number,
	recipient: Recipient,
	content?: string | null,
	/** For its outputs; omitted for a single plain one. */
	links?: Link[],
];

type Link = Omit<Output, 'json'>;

/** A row's content, as a text that differs between rows. */
export type ContentReader = (row: Row) => string;

interface Stored {
	version: typeof storedVersion;
	rows: StoredCall[];
	/** A digest of all calls in order, to detect a changed or lost one. */
	seal: string;
}

/** The memory that holds a node's ledger. The tools of an agent share one. */
export function ledgerMemoryOf(context: IExecuteFunctions): IDataObject {
	return isToolExecution(context) ? sharedMemoryOf(context) : executionMemoryOf(context);
}

/** The calls that a node stores in its execution, for all its runs. */
export class Ledger {
	private stored: Stored | undefined;
	private isClosed = false;

	/** Opens the stored ledger without writing; an unreadable one counts as empty. */
	constructor(private readonly memory: IDataObject) {
		this.stored = storedIn(plainOf(memory[ledgerKey]));
	}

	/** Whether a memory holds a ledger that another version wrote, or that was changed since. */
	static isUnreadable({ [ledgerKey]: stored }: IDataObject): boolean {
		return stored !== undefined && storedIn(plainOf(stored)) === undefined;
	}

	/** Whether a memory holds no ledger: nothing was accepted, or may have been. */
	static isEmptyIn({ [ledgerKey]: stored }: IDataObject): boolean {
		return stored === undefined;
	}

	callsOf(isRun: (run: string) => boolean): KeptCall[] {
		const rows = this.current?.rows ?? [];
		return rows.filter(({ run }) => isRun(run)).map(unpacked);
	}

	/** Its call is made, and its rows' contents are read, when it's stored. */
	add(run: string, call: () => KeptCall, contentOf?: ContentReader): void {
		const held: unknown = this.memory[ledgerKey];
		const open = held instanceof OpenLedger ? held : new OpenLedger(this.current ?? nothing());
		open.add(() => packed(run, call(), contentOf));
		this.memory[ledgerKey] = open;
		if (this.isClosed) this.close();
	}

	/** Stores the calls as plain data. Do so before the run ends, stops or waits. */
	close(): void {
		this.isClosed = true;
		const held: unknown = this.memory[ledgerKey];
		if (held instanceof OpenLedger) this.memory[ledgerKey] = held.toJSON();
	}

	forget(): void {
		delete this.memory[ledgerKey];
	}

	/** The stored state, read each time: an agent may call its tool several times in parallel. */
	private get current(): Stored | undefined {
		const stored = plainOf(this.memory[ledgerKey]);
		if (stored !== this.stored) this.stored = storedIn(stored);
		return this.stored;
	}
}

/**
 * The ledger while requests are in progress. Its text, digests and seal cost more than the rest of a
 * run. So they are made by `toJSON` when n8n stores the execution, or when the run ends. A clone
 * holds nothing, and is unreadable.
 */
class OpenLedger {
	#added: Array<() => StoredCall> = [];
	readonly #stored: Stored;

	constructor(stored: Stored) {
		this.#stored = stored;
	}

	add(call: () => StoredCall): void {
		this.#added.push(call);
	}

	toJSON(): object {
		if (!(#stored in this)) return {};
		for (const call of this.#added) append(this.#stored, call());
		this.#added = [];
		return this.#stored;
	}
}

/** A ledger as n8n stores it. */
function plainOf(stored: unknown): unknown {
	return stored instanceof OpenLedger ? stored.toJSON() : stored;
}

function nothing(): Stored {
	return { version: storedVersion, rows: [], seal: '' };
}

function append(stored: Stored, added: StoredCall): void {
	// n8n never repeats an earlier round of a loop, and stores the whole ledger each time.
	const rows = stored.rows.filter((one) => !(roundOf(one.run) < roundOf(added.run)));
	if (rows.length < stored.rows.length) Object.assign(stored, { rows, seal: sealOfAll(rows) });
	stored.rows.push(added);
	stored.seal = sealOf(stored.seal, added);
}

/** A short text that differs if the input differs. */
export function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}

/** The loop round at the end of a run's name; NaN if it has none. */
function roundOf(run: string): number {
	return Number(run.slice(run.lastIndexOf(' ') + 1));
}

function sealOf(before: string, { run, text, outputs }: StoredCall): string {
	const head = JSON.stringify([before, run, outputs.length, text.length]);
	return createHash('sha256').update(head).update(text).digest('base64');
}

function sealOfAll(rows: readonly StoredCall[]): string {
	return rows.reduce(sealOf, '');
}

/** The stored ledger; undefined if another version wrote it, or it was changed. */
function storedIn(stored: unknown): Stored | undefined {
	if (!isObject(stored) || stored.version !== storedVersion) return undefined;
	const { rows, seal } = stored as unknown as Stored;
	if (!Array.isArray(rows) || !rows.every(isStoredCall)) return undefined;
	return sealOfAll(rows) === seal ? (stored as unknown as Stored) : undefined;
}

function isStoredCall(row: unknown): boolean {
	if (!isObject(row)) return false;
	const { run, text, outputs } = row;
	const holdsOutputs = Array.isArray(outputs) && outputs.every(isObject);
	return typeof run === 'string' && typeof text === 'string' && holdsOutputs;
}

function packed(
	run: string,
	{ call, ...kept }: KeptCall,
	contentOf: ContentReader | undefined,
): StoredCall {
	const { rows, shared, hints, doubts, failure } = call;
	const outputs: IDataObject[] = [];
	const linkOf = ({ json, ...link }: Output): Link => {
		outputs.push(json);
		return link;
	};
	const text: CallText = {
		...kept,
		hints,
		doubts,
		failure,
		rows: rows.map((row): StoredRow => {
			const { items, position, recipient, onlyJson } = row;
			const content = (row.content ??= contentOf?.(row));
			if (!onlyJson) return [items, position, recipient, content, row.outputs.map(linkOf)];
			outputs.push(onlyJson);
			return content === undefined
				? [items, position, recipient]
				: [items, position, recipient, content];
		}),
		shared: shared.map(linkOf),
	};
	return { run, text: JSON.stringify(text), outputs };
}

function unpacked({ text, outputs }: StoredCall): KeptCall {
	const { rows, shared, hints, doubts, failure, ...kept } = JSON.parse(text) as CallText;
	let at = 0;
	const outputOf = (link: Link): Output => ({ ...link, json: outputs[at++] ?? {} });
	const call = new Call(
		{},
		rows.map((row) => rowOf(row, outputOf)),
	);
	Object.assign(call, { shared: shared.map(outputOf), hints, doubts, failure });
	if (failure) for (const row of call.rows) row.fail('unknown', failure);
	else settle(call);
	return { ...kept, call };
}

function rowOf(
	[items, position, recipient, content, links]: StoredRow,
	outputOf: (link: Link) => Output,
): Row {
	const row = new Row(items[0] ?? 0, position, {}, {}, recipient);
	row.items = items;
	if (content) row.content = content;
	if (links) row.outputs = links.map(outputOf);
	else row.give(outputOf({ items }).json);
	return row;
}
