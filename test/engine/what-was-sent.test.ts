import type { IDataObject } from 'n8n-workflow';
import type { FaultAction } from '../../playground/service/mock-service';
import { everyEndpoint } from './every-operation/cases';
import { processedJob } from './every-operation/processed-job';
import { skipPauses } from './harness';
import { guests, phoneOf, smsForm, smsToGuests } from './message-forms';
import { errorsIn, NodeRunner, type RunOptions } from './node-runner';

const answer = (status: number, headers = {}): FaultAction => ({
	respond: { status, body: { error: 'no' }, headers },
});

describe('an error describes what to do, then what was sent, once', () => {
	const node = new NodeRunner(smsToGuests);
	skipPauses();

	const nothing = ['Nothing was sent.', 'No messages were sent.'];
	const tried = nothing.map((text) => `It was tried 4 times. ${text}`);
	const look = (phones: string) =>
		`Check in the service: ${phones}. A retry doesn’t resend what may have been sent, unless the option “Unconfirmed Requests” is set to “Resend”.`;
	const phones = [1, 2, 3].map(phoneOf);
	const perhaps = [
		`It may have been sent. ${look(phones[0]!)}`,
		`All 3 messages may have been sent. ${look(phones.join(', '))}`,
	];
	/** What is said of one message, and of three. Each status and its advice is a rule of its own. */
	const faults: Array<[name: string, action: FaultAction, code: string, ends: string[]]> = [
		['a 400', answer(400), 'invalidRequest', nothing],
		['a 429', answer(429, { 'retry-after': '0' }), 'busy', tried],
		['a 500', answer(500), 'serviceFailed', perhaps],
		['no answer', 'processThenReset', 'noAnswer', perhaps],
	];
	it.each(faults)('after %s', async (_, action, code, ends) => {
		for (const [at, items] of [guests(1), guests(3)].entries()) {
			node.service.reset();
			node.service.faults.add({ times: Infinity, action });
			const { error } = await node.run({}, { items });
			expect(error).toMatchObject({ code });
			const { description = '' } = error!;
			const end = ends[at]!;
			expect(description!.slice(-end.length)).toBe(end);
			// The outcome is said once.
			expect(description!.slice(0, -end.length)).not.toMatch(/sent|tried/);
		}
	});

	it('of each item, while others continue', async () => {
		for (const [action, end] of [
			[answer(400), 'It wasn’t sent.'],
			['processThenReset', 'It may have been sent. Check in the service before resending.'],
		] as const) {
			node.service.faults.add({ action });
			const run = await node.run({}, { items: guests(2), onError: 'continueErrorOutput' });
			const errors = errorsIn(run.errorOutput);
			expect(errors).toHaveLength(2);
			for (const { description } of errors)
				expect(description).toMatch(new RegExp(`${end}$`));
		}
	});

	it('but not of an operation that only reads', async () => {
		node.service.state.bulkJobs.push({ ...processedJob('b-1'), status: 'failed' });
		const form = { resource: 'bulkJob', operation: 'waitUntilProcessed', bulkId: 'b-1' };
		const run = await node.run(form, { items: [{}] });
		expect(run.error?.description).not.toMatch(/sent/);
	});
});

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
		const items = [{ user_id: 'guest-1', name: 'Ana' }];
		return await node.run(parameters, { ...node.engine.tool(), items, credential, onError });
	};
	const ask = async (
		credential: IDataObject = node.credential,
		parameters: IDataObject = hotel.form,
	) => (await run(credential, parameters)).error!.message;

	it('doesn’t claim that nothing was sent if the service may have received it', async () => {
		node.service.faults.add({ action: 'processThenReset' });
		const message = await ask();
		expect(message).toContain('It may have been sent.');
		expect(message).not.toContain('Nothing was sent');
	});

	it.each<[wrong: string, form: IDataObject, accountSecret?: string]>([
		['item', smsForm({ phoneNumber: 'Ana' })],
		['secret', hotel.form, 'wrong-secret'],
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
