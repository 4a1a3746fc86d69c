import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { N8nClient, StoredWorkflow } from '../n8n/client';
import { root } from '../n8n/machine';
import { type CredentialReference, readWorkflow, type WorkflowFile } from '../n8n/workflow-file';
import type { MockService } from '../service/mock-service';

/** The account of the playground's n8n; it listens on this machine only. */
export const demoOwner = { email: 'demo@example.com', password: 'Playground1' };

/** The example the mock service's buttons set off. */
export const bookingExample = 'booking-to-contact-purchase-sms.json';

const examplesFolder = join(root, 'examples');

/** An example of the checkout, as it would be imported by hand. */
export function readExample(file: string): WorkflowFile {
	return readWorkflow(join(examplesFolder, file));
}

/** Names of the files of all examples. */
export function exampleFiles(): string[] {
	return readdirSync(examplesFolder).filter((file) => file.endsWith('.json'));
}

/** The example with the address of the mock service in place of its usual one. */
export function atService(example: WorkflowFile, { url }: Pick<MockService, 'url'>): WorkflowFile {
	const text = JSON.stringify(example).replaceAll('http://localhost:5680', url);
	return JSON.parse(text) as WorkflowFile;
}

/** The values that a user would type into the credential's form. */
export function secretsOf({ url, account }: MockService) {
	const { id, accountSecret, masterSecret } = account;
	return { baseUrl: url, accountId: id, accountSecret, masterSecret };
}

/** The contents of n8n after it was filled. */
export interface FilledN8n {
	client: N8nClient;
	credential: CredentialReference;
	booking: StoredWorkflow;
}

/**
 * Adds the credentials of the mock service and its model, and the examples to an n8n whose owner has logged in.
 * Existing ones are left as its user made it, the credential excepted: the mock service may have moved to another
 * port.
 */
export async function fill(client: N8nClient, service: MockService): Promise<FilledN8n> {
	const credential = await client.saveCredential(
		'CRM Messaging mock service',
		secretsOf(service),
	);
	const model = { apiKey: 'none', url: `${service.url}/model/v1` };
	const openAiApi = await client.saveCredential('Scripted model', model, 'openAiApi');
	const known = await client.workflows();
	const stored = new Map<string, StoredWorkflow>();
	for (const file of exampleFiles()) {
		const example = atService(readExample(file), service);
		for (const node of example.nodes) {
			if (node.type.endsWith('.lmChatOpenAi')) node.credentials = { openAiApi };
		}
		const workflow =
			known.find(({ name }) => name === example.name) ??
			(await client.importWorkflow(example, credential));
		stored.set(file, workflow);
	}
	const booking = stored.get(bookingExample)!;
	if (!booking.active) await client.activate(booking);
	return { client, credential, booking };
}
