import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { LiveTrigger, TriggerOptions } from './harness';
import { EngineOfFile, account, credentialFor } from './node-runner';

/** The id in the URL of every trigger here. */
export const webhookId = 'd1a2b3c4-0000-4000-8000-000000000001';

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

/** The options of a trigger, next to its parameters. */
interface OpenOptions extends Omit<TriggerOptions, 'node'> {
	node?: Partial<TriggerOptions['node']>;
	/** The account secret of the credential. */
	accountSecret?: string;
}

/** Triggers in their own engine: create it where tests are declared. */
export class TriggerRunner extends EngineOfFile {
	/** A trigger with these parameters and, by default, the account's credential. */
	async open(
		parameters: IDataObject = {},
		{ node, accountSecret = account.accountSecret, ...more }: OpenOptions = {},
	): Promise<LiveTrigger> {
		return await this.engine.trigger({
			node: { webhookId, ...node, parameters },
			credential: { ...credentialFor('https://service.example.com'), accountSecret },
			...more,
		});
	}
}
