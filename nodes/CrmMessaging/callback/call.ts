import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { readAccount } from '../service/credential';
import { formPairs } from './body';

/** n8n reads at most 1,000 fields of a form, so a form is read from the raw body. */
export function bodyOf(context: IWebhookFunctions): IDataObject {
	const { rawBody, headers } = context.getRequestObject() as Partial<Request>;
	const isForm = headers?.['content-type']?.includes('application/x-www-form-urlencoded');
	if (isForm && rawBody) return formPairs(rawBody.toString());
	// A call without a body has none.
	const body: IDataObject | undefined = context.getBodyData();
	return body ?? {};
}

interface Request {
	rawBody: Buffer;
	headers: Record<string, string | undefined>;
}

/** The secret that keys and signatures of callbacks are made with. */
export async function accountSecretOf(context: IWebhookFunctions): Promise<string> {
	return readAccount(await context.getCredentials('crmMessagingApi')).secrets.account;
}
