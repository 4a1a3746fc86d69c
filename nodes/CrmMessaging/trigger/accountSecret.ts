import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../callback/boundedMap';
import { readAccount } from '../transport/credential';
import { credentialName } from '../transport/exchange';

/** How long calls use a secret that was read for one of them, in milliseconds. */
export const sharedForMs = 5000;

/** Of how many triggers this process keeps it. */
const sharedTriggers = 200;

interface Reading {
	secret: Promise<string>;
	begun: number;
}

const readings = new BoundedMap<string, Reading>(sharedTriggers);

/**
 * The secret that keys and signatures of callbacks are made with.
 *
 * Calls that come together share one reading: each makes n8n build a V8 isolate, since a credential
 * may hold expressions, which takes longer than all else that the trigger does. A test in the editor
 * reads anew, as people change the credential meanwhile.
 *
 * @throws what is wrong with the credential
 */
export async function accountSecretOf(context: IWebhookFunctions): Promise<string> {
	if (context.getMode() === 'manual') return await read(context);
	const { id, credentials } = context.getNode();
	const trigger = `${context.getWorkflow().id}/${id}/${credentials?.[credentialName]?.id}`;
	const known = readings.get(trigger);
	if (known && isFresh(known)) return await known.secret;
	const secret = read(context);
	readings.set(trigger, { secret, begun: Date.now() });
	// What failed is not kept: the next call reads anew.
	secret.catch(() => readings.delete(trigger));
	return await secret;
}

async function read(context: IWebhookFunctions): Promise<string> {
	return readAccount(await context.getCredentials(credentialName)).secrets.account;
}

/** Also where the clock was put back meanwhile. */
function isFresh({ begun }: Reading): boolean {
	return Math.abs(Date.now() - begun) < sharedForMs;
}
