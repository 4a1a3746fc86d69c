import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, IRun } from 'n8n-workflow';
import type { Observed } from '../engine-run';

/** A sentence that a run showed. */
export interface Recorded {
	/** An error's code; a hint has none, and neither has the reason of an unclear result. */
	code?: string;
	message: string;
	isReason?: boolean;
	/** Of an error: the advice, and what was sent. */
	description?: string;
}

/** The variable with the folder of a jest run's sentences. Unset, nothing is recorded. */
export const folderVariable = 'RECORDED_SENTENCES';

/** Records what people would see of a run, for the check that ends the tests. */
export function recordSentences({ data }: IRun, { thrown }: Observed): void {
	const tasks = Object.values(data.resultData.runData).flat();
	const items = tasks.flatMap((task) => task.data?.main?.flatMap((output) => output ?? []) ?? []);
	const all: Recorded[] = [
		...tasks.flatMap(({ hints = [] }) => hints).map(({ message }) => ({ message })),
		...[...thrown.values()].flat().filter(isOurs),
		...items.flatMap(errorOf),
	].map(({ code, message, description }: Recorded) => ({ code, message, description }));
	write(all);
	recordReasons(items);
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
