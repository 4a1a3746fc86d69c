import type { IDataObject } from 'n8n-workflow';
import { requestAdvice } from '../../nodes/CrmMessaging/catalogue/requests';
import type { FaultAction } from '../../playground/service/mock-service';
import type { EngineRun } from './harness';
import { guests, phoneOf, recipients, smsForm, smsToGuests } from './message-forms';
import { linksOf, NodeRunner, type RunOptions } from './node-runner';
import { lookFor } from './what-became';

const busy: FaultAction = { respond: { status: 429 } };
const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const phones = (...numbers: number[]): string[] => numbers.map(phoneOf);

describe('nothing is sent twice', () => {
	const sms = new NodeRunner({
		...smsToGuests,
		options: { parallelRequests: 1, batchSize: 2, maxTries: 1 },
	});
	/** The phone numbers that arrived and were accepted, in order. */
	const accepted = (): string[] =>
		sms.service.state.smsDeliveries.map(({ phone_number }) => phone_number);

	it('answers accepted requests from memory when n8n runs the node again', async () => {
		sms.service.faults.add({ after: 1, action: busy });
		const run = await sms.run({}, { items: guests(6), ...retried });
		expect([run.status, run.tries]).toEqual(['success', 2]);
		expect(accepted()).toEqual(phones(1, 2, 3, 4, 5, 6));
		expect(run.output).toEqual(
			sms.service.state.smsDeliveries.map(({ phone_number, delivery_id }, item) => ({
				json: { phone_number, text: 'Your room is ready', valid: true, delivery_id },
				pairedItem: { item },
			})),
		);
		// A run that came to its end is forgotten.
		expect(JSON.stringify(run.contextData)).not.toContain(phoneOf(1));
	});

	it.each<[FaultAction, number[]]>([
		['processThenReset', [3, 4]],
		// A gateway answers so, which may have passed the request on.
		[{ processThenRespond: { status: 503 } }, [3, 4]],
	])('doesn’t resend what may have been accepted: %j', async (action, inDoubt) => {
		sms.service.faults.add({ after: 1, action });
		const run = await sms.run({}, { items: guests(6), ...retried });
		expect([run.status, run.tries]).toEqual(['error', 3]);
		expect(run.error?.message).toMatch(/ \[items 2–3\]$/);
		expect(accepted()).toEqual(phones(1, 2, ...inDoubt, 5, 6));
		const ids = [0, 1, -2, -1].map((at) => sms.service.state.smsDeliveries.at(at)!.delivery_id);
		expect(run.error?.description).toContain(requestAdvice.mayBeAccepted);
		expect(run.error?.description).toContain(
			`Everything else was sent. Of 6 recipients, 4 were accepted and 2 may have been sent. Accepted: ${ids.join(', ')}. ${lookFor(...phones(3, 4))}`,
		);
	});
});

/** n8n puts an agent's call into one item, with another ID for every call. */
describe('an agent’s tool', () => {
	const sms = new NodeRunner();
	const to = (...guestNumbers: number[]): IDataObject =>
		recipients(...guestNumbers.map((guest) => ({ phoneNumber: phoneOf(guest) })));
	const form = smsForm({
		...to(1, 2),
		messageHolder: '={{ $json.text }}',
		options: { batchSize: 1, maxTries: 1 },
	});
	const texts = (): string[] => sms.service.state.smsDeliveries.map(({ text }) => text);
	let calls = 0;

	/** Calls the tool in the execution of an earlier call. */
	const ask = async (
		text: string,
		earlier?: EngineRun,
		onError?: RunOptions['onError'],
		more: IDataObject = {},
	): Promise<EngineRun> => {
		return await sms.run(
			{ ...form, ...more },
			{
				...sms.engine.tool(),
				onError,
				items: [{ text, toolCallId: `call-${++calls}` }],
				contextData: earlier?.contextData,
			},
		);
	};

	it('sends the rest when it is asked for the same after a fault and another call', async () => {
		sms.service.faults.add({ after: 1, action: busy });
		const failed = await ask('One');
		expect(failed.status).toBe('error');
		const other = await ask('Two', failed);
		expect(other.status).toBe('success');
		const again = await ask('One', other);
		expect(again.status).toBe('success');
		expect(linksOf(again.output)).toEqual([[0], [0]]);
		expect(texts()).toEqual(['One', 'Two', 'Two', 'One']);
	});

	it('reaches no one twice with the same text, and names them', async () => {
		const rejecting = { options: { batchSize: 1, maxTries: 1, failOnRejected: true } };
		const rejected = await ask('One', undefined, undefined, { ...to(1, 0), ...rejecting });
		expect(rejected.error?.message).toMatch(
			/rejected the delivery to \+34600000000\. .*Accepted, and not sent again when you repeat the call: \+34600000001\.$/,
		);
		const corrected = await ask('One', rejected, undefined, to(2, 1));
		expect(corrected.output.map(({ json }) => [json.phone_number, json.skipped])).toEqual([
			[phoneOf(1), 'acceptedBefore'],
			[phoneOf(2), undefined],
		]);
		const other = await ask('Two', corrected, undefined, to(1));
		expect(other.status).toBe('success');
		// The rejected one has arrived as well.
		expect(texts()).toEqual(['One', 'One', 'One', 'Two']);
	});

	it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'doesn’t resend what may have been accepted, on error: %s',
		async (onError) => {
			sms.service.faults.add({ action: 'processThenReset' });
			const failed = await ask('One', undefined, onError);
			const again = await ask('One', failed, onError);
			const [item] = [...again.output, ...again.errorOutput];
			expect(item ? item.json.error : again.error?.message).toMatch(
				/1 was accepted and 1 may have been sent/,
			);
			expect(texts()).toEqual(['One', 'One']);
		},
	);
});
