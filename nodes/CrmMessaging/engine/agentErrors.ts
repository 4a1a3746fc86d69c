import { closing } from '../catalogue/runs';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { changes } from '../service/endpoints';
import { keepMessage } from '../n8n/errors';
import { isToolExecution } from '../n8n/execution';
import { isNodeError, type NodeError } from './errors';
import type { Operation } from './operation';
import type { Outcomes } from './outcomes';
import { formatList } from './hints';

const saysNothingWasSent = /Nothing( more)? was sent\.|No [a-z ]+ were sent\./;

/**
 * Whether a run continues with the right items if others are wrong. For an agent it never does: its
 * call is one item, and it hears the whole error, whatever _On Error_ is set to.
 */
export function continuesOnFail(context: IExecuteFunctions): boolean {
	return context.continueOnFail() && !isToolExecution(context);
}

/**
 * The text that an agent gets instead of the output, in the form in which newer versions of n8n report an
 * error to it. Older ones end the execution, or with _On Error_ set to _Continue_ return the agent its
 * own call as if all were well; there, this item reports it.
 *
 * @throws the error if On Error is not set to Continue
 */
export function answerOfError(
	context: IExecuteFunctions,
	error: unknown,
	operation: Operation,
): INodeExecutionData[] {
	if (isNodeError(error)) keepMessage(error, wordsForAgent(error, operation));
	if (!context.continueOnFail()) throw error;
	return [{ json: { error: (error as Error).message }, pairedItem: { item: 0 } }];
}

/**
 * All that an error says, in one message: an agent reads nothing else, and has to know what to
 * change, whether anything was sent, and to whom it need not send again.
 */
function wordsForAgent(error: NodeError, { endpoint }: Operation): string {
	const { message, description, context } = error;
	const { accepted = [], unknown = [] } = (context.data ?? {}) as Partial<Outcomes>;
	const sentence = `${message.replace(/ \[item \d+\]$/, '').replace(/\.$/, '')}. ${description ?? ''}`;
	const isNothingSent = context.outcome === 'notSent' && accepted.length + unknown.length === 0;
	const isUnsaid = changes(endpoint) && isNothingSent && !saysNothingWasSent.test(sentence);
	const reached = accepted.flatMap(({ recipient }) => recipient ?? []);
	const parts = [
		sentence.trim(),
		isUnsaid ? closing.nothingSent : '',
		reached.length > 0 ? closing.acceptedForAgent(formatList(reached)) : '',
	];
	return parts.filter(Boolean).join(' ');
}
