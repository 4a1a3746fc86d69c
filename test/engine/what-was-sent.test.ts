import type { IDataObject } from 'n8n-workflow';
import type { FaultAction } from '../../playground/service/mock-service';
import { skipPauses } from './harness';
import { automatic, contactForm, mapped, purchaseForm } from './import-forms';
import { guests, phoneOf, smsForm, smsToGuests } from './message-forms';
import { errorsIn, hintsOf, NodeRunner, type RunOptions } from './node-runner';

const answer = (status: number, headers = {}): FaultAction => ({
	respond: { status, body: { error: 'no' }, headers },
});

describe('an error describes what to do, then what was sent, once', () => {
	const node = new NodeRunner(smsToGuests);
	skipPauses();

	const nothing = ['This run sent nothing.', 'No messages were sent.'];
	const tried = nothing.map((text) => `It was tried 4 times. ${text}`);
	const look = (phones: string) =>
		`Check in the service: ${phones}. A retry doesn’t resend what may have been sent, unless the option “Unconfirmed Requests” is set to “Resend”.`;
	const phones = [1, 2, 3].map(phoneOf);
	const perhaps = [
		`It may have been sent. ${look(phones[0]!)}`,
		`3 messages may have been sent. ${look(phones.join(', '))}`,
	];
	/** What is said of one message, and of three. Each status and its advice is a rule of its own. */
	const faults: Array<[name: string, action: FaultAction, code: string, ends: string[]]> = [
		['a 400', answer(400), 'invalidRequest', nothing],
		['a 429', answer(429, { 'retry-after': '0' }), 'busy', tried],
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

	it('names who was rejected, next to another failure', async () => {
		const body = { deliveries: [{ valid: 'maybe' }, { valid: false }] };
		node.service.faults.add({ action: { respond: { status: 200, body } } });
		const { error } = await node.run({}, { items: guests(2) });
		expect(error?.description).toContain(
			`Of 2 messages, 1 was rejected by the service and 1 may have been sent. Rejected: ${phones[1]}. Check in the service: ${phones[0]}.`,
		);
	});

	it('of one item, next to a hint', async () => {
		node.service.faults.add({ action: 'processThenReset' });
		const run = await node.run({}, { items: guests(1), onError: 'continueErrorOutput' });
		expect(hintsOf(run)).toEqual(['1 message may have been sent. The error items show why.']);
	});

	it('of each item, while others continue', async () => {
		const deliveries = [{ valid: false }, { valid: false }];
		const rejected = { respond: { status: 200, body: { deliveries } } };
		const form = { options: { failOnRejected: true } };
		for (const [action, end] of [
			[answer(400), 'It wasn’t sent.'],
			[rejected, 'Check whether it’s right and still subscribed.'],
			['processThenReset', 'It may have been sent. Check in the service before resending.'],
		] as const) {
			node.service.faults.add({ action });
			const run = await node.run(form, { items: guests(2), onError: 'continueErrorOutput' });
			const errors = errorsIn(run.errorOutput);
			expect(errors).toHaveLength(2);
			for (const { description } of errors)
				expect(description).toMatch(new RegExp(`${end}$`));
		}
	});
});

/** An agent gets only the message; `test/server/agent.test.ts` runs n8n's own agent. */
describe('an error for an agent', () => {
	const node = new NodeRunner(smsForm());
	/** Runs the node as n8n runs it for an agent, in a version that marks an agent's call. */
	const ask = async (form: IDataObject = {}, options: RunOptions = {}) =>
		await node.run(form, {
			...node.engine.tool(),
			items: [{ toolCallId: 'call-1' }],
			...options,
		});

	it('doesn’t claim that nothing was sent if the service may have received it', async () => {
		node.service.faults.add({ action: 'processThenReset' });
		const { error } = await ask();
		expect(error?.message).toContain('It may have been sent.');
		expect(error?.message).not.toContain('sent nothing');
	});

	const argument = "={{ $fromAI('value', 'a value') }}";
	it.each<[what: string, form: IDataObject, words: string, value?: unknown]>([
		[
			'Map Automatically',
			contactForm(automatic),
			'Specify Contacts can’t be “Map Automatically” when an AI agent uses the node. It would save the agent’s own call as a contact. Choose “Map Each Field”, and let the agent fill in the fields.',
		],
		[
			'Wait for Result',
			contactForm({ ...automatic, processingResult: 'waitForResult' }),
			'Processing Result can’t be “Wait for Result” when an AI agent uses the node. Choose “Don’t Wait”, and give the agent Bulk Job: Get as well.',
		],
		[
			'a field of its own call',
			{ messageHolder: '%{toolCallId}' },
			'%{toolCallId} has no value',
		],
		[
			'no message',
			{ messageHolder: argument },
			'Message is required. Enter a value, or map a field that has one. This run sent nothing.',
		],
		[
			'no part of a text',
			{ messageHolder: `="Dear {{ ${argument.slice(4)}` },
			'Give a value for each argument.',
		],
		[
			'braces in a list',
			contactForm(mapped({ user_id: 'u', tags: argument })),
			'“{{ name }}”',
			['a', '{{ name }}'],
		],
		[
			'a time that has passed',
			{ schedule: 'at', startAt: argument },
			'has passed',
			new Date(Date.now() - 24 * 60 * 60_000).toISOString(),
		],
	])('says what to change: %s', async (_, form, words, ...[value]) => {
		const { error } = await ask(form, { items: [{ toolCallId: 'call-1', value }] as never });
		expect(error?.message).toContain(words);
		expect(node.sent).toEqual([]);
	});

	it.each<[what: string, form: IDataObject]>([
		['status', purchaseForm({ ...mapped({ user_id: 'u' }), status: argument })],
		['setting', { options: { multiple: argument } }],
	])('lets it leave out what is optional: a %s', async (_, form) => {
		expect((await ask(form)).error).toBeUndefined();
		expect(node.sent).toHaveLength(1);
	});

	it.each<[wrong: string, form: IDataObject, change?: IDataObject]>([
		['item', { phoneNumber: 'Ana' }],
		['secret', {}, { masterSecret: 'wrong-secret' }],
		['credential', {}, { accountSecret: '' }],
	])(
		'is the only output item if the node continues: a wrong %s',
		async (_, form, change = {}) => {
			const credential = { ...node.credential, ...change };
			const { error } = await ask(form, { credential });
			expect(error?.message).toMatch(/This run sent nothing\.$/);
			const continued = await ask(form, { credential, onError: 'continueRegularOutput' });
			expect(continued.error).toBeUndefined();
			const json = { error: error!.message };
			expect(continued.output).toEqual([{ json, pairedItem: { item: 0 } }]);
		},
	);
});
