import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode, INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';
import type { Observed } from '../engine-run';

/** A sentence that a run showed. */
export interface Recorded {
	/** An error's code; a hint has none, and neither has the reason of an unclear result. */
	code?: string;
	message: string;
	isReason?: boolean;
	/** Of an error: the advice, and what was sent. */
	description?: string;
	/** The choices of the form that it was shown for. */
	form?: INodeParameters;
}

/** The variable with the folder of a jest run's sentences. Unset, nothing is recorded. */
export const folderVariable = 'RECORDED_SENTENCES';

/** Records what people would see of a run, for the check that ends the tests. */
export function recordSentences(
	{ data }: IRun,
	{ thrown }: Observed,
	nodes: readonly INode[],
): void {
	for (const { name, type, parameters } of nodes) {
		const tasks = data.resultData.runData[name] ?? [];
		const outputs = tasks.flatMap((task) => task.data?.main ?? []);
		const items = outputs.flatMap((output) => output ?? []);
		const all: Recorded[] = [
			...tasks.flatMap(({ hints = [] }) => hints).map(({ message }) => ({ message })),
			...(thrown.get(name) ?? []).filter(isOurs),
			...items.flatMap(errorOf),
		];
		const form = type.endsWith('.crmMessaging') ? choicesIn(parameters) : undefined;
		write(all.map(({ code, message, description }) => ({ code, message, description, form })));
		recordReasons(items);
	}
}

/** Parameters that decide what a form shows: fixed choices and switches. */
function choicesIn(parameters: INodeParameters): INodeParameters {
	const isChoice = (value: unknown) =>
		typeof value === 'boolean' || (typeof value === 'string' && /^[a-z]\w{1,30}$/i.test(value));
	return Object.fromEntries(Object.entries(parameters).filter(([, value]) => isChoice(value)));
}

/** Records the reasons of results that callbacks leave unclear. */
export function recordReasons(items: readonly INodeExecutionData[]): void {
	const contacts = items.flatMap(({ json }) => [json, ...[json.contacts ?? []].flat()]);
	// The reason of a rejected contact is the service's.
	const own = (contacts as IDataObject[]).filter(
		({ valid, reason }) => (valid === null || valid === true) && typeof reason === 'string',
	);
	write(own.map(({ reason }) => ({ message: reason as string, isReason: true })));
}

function write(all: readonly Recorded[]): void {
	const folder = process.env[folderVariable];
	if (!folder || all.length === 0) return;
	const lines = all.map((one) => `${JSON.stringify(one)}\n`).join('');
	appendFileSync(join(folder, `${process.pid}.jsonl`), lines);
}

/** The package's own errors have an outcome. */
function isOurs(error: Error): error is Error & Recorded {
	const { context = {} } = error as { context?: IDataObject };
	return 'code' in error && 'outcome' in context;
}

function errorOf({ json }: INodeExecutionData): Recorded[] {
	const { error } = json as { error?: IDataObject };
	const isError = typeof error?.code === 'string' && 'outcome' in error && 'message' in error;
	return isError ? [error as unknown as Recorded] : [];
}
