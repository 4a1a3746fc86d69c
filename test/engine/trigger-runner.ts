import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { LiveTrigger, TriggerOptions } from './harness';
import { webhookId } from './harness/nodes';
import { EngineOfFile, account, credentialFor } from './node-runner';

/** The service's signature. */
export function hmac(text: string, secret = account.accountSecret): string {
	return createHmac('sha256', secret).update(text).digest('hex');
}

/** The key in a trigger's signed URL. */
export const key = hmac(`trigger:${webhookId}`);

/** The callback's data about a whole import. */
export const job = {
	account_id: 'aurora-hotels',
	timestamp: Math.floor(Date.now() / 1000),
	token: 'a'.repeat(50),
	contacts_valid_count: 1,
	contacts_failed_count: 0,
};

/** The header of a form body. */
export const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

/** The header of a body without a specific content type. */
export const asText = { 'content-type': 'text/plain' };

/** Triggers in their own engine: create it where tests are declared. */
export class TriggerRunner extends EngineOfFile {
	/** A trigger with these parameters and, by default, the account's credential. */
	async open(parameters: IDataObject = {}, options?: TriggerOptions): Promise<LiveTrigger> {
		const credential = credentialFor('https://service.example.com');
		return await this.engine.trigger(parameters, { credential, ...options });
	}
}
