import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../callback/boundedMap';
import { readAccount, type ServiceAccount } from '../transport/credential';
import { credentialName } from '../transport/exchange';

/** How long calls use the secrets that were read for one of them, in milliseconds. */
export const sharedForMs = 5000;

/** Of how many triggers this process keeps them. */
const sharedTriggers = 200;

type Secrets = ServiceAccount['secrets'];

interface Reading {
	secrets: Promise<Secrets>;
	begun: number;
}

const readings = new BoundedMap<string, Reading>(sharedTriggers);

/**
 * The secrets of the node's credential: keys and signatures of callbacks are made with the account's.
 *
 * Calls that come together share one reading: each makes n8n build a V8 isolate, since a credential
 * may hold expressions, which takes longer than all else that the trigger does. A test in the editor
 * reads anew, as people change the credential meanwhile.
 *
 * @throws what is wrong with the credential
 */
export async function secretsOf(context: IWebhookFunctions): Promise<Secrets> {
	if (context.getMode() === 'manual') return await read(context);
	const { id, credentials } = context.getNode();
	const trigger = `${context.getWorkflow().id}/${id}/${credentials?.[credentialName]?.id}`;
	const known = readings.get(trigger);
	if (known && isFresh(known)) return await known.secrets;
	const secrets = read(context);
	readings.set(trigger, { secrets, begun: Date.now() });
	// What failed is not kept: the next call reads anew.
	secrets.catch(() => readings.delete(trigger));
	return await secrets;
}

async function read(context: IWebhookFunctions): Promise<Secrets> {
	return readAccount(await context.getCredentials(credentialName)).secrets;
}

/** Also where the clock was put back meanwhile. */
function isFresh({ begun }: Reading): boolean {
	return Math.abs(Date.now() - begun) < sharedForMs;
}
