import type { IDataObject } from 'n8n-workflow';
import { requestAdvice } from '../../nodes/CrmMessaging/catalogue/requests';
import { everyEndpoint, guests } from './every-operation/endpoint-cases';
import { smsForm } from './message-forms';
import { NodeRunner, type RunOptions } from './node-runner';

/** An agent is told the message alone; `test/server/agent.test.ts` lets n8n's own agent hear it. */
describe('an error for an agent', () => {
	const node = new NodeRunner();
	const hotel = everyEndpoint.find(({ operation }) => operation.resource.name === 'hotel')!;

	/** Runs the node as n8n runs it for an agent, in a version that names it so. */
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

	it('never says so if the service may have received it', async () => {
		node.service.faults.add({ action: 'processThenReset' });
		const told = await ask();
		expect(told).toContain(requestAdvice.mayBeAccepted);
		expect(told).not.toContain('Nothing was sent');
	});

	it.each([
		['=Dear {{ $json.nme }}', /^Message reads .* Did you mean \{\{ \$json\.name \}\}\?/],
		// The agent's call has a field of that name.
		['Dear %{name}', /^Message: %\{name\} has no value\. Add “name” to Placeholder Values\. /],
	])('explains a text that no one can have meant: %s', async (messageHolder, says) => {
		const told = await ask(node.credential, smsForm({ messageHolder }));
		expect(told).toMatch(says);
		expect(told).toMatch(/Nothing was sent\.$/);
		expect(node.sent).toEqual([]);
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
		const told = await ask(credential, form);
		expect(output).toEqual([{ json: { error: told }, pairedItem: { item: 0 } }]);
		expect(told).toMatch(/Nothing was sent\.$/);
	});
});
