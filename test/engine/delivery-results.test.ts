import { runHint, entryFailure, heldBecause } from '../../nodes/CrmMessaging/catalogue/runs';
import { messageHint, rejectedDelivery } from '../../nodes/CrmMessaging/catalogue/messages';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { hintsOf, phoneOf, smsBody, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { failedItem, lookFor } from './what-became';

/** The stand-in rejects guest 0, who comes second, so that an index other than 0 is in play. */
const phones = [phoneOf(1), phoneOf(0), phoneOf(2)];
const items = phones.map((phone) => ({ phone }));
const failing = { options: { failOnRejected: true } };
const sentence = entryFailure.rejected(rejectedDelivery.to(phoneOf(0)), heldBecause.byOrder);
const rejected = { outcome: 'rejected', recipients: [phoneOf(0)] };

const linkedByOrder = hintOf(messageHint.linkedByOrder()).message;
const whom = (phone: string, item: number): string => `1 of 3 recipients: ${phone} (item ${item})`;

/** What the service says of single deliveries. */
describe('results of deliveries', () => {
	const sms = new NodeRunner(smsToGuests);
	const idOf = (item: number) => sms.service.state.smsDeliveries[item]!.delivery_id;
	/** What comes out of an item's delivery. */
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

	it('leaves a rejected delivery in the output', async () => {
		const run = await sms.run({}, { items });
		expect(sms.bodies).toEqual([smsBody(phones)]);
		expect(run.output).toEqual([resultOf(0), resultOf(1, false), resultOf(2)]);
		expect(hintsOf(run)).toEqual([
			linkedByOrder,
			hintOf(runHint.rejectedEntries(whom(phoneOf(0), 1))).message,
		]);
	});

	it('fails with the item of a rejected delivery where that is asked for, and says that the others are sent', async () => {
		const run = await sms.run(failing, { items });
		expect(sms.bodies).toEqual([smsBody(phones)]);
		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({
			name: 'NodeOperationError',
			message: `${sentence.text} [item 1]`,
			description: `${sentence.advice} Everything else was sent. Of 3 recipients, 2 were accepted and 1 was rejected by the service. Accepted: ${idOf(0)}, ${idOf(2)}.`,
			context: { itemIndex: 1, outcome: 'rejected' },
		});
	});

	it('gives it on the error output, linked to its item, and the others on the first', async () => {
		const run = await sms.run(failing, { items, onError: 'continueErrorOutput' });
		expect(run.output).toEqual([resultOf(0), resultOf(2)]);
		expect(run.errorOutput).toEqual([failedItem(1, items[1]!, sentence, rejected)]);
	});

	it('keeps the order of the items where errors go on with the rest', async () => {
		const run = await sms.run(failing, { items, onError: 'continueRegularOutput' });
		expect(run.output).toEqual([
			resultOf(0),
			failedItem(1, items[1]!, sentence, rejected),
			resultOf(2),
		]);
		expect(hintsOf(run)).toEqual([
			linkedByOrder,
			'Of 3 recipients, 2 were accepted and 1 was rejected by the service.',
		]);
	});

	it.each([
		[1, messageHint.resultsShared('1 result', '3 recipients')],
		[4, messageHint.resultsShared('4 results', '3 recipients')],
	])(
		'links %i results for 3 recipients to the whole request, and says so',
		async (count, sentence) => {
			const results = Array.from({ length: count }, (_, index) => ({
				valid: true,
				delivery_id: `d${index}`,
			}));
			answer(results);
			const run = await sms.run({}, { items });
			expect(run.output.map(({ json }) => json)).toEqual(results);
			expect(linksOf(run.output)).toEqual(results.map(() => [0, 1, 2]));
			expect(hintsOf(run)).toEqual([hintOf(sentence).message]);
		},
	);

	it.each<[result: object, status: 'rejected' | 'accepted' | 'unclear', reason?: string]>([
		...[false, 'false', 'False', 'no', 0, '0'].map((valid): [object, 'rejected'] => [
			{ valid },
			'rejected',
		]),
		[{ valid: false, reason: 'unknown number' }, 'rejected', 'unknown number'],
		[{ valid: false, errors: [{ detail: 'blocked' }] }, 'rejected', 'blocked'],
		[{ valid: false, message: 'Your room is ready' }, 'rejected'],
		[{ error: 'blocked' }, 'rejected', 'blocked'],
		[{ valid: true, error: { message: 'blocked' } }, 'rejected', 'blocked'],
		[{ error_code: 21 }, 'rejected'],
		[{ status: 'failed' }, 'rejected'],
		[{ success: false }, 'rejected'],
		...[true, 'true', 'yes', 1].map((valid): [object, 'accepted'] => [{ valid }, 'accepted']),
		[{ valid: true, error: null, errors: [] }, 'accepted'],
		[{ is: 'sent' }, 'unclear'],
		...[null, '', 'maybe', {}].map((valid): [object, 'unclear'] => [{ valid }, 'unclear']),
	])('reads %j as %s', async (result, status, ...[reason]) => {
		answer([{ delivery_id: 'd0', ...result }]);
		const one = { items: items.slice(0, 1) };
		const run = await sms.run(failing, one);
		expect(run.status).toBe(status === 'rejected' ? 'error' : 'success');
		if (status === 'rejected') {
			expect(run.error?.message).toBe(
				`${rejectedDelivery.to(phones[0]!)}${reason ? `: ${reason}` : ''} [item 0]`,
			);
			return;
		}
		const unclear = hintOf(runHint.unclear(`1 of 1 recipients: ${phones[0]} (item 0)`)).message;
		expect(run.hints).toMatchObject(
			status === 'unclear' ? [{ message: unclear, type: 'danger' }] : [],
		);
		expect(run.output[0]!.json).toMatchObject(result);
	});

	it('counts what is not shown to be accepted as unknown, also when it is told again', async () => {
		const results = [{ valid: true }, { valid: null }, { valid: 'no' }];
		answer(results.map((result, at) => ({ ...result, delivery_id: `d${at}` })));
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

	const lastIsRejected = [true, true, false].map((valid, at) => ({
		valid,
		delivery_id: `d${at}`,
	}));
	const international = (at: number) => phones[at]!.slice(1);

	it.each<[string, unknown[], rejected: number | undefined, byOrder: boolean]>([
		['flat', lastIsRejected, 2, true],
		['in a list for each', lastIsRejected.map((one) => [one]), 2, true],
		['in one list', [lastIsRejected], 2, true],
		[
			'in lists of other lengths',
			[lastIsRejected.slice(0, 2), lastIsRejected.slice(2), []],
			undefined,
			false,
		],
		...['to', 'phone', 'msisdn', 'recipient', 'phoneNumber', 'Mobile-Number'].map(
			(key): [string, unknown[], number, boolean] => [
				`reversed, with their phone under ${key}`,
				lastIsRejected.map((one, at) => ({ ...one, [key]: international(2 - at) })),
				0,
				false,
			],
		),
		[
			'reversed, with their phone in an object',
			lastIsRejected.map((one, at) => [{ ...one, recipient: { phone: phones[2 - at] } }]),
			0,
			false,
		],
		[
			'reversed, with national numbers',
			lastIsRejected.map((one, at) => ({ ...one, to: `0${phones[2 - at]!.slice(3)}` })),
			0,
			false,
		],
		[
			'with names that are no phone numbers',
			lastIsRejected.map((one) => ({ ...one, to: 'Room 12', number: 3, from: phones[0] })),
			2,
			true,
		],
		[
			'of which one names somebody else',
			lastIsRejected.map((one, at) => ({ ...one, to: at === 2 ? '+19998887777' : '' })),
			undefined,
			false,
		],
	])('belong to their phones %s', async (_, list, item, byOrder) => {
		answer(list);
		const run = await sms.run(failing, { items, onError: 'continueErrorOutput' });
		const links = item === undefined ? [[0], [1], [2]] : [[item]];
		expect(linksOf(run.errorOutput)).toEqual(links);
		expect(hintsOf(run).includes(linkedByOrder)).toBe(byOrder);
	});

	it('fails on a rejected delivery also where it cannot be told whose it is', async () => {
		answer([{ valid: false, delivery_id: 'd0' }]);
		const run = await sms.run(failing, { items });
		expect(run.error).toMatchObject({
			message: `${rejectedDelivery.unnamed(' (d0)')} [items 0–2]`,
			description: `All 3 recipients may have been sent. ${lookFor(...phones)}`,
		});
	});
});
