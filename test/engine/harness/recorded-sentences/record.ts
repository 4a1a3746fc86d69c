import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, IRun } from 'n8n-workflow';
import type { Observed } from '../engine-run';

/** A sentence that a run showed. */
export interface Recorded {
	/** An error's code; a hint has none. */
	code?: string;
	message: string;
	/** Of an error: the advice, and what was sent. */
	description?: string;
}

/** The variable with the folder of a jest run's sentences. Unset, nothing is recorded. */
export const folderVariable = 'RECORDED_SENTENCES';

/** Records what people would see of a run, for the check that ends the tests. */
export function recordSentences({ data }: IRun, { thrown }: Observed): void {
	const folder = process.env[folderVariable];
	if (!folder) return;
	const tasks = Object.values(data.resultData.runData).flat();
	const items = tasks.flatMap((task) => task.data?.main?.flatMap((output) => output ?? []) ?? []);
	const all: Recorded[] = [
		...tasks.flatMap(({ hints = [] }) => hints).map(({ message }) => ({ message })),
		...[...thrown.values()].flat().filter(isOurs),
		...items.flatMap(errorOf),
	].map(({ code, message, description }: Recorded) => ({ code, message, description }));
	if (all.length === 0) return;
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
