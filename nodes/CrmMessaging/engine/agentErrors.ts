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
 * Whether a run continues with the valid items if others are wrong. An agent's never does: its call
 * is one item. It reads the whole error, whatever _On Error_ is set to.
 */
export function continuesOnFail(context: IExecuteFunctions): boolean {
	return context.continueOnFail() && !isToolExecution(context);
}

/**
 * An agent's output for an error, in the format of newer n8n versions. Older ones end the
 * execution. With _On Error_ set to _Continue_, they return the agent's call as a success, so this
 * item reports the error.
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
 * The whole error in one message, since an agent reads nothing else. It needs to know what to
 * change, whether anything was sent, and who mustn't get it again.
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
