import { InputError } from '../fields/inputError';
import { explanationOf } from '../n8n/editorExplanation';
import { CanceledError } from '../transport/client';
import { CredentialError } from '../transport/credential';
import { ServiceError, type Failure } from '../transport/failure';
import type { Outcomes, UnitReport } from './outcomes';

/** What went wrong with one or more input items, as plain data. */
export interface ItemFailure {
	items: number[];
	failure: Failure;
	/** What of the request it is about, where there was one. */
	units?: UnitReport[];
}

/** A run that stops: what it says to the person. */
export interface StoppedRun {
	/** The failure that is shown. */
	first: ItemFailure;
	/** Whether it failed before anything was sent, at a request, when all else was sent, or when all was called back. */
	when: 'beforeSending' | 'atRequest' | 'afterAll' | 'afterCallbacks';
	/** How many items are wrong, where nothing was sent. */
	wrongItems?: number;
	/** What became of everything that was to be sent. */
	outcomes?: Outcomes;
}

/** Anything that was thrown while an item was read or sent, as plain data. */
export function failureOf(cause: unknown): Failure {
	if (cause instanceof ServiceError) return cause.failure;
	if (cause instanceof InputError) return input(cause.sentence());
	const message = cause instanceof Error ? cause.message : String(cause);
	if (cause instanceof CredentialError) return { ...input(message), ofRun: true };
	if (cause instanceof CanceledError) return { ...input(message), kind: 'canceled', ofRun: true };
	return { ...input(message, descriptionOf(cause)), explanation: explanationOf(cause) };
}

function input(message: string, advice = ''): Failure {
	return { kind: 'input', message, advice };
}

function descriptionOf(cause: unknown): string {
	const { description } = cause as { description?: unknown };
	return typeof description === 'string' ? description : '';
}
