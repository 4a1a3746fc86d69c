import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../fields/values';
import type { Failure } from '../service/failure';
import type { Recipient } from './recipient';
import { Call, Row, type Output } from './row';
import { settle } from './settle';

/** The shape of what the node keeps in an execution. Another version's is not read. */
export const storedVersion = 1;

const key = 'crmMessagingAccepted';

/** A call that the service accepted, or may have, and what is known of it. */
export interface KeptCall {
	/** The execution that sent it; a retry is another one. */
	execution: string;
	/** A digest of what a person had chosen in the form by then. */
	chosen: string;
	call: Call;
	/** The rows of this run that were sent again with it, counted in the order they were kept. */
	instead: number[];
}

/** A call as it is stored: n8n stores one text many times faster than objects. */
interface StoredCall {
	/** The run of the node that it belongs to. */
	run: string;
	/** Everything but the output, as JSON. */
	text: string;
	/** The JSON of each output; a text of it would cost too much. */
	outputs: IDataObject[];
}

/** The content of a stored call's text. */
interface CallText extends Omit<KeptCall, 'call'>, Pick<Call, 'hints' | 'doubts' | 'failure'> {
	rows: StoredRow[];
	shared: Link[];
}

/** A row in the text of its call; keys would be most of it. */
type StoredRow = [
	items: readonly number[],
	position: number,
	recipient: Recipient,
	content?: string | null,
	/** Of its outputs; left out if there is one, linked to the row's items, that says nothing more. */
	links?: Link[],
];

/** The parts of an output besides its JSON. */
type Link = Omit<Output, 'json'>;

interface Stored {
	version: typeof storedVersion;
	rows: StoredCall[];
	/** A digest of all of them in their order, so that a changed or lost one is noticed. */
	seal: string;
}

/** The calls that a node keeps in its execution, of all its runs. */
export class Ledger {
	private stored: Stored | undefined;

	/** Opens what the node's memory holds, and writes nothing; one that can't be read counts as empty. */
	constructor(private readonly memory: IDataObject) {
		this.stored = storedIn(memory[key]);
	}

	/** Whether a memory holds a ledger that this version didn't write, or that was changed since. */
	static isUnreadable({ [key]: stored }: IDataObject): boolean {
		return stored !== undefined && storedIn(stored) === undefined;
	}

	/** The calls of a run, in the order they were kept. */
	callsOf(run: string): KeptCall[] {
		const rows = this.current?.rows ?? [];
		return rows.filter((row) => row.run === run).map(unpacked);
	}

	/** Adds a call to a run. */
	add(run: string, call: KeptCall): void {
		const added = packed(run, call);
		const stored = this.current ?? { version: storedVersion, rows: [], seal: '' };
		// n8n never runs an earlier round of a loop again, and stores all that is kept each time.
		const rows = stored.rows.filter((one) => !(roundOf(one.run) < roundOf(run)));
		if (rows.length < stored.rows.length) {
			Object.assign(stored, { rows, seal: sealOfAll(rows) });
		}
		stored.rows.push(added);
		stored.seal = sealOf(stored.seal, added);
		this.keep(stored);
	}

	/** Forgets a run. */
	forget(run: string): void {
		const rows = this.current?.rows.filter((row) => row.run !== run) ?? [];
		if (rows.length > 0) this.keep({ version: storedVersion, rows, seal: sealOfAll(rows) });
		else delete this.memory[key];
	}

	private keep(stored: Stored): void {
		this.stored = stored;
		this.memory[key] = stored;
	}

	/** The stored calls now: an agent may call its tool several times in parallel. */
	private get current(): Stored | undefined {
		const stored: unknown = this.memory[key];
		if (stored !== this.stored) this.stored = storedIn(stored);
		return this.stored;
	}
}

/** A short text that differs wherever the given one does. */
export function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}

/** The round of a loop, with which the name of a run ends; no number where it has none. */
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

/** The ledger in what is stored; undefined where it isn't one of this version, or was changed. */
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

function packed(run: string, { call, ...kept }: KeptCall): StoredCall {
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
			const { items, position, recipient, content, outputs: own } = row;
			const only = own[0];
			if (!only || own.length > 1 || !isPlain(only, items)) {
				return [items, position, recipient, content, own.map(linkOf)];
			}
			outputs.push(only.json);
			return content === undefined
				? [items, position, recipient]
				: [items, position, recipient, content];
		}),
		shared: shared.map(linkOf),
	};
	return { run, text: JSON.stringify(text), outputs };
}

/** Whether an output is linked to all of its row's items, and has only its JSON. */
function isPlain(output: Output, items: readonly number[]): boolean {
	if (output.items !== items) return false;
	for (const key in output) if (key !== 'json' && key !== 'items') return false;
	return true;
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
	if (failure) markUnknown(call.rows, failure);
	else settle(call);
	return { ...kept, call };
}

function rowOf(
	[items, position, recipient, content, links = [{ items }]]: StoredRow,
	outputOf: (link: Link) => Output,
): Row {
	const row = new Row(0, position, {}, {}, recipient);
	return Object.assign(row, {
		items,
		content: content ?? undefined,
		outputs: links.map(outputOf),
	});
}

function markUnknown(rows: readonly Row[], failure: Failure): void {
	for (const row of rows) Object.assign(row, { status: 'unknown', failure });
}
