import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { changes } from '../interface/endpoints';
import { keepMessage } from '../n8n/errorMessage';
import type { Operation } from './operation';
import type { Outcomes } from './outcomes';

const nothingSent = 'Nothing was sent.';
const saysNothingWasSent = /Nothing( more)? was sent\.|None of the [\d,]+ [a-z ]+ was sent\./;

/**
 * Puts all that an error says into its message: an agent is told nothing else, and has to know what
 * to change, and whether anything was sent.
 */
export function tellAgent(error: unknown, operation: Operation): unknown {
	const isOurs = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (!isOurs) return error;
	const { message, description } = error;
	const told = [
		`${message.replace(/ \[item \d+\]$/, '').replace(/\.$/, '')}.`,
		description ?? '',
	];
	const isSilent = !saysNothingWasSent.test(told.join(' '));
	if (changes(operation.endpoint) && isSilent && nothingLeft(error)) told.push(nothingSent);
	keepMessage(error, told.filter(Boolean).join(' '));
	return error;
}

/** Whether no part of what was to be sent is, or may be, with the service. */
function nothingLeft({ context }: NodeApiError | NodeOperationError): boolean {
	const { outcome, data } = context as { outcome?: string; data?: Partial<Outcomes> };
	const { accepted = [], unknown = [] } = data ?? {};
	return outcome === 'notSent' && accepted.length + unknown.length === 0;
}
