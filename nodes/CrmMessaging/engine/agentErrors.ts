import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { changes } from '../service/endpoints';
import { keepMessage } from '../n8n/errors';
import { isToolExecution } from '../n8n/execution';
import type { Operation } from './operation';
import type { Outcomes } from './outcomes';
import { formatList } from './hints';

const nothingSent = 'Nothing was sent.';
const saysNothingWasSent = /Nothing( more)? was sent\.|None of the [\d,]+ [a-z ]+ was sent\./;

/**
 * Whether a run goes on with the right items where others are wrong. For an agent it never does: its
 * call is one item, and it hears the whole error, whatever _On Error_ is set to.
 */
export function continuesOnFail(context: IExecuteFunctions): boolean {
	return context.continueOnFail() && !isToolExecution(context);
}

/**
 * What an agent gets in place of the output, in the form in which newer versions of n8n tell it of an
 * error. Older ones end the execution, or with _On Error_ set to _Continue_ give the agent its own
 * call back as if all were well; there, this item tells it.
 *
 * @throws the error where On Error is not set to Continue
 */
export function answerOfError(
	context: IExecuteFunctions,
	error: unknown,
	operation: Operation,
): INodeExecutionData[] {
	const told = tellAgent(error, operation);
	if (!context.continueOnFail()) throw told;
	return [{ json: { error: (told as Error).message }, pairedItem: { item: 0 } }];
}

/**
 * Puts all that an error says into its message: an agent is told nothing else, and has to know what
 * to change, and whether anything was sent.
 */
function tellAgent(error: unknown, operation: Operation): unknown {
	const isOurs = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (!isOurs) return error;
	const { message, description } = error;
	const told = [
		`${message.replace(/ \[item \d+\]$/, '').replace(/\.$/, '')}.`,
		description ?? '',
	];
	const isSilent = !saysNothingWasSent.test(told.join(' '));
	if (changes(operation.endpoint) && isSilent && nothingLeft(error)) told.push(nothingSent);
	told.push(whoWasReached(error));
	keepMessage(error, told.filter(Boolean).join(' '));
	return error;
}

/** Names those to whom an agent need not send again, also if it asks for something else next. */
function whoWasReached(error: NodeApiError | NodeOperationError): string {
	const reached = outcomesIn(error).accepted?.flatMap(({ recipient }) => recipient ?? []) ?? [];
	if (reached.length === 0) return '';
	return `Accepted, and not sent again when you repeat the call: ${formatList(reached)}.`;
}

/** Whether no part of what was to be sent is, or may be, with the service. */
function nothingLeft(error: NodeApiError | NodeOperationError): boolean {
	const { accepted = [], unknown = [] } = outcomesIn(error);
	return error.context.outcome === 'notSent' && accepted.length + unknown.length === 0;
}

function outcomesIn({ context }: NodeApiError | NodeOperationError): Partial<Outcomes> {
	return (context.data ?? {}) as Partial<Outcomes>;
}
