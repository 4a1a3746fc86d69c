/** The word by which n8n knows a cancellation. */
const word = 'canceled';

/**
 * The message of an error that ends the execution as canceled.
 *
 * Beyond the public types: n8n-core takes an error whose message holds the word for a cancellation,
 * and its editor then offers no retry. Where a version does not, the execution ends as failed with
 * this message.
 */
export const canceledMessage = `The execution was ${word}`;

/** Whether n8n would end the execution as canceled because of a message. */
export function readsAsCancellation(message: string): boolean {
	return message.includes(word);
}

/**
 * The part of a message before the word, for an error that is none of a cancellation; the whole of
 * it has to be told elsewhere.
 */
export function beforeCancellationWord(message: string): string {
	const [before = ''] = message.split(word);
	return `${before.replace(/[\s,:;“"'(]{1,20}$/, '')} …`;
}
