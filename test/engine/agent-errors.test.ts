import type { IDataObject } from 'n8n-workflow';
import { closing } from '../../nodes/CrmMessaging/catalogue/runs';
import { everyEndpoint, guests } from './every-operation/endpoint-cases';
import { smsForm } from './message-forms';
import { NodeRunner, type RunOptions } from './node-runner';

/** An agent gets only the message; `test/server/agent.test.ts` runs n8n's own agent. */
describe('an error for an agent', () => {
	const node = new NodeRunner();
	const hotel = everyEndpoint.find(({ operation }) => operation.resource.name === 'hotel')!;

	/** Runs the node as n8n runs it for an agent, in a version that marks an agent's call. */
	const run = async (
		credential: IDataObject,
		parameters: IDataObject,
		onError?: RunOptions['onError'],
	) => {
		const form = { ...parameters, options: { maxTries: 1 } };
		const items = guests.slice(0, 1);
		return await node.run(form, { ...node.engine.tool(), items, credential, onError });
	};
	const ask = async (
		credential: IDataObject = node.credential,
		parameters: IDataObject = hotel.form,
	) => (await run(credential, parameters)).error!.message;

	it('doesn’t claim that nothing was sent if the service may have received it', async () => {
		node.service.faults.add({ action: 'processThenReset' });
		const message = await ask();
		expect(message).toContain(closing.mayBeSent);
		expect(message).not.toContain('Nothing was sent');
	});

	it.each<[wrong: string, form: IDataObject, accountSecret?: string]>([
		['item', smsForm({ phoneNumber: 'Ana' })],
		['secret', hotel.form, 'wrong'],
		['credential', hotel.form, ''],
	])('is the only output item if the node continues: a wrong %s', async (...one) => {
		const [, form, accountSecret = node.credential.accountSecret] = one;
		const credential = { ...node.credential, accountSecret };
		const { output, error } = await run(credential, form, 'continueRegularOutput');
		expect(error).toBeUndefined();
		const message = await ask(credential, form);
		expect(output).toEqual([{ json: { error: message }, pairedItem: { item: 0 } }]);
		expect(message).toMatch(/Nothing was sent\.$/);
	});
});
