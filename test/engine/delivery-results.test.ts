import { messageHint, rejectedDelivery } from '../../nodes/CrmMessaging/catalogue/messages';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import { hintsOf, phoneOf, smsToGuests } from './message-forms';
import { NodeRunner } from './node-runner';
import { hintText, lookFor } from './sentences';

/** The mock service rejects guest 0, who is second, so that the index isn't 0. */
const phones = [phoneOf(1), phoneOf(0), phoneOf(2)];
const items = phones.map((phone) => ({ phone }));
const failing = { options: { failOnRejected: true } };

const linkedByOrder = hintText(messageHint.linkedByOrder());

describe('a delivery result', () => {
	const sms = new NodeRunner(smsToGuests);
	const idOf = (item: number) => sms.service.state.smsDeliveries[item]!.delivery_id;
	/** The output of an item's delivery. */
	const resultOf = (item: number, valid = true) => ({
		json: {
			phone_number: phones[item],
			text: 'Your room is ready',
			valid,
			delivery_id: idOf(item),
		},
		pairedItem: { item },
	});
	const answer = (deliveries: unknown[]): void => {
		sms.service.faults.add({ action: { respond: { status: 200, body: { deliveries } } } });
	};

	it('stays in the output, with a hint, if it’s rejected', async () => {
		const run = await sms.run({}, { items });
		expect(run.output).toEqual([resultOf(0), resultOf(1, false), resultOf(2)]);
		const recipients = `1 of 3 recipients: ${phoneOf(0)} (item 1)`;
		expect(hintsOf(run)).toEqual([
			linkedByOrder,
			hintText(runHint.rejectedEntries(recipients)),
		]);
	});

	it.each([{ status: 'failed' }, { valid: false, message: 'Your room is ready' }])(
		'is read as rejected without a reason: %j',
		async (result) => {
			answer([result]);
			const run = await sms.run(failing, { items: items.slice(0, 1) });
			expect(run.error?.message).toBe(`${rejectedDelivery.to(phones[0]!)} [item 0]`);
		},
	);

	const answerUnclear = (): void => {
		const results = [{ valid: true }, { valid: null }, { valid: 'no' }];
		answer(results.map((result, at) => ({ ...result, delivery_id: `d${at}` })));
	};

	it('counts as unknown if it’s unclear, also in a retry', async () => {
		answerUnclear();
		const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const run = await sms.run(failing, { items, ...retrying });
		expect(sms.bodies).toHaveLength(1);
		expect(run.tries).toBe(2);
		expect(run.error).toMatchObject({
			message: `${rejectedDelivery.to(phones[2]!)} [item 2]`,
			context: {
				data: {
					accepted: [{ recipient: phones[0] }],
					unknown: [{ recipient: phones[1] }],
					rejected: [{ recipient: phones[2] }],
				},
			},
		});
	});

	it('stops the run if it’s rejected and can’t be linked to a recipient', async () => {
		answer([{ valid: false, delivery_id: 'd0' }]);
		const run = await sms.run(failing, { items });
		expect(run.error).toMatchObject({
			message: `${rejectedDelivery.unnamed(' (d0)')} [items 0–2]`,
			description: `All 3 recipients may have been sent. ${lookFor(...phones)}`,
		});
	});

	it('is linked to the recipients without a result if it names no recipient', async () => {
		answer([{ valid: true, phone_number: phones[0] }, { valid: true }]);
		const run = await sms.run({}, { items });
		expect(hintsOf(run)).toEqual([
			hintText(messageHint.resultsShared('1 result', '2 recipients')),
		]);
	});

	it.each<[how: string, named: boolean, again: string[]]>([
		['named', true, [phones[1]!]],
		['linked by order', false, []],
	])(
		'is resent by a retry if it’s rejected and the service named its recipient: %s',
		async (_, named, again) => {
			answer(
				phones.map((phone_number, at) => ({
					...(named && { phone_number }),
					valid: at !== 1,
				})),
			);
			await sms.retry(await sms.run(failing, { items }));
			const sent = sms.service.state.smsDeliveries.map(({ phone_number }) => phone_number);
			expect(sent).toEqual(again);
		},
	);
});
