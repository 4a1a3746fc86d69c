import type { IDataObject } from 'n8n-workflow';
import { rejectedDelivery } from '../../nodes/CrmMessaging/catalogue/messages';
import {
	refusedRequest,
	requestAdvice,
	brokenRequest,
	noAnswerBecause,
} from '../../nodes/CrmMessaging/catalogue/requests';
import { entryFailure } from '../../nodes/CrmMessaging/catalogue/runs';
import { wrongValue, phoneProblem } from '../../nodes/CrmMessaging/catalogue/values';
import { automatic, purchaseForm } from './import-forms';
import { inField, refusalOf, withNetworkCode } from './sentences';
import type { FaultAction } from '../../playground/service/mock-service';
import { guests, hintsOf, phoneOf, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { failedItem, lookFor } from './what-became';

const refused: FaultAction = { respond: { status: 400, body: { error: 'no' } } };
const refusal = refusalOf(refusedRequest.invalidRequest(), 400, 'no');
const failing = { options: { failOnRejected: true } };
const one = { options: { ...failing.options, parallelRequests: 1, batchSize: 1 } };

describe('the outcome of deliveries', () => {
	const sms = new NodeRunner(smsToGuests);
	const idOf = (at: number) => sms.service.state.smsDeliveries[at]!.delivery_id;
	const fault = (after: number, action: FaultAction) => sms.service.faults.add({ after, action });

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'is next to the fields of the guest: %s',
		async (onError) => {
			const phones = [phoneOf(1), 'x', phoneOf(0), phoneOf(3), phoneOf(4)];
			const items = phones.map((phone, at) => ({ name: `Guest ${at}`, phone, error: 'own' }));
			fault(2, 'processThenReset');
			fault(3, refused);
			const run = await sms.run(one, { items, onError });
			const lost = brokenRequest.noAnswer(
				noAnswerBecause.broken(new URL(sms.service.url).host),
			);
			const notAPhone = wrongValue.phoneNeedsCode('“x”', phoneProblem.format, '+34600123456');
			const said = entryFailure.rejected(rejectedDelivery.to(phones[2]!), '');
			const failed = [
				failedItem(1, items[1]!, inField('To', notAPhone)),
				failedItem(2, items[2]!, said, { outcome: 'rejected', recipients: [phones[2]] }),
				failedItem(3, items[3]!, withNetworkCode(lost, 'ECONNRESET'), {
					description: requestAdvice.mayBeAccepted,
					networkCode: 'ECONNRESET',
					outcome: 'unknown',
					recipients: [phones[3]],
				}),
				failedItem(4, items[4]!, refusal, { httpCode: 400, recipients: [phones[4]] }),
			];
			const [good, ...rest] = [...run.output, ...run.errorOutput];
			expect(good!.json).toMatchObject({ phone_number: phones[0], delivery_id: idOf(0) });
			expect(rest).toEqual(failed);
			expect(run.errorOutput).toHaveLength(onError === 'continueErrorOutput' ? 4 : 0);
			expect(hintsOf(run)).toEqual([
				'Of 4 recipients, 1 was accepted, 1 was rejected by the service, 1 may have been sent, and 1 wasn’t sent.',
			]);
		},
	);

	it('is listed in full of 1,000 that may have been accepted', async () => {
		const items = guests(1000);
		fault(0, 'processThenReset');
		const { error } = await sms.run({}, { items });
		expect(error?.message).toMatch(/ \[items 0–999\]$/);
		const first = [
			...items.slice(0, 9).map(({ phone }) => phone as string),
			`${phoneOf(10)} and 990 more`,
		];
		expect(error?.description).toBe(
			`${requestAdvice.mayBeAccepted} All 1,000 recipients may have been sent. ${lookFor(...first)}`,
		);
		expect(error?.context?.data).toEqual({
			called: 'recipients',
			accepted: [],
			rejected: [],
			notSent: [],
			unknown: items.map(({ phone }, at) => ({ items: [at], recipient: phone })),
		});
	});
});

describe('the outcome of purchases', () => {
	const code = { transactionCode: '={{ $json.code }}', otherKeys: 'leaveOut' };
	const purchase = new NodeRunner(purchaseForm({ ...automatic, ...code }));

	it('is listed also if they were recorded without a contact', async () => {
		const items: IDataObject[] = ['R-1', 'R-2', 'R-3'].map((code) => ({ code }));
		purchase.service.faults.add({ after: 2, action: refused });
		const off = await purchase.run({}, { items });
		const ids = purchase.service.state.bulkJobs.map(({ _id }) => _id);
		const counts = 'Of 3 purchases, 2 were accepted and 1 wasn’t sent.';
		expect(off.error).toMatchObject({
			message: `${refusal.text} [item 2]`,
			description: `${refusal.advice} ${counts} Accepted: ${ids.join(', ')}.`,
			context: { data: { accepted: [{ recipient: 'R-1' }, { recipient: 'R-2' }] } },
		});
		purchase.service.faults.add({ after: 0, action: refused });
		const on = await purchase.run({}, { items, onError: 'continueErrorOutput' });
		expect(linksOf(on.output)).toEqual([[1], [2]]);
		expect(hintsOf(on)).toContain(counts);
	});
});
