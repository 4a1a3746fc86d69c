import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { Problem } from '../fields/inputError';

/** The error of one or more input items. */
export interface ItemError {
	items: number[];
	error: NodeApiError | NodeOperationError;
}

/**
 * Makes the node's error of anything that went wrong with an item's values.
 *
 * @param item the input item's index, which the message names
 */
export function inputError(node: INode, cause: unknown, item: number): NodeOperationError {
	if (cause instanceof NodeOperationError) return cause;
	const message = `${sentenceOf(cause)} [item ${item}]`;
	const error = new NodeOperationError(node, message, {
		itemIndex: item,
		description: descriptionOf(cause),
	});
	// n8n puts a sentence of its own in place of a message that holds a well-known code.
	error.message = message;
	return error;
}

function sentenceOf(cause: unknown): string {
	if (cause instanceof Problem) return cause.sentence();
	const message = cause instanceof Error ? cause.message : String(cause);
	return message.replace(/ \[item \d+\]$/, '');
}

function descriptionOf(cause: unknown): string | undefined {
	const { description } = cause as { description?: unknown };
	return typeof description === 'string' ? description : undefined;
}

/** Whatever a request threw, as the node's error. */
export function requestError(node: INode, cause: unknown, item: number): ItemError['error'] {
	if (cause instanceof NodeApiError) return cause;
	return inputError(node, cause, item);
}

/** An error as plain data, as the execution keeps it. */
export interface KeptError {
	items: number[];
	message: string;
	description: string;
}

/** An error as the execution keeps it. */
export function keptError({ items, error }: ItemError): KeptError {
	return { items, message: error.message, description: error.description ?? '' };
}

/** The node's error of one that the execution kept. */
export function errorOfKept(node: INode, { items, message, description }: KeptError): ItemError {
	const error = inputError(node, new Error(message), items[0] ?? 0);
	error.description = description;
	return { items, error };
}

/** Adds a sentence to what an error advises. */
export function advise(error: ItemError['error'], sentence: string): void {
	error.description = error.description ? `${error.description} ${sentence}` : sentence;
}

/** An error as output items, one for each of its input items; n8n leads them to the error output. */
export function errorItems({ items, error }: ItemError): INodeExecutionData[] {
	return items.map((item) => ({
		json: {},
		error: errorFor(item, error),
		pairedItem: { item },
	}));
}

/** The error of a request as the error of one of its items. */
function errorFor(item: number, error: ItemError['error']): ItemError['error'] {
	if (error.context.itemIndex === item) return error;
	const own = Object.create(Object.getPrototypeOf(error) as object) as ItemError['error'];
	Object.defineProperties(own, Object.getOwnPropertyDescriptors(error));
	own.message = error.message.replace(/ \[item \d+\]$/, ` [item ${item}]`);
	own.context = { ...error.context, itemIndex: item };
	return own;
}
