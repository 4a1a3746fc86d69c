/**
 * The message of an error that ends the execution as canceled.
 *
 * Beyond the public types: n8n-core takes an error whose message holds the word “canceled” for a
 * cancellation; no other message of ours may hold it. Where a version does not, the execution ends
 * as failed with this message.
 */
export const canceledMessage = 'The execution was canceled';
