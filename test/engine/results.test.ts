import type { IDataObject } from 'n8n-workflow';
import { automatic, contactForm } from './import-forms';
import { guests, jsonDeliveries, phoneOf, pushForm, smsForm, smsToGuests } from './message-forms';
import { errorsIn, NodeRunner } from './node-runner';

describe('a result', () => {
	const node = new NodeRunner();
	const items = guests(2);
	const failing = { options: { failOnRejected: true } };
	const answer = (deliveries: unknown, more: object = {}): void => {
		const body = { deliveries, ...more };
		node.service.faults.add({ action: { respond: { status: 200, body } } });
	};
	const [first, second] = [phoneOf(1), phoneOf(2)];
	it('keeps the recipient that was sent, and shows its other keys as the reason', async () => {
		answer([{ valid: false, phone_number: Number(first.slice(1)), why: 'blocked' }]);
		const one = { items: items.slice(0, 1) };
		const run = await node.run(smsForm({ phoneNumber: first }), one);
		expect(run.output[0]!.json).toMatchObject({ phone_number: first, why: 'blocked' });
		answer([{ valid: false, why: 'blocked' }]);
		const { error } = await node.run(smsForm({ phoneNumber: first, ...failing }), one);
		expect(error?.message).toContain(`${first}: {"why":"blocked"}`);
		answer([{ valid: false }]);
		const more = { ...one, onError: 'continueErrorOutput' } as const;
		const failed = await node.run(smsForm({ phoneNumber: first, ...failing }), more);
		const rejected = { outcome: 'rejected', recipients: [first] };
		expect(errorsIn(failed.errorOutput)).toMatchObject([rejected]);
	});

	it('comes out once as it is if it can’t be read, with the error', async () => {
		const unread = { valid: 'maybe', delivery_id: 'd-1' };
		answer([unread, { valid: true, delivery_id: 'd-2' }]);
		const run = await node.run(smsToGuests, { items, onError: 'continueErrorOutput' });
		expect(run.output).toMatchObject([
			{ json: { phone_number: second, valid: true }, pairedItem: { item: 1 } },
		]);
		expect(errorsIn(run.errorOutput)).toMatchObject([
			{
				code: 'unclearAnswer',
				message:
					'The service’s answer is unclear: it doesn’t show what happened to 1 of 2 messages ([{"valid":"maybe","delivery_id":"d-1"}]) [item 0]',
				outcome: 'unknown',
				answer: [unread],
			},
		]);
	});

	const accepted = [1, 2].map((at) => ({ valid: true, delivery_id: `d-${at}` }));
	it.each<[what: string, form: IDataObject, body: IDataObject]>([
		['reports a failure', smsToGuests, { deliveries: accepted, success: false }],
		['counts other contacts', contactForm(automatic), { _id: 'j-1', number_of_contacts: 1 }],
	])('comes out once with its whole answer if that %s', async (_, form, body) => {
		node.service.faults.add({ action: { respond: { status: 200, body } } });
		const run = await node.run(form, { items, onError: 'continueErrorOutput' });
		expect(errorsIn(run.errorOutput).map((error) => error.answer)).toEqual([[body], undefined]);
	});

	it('of a push is its device’s, whatever the order, and else by order', async () => {
		const push = (targets: IDataObject[], more: IDataObject = {}) =>
			node.run(pushForm({ ...jsonDeliveries(targets), ...more }));
		const users = [{ user_id: 'x' }, { user_id: 'y' }];
		const [a, b] = ['a', 'b'].map((id) => ({ valid: true, delivery_id: id, device_id: id }));
		answer([[b, a]]);
		const devices = await push([{ device_id: 'a' }, { device_id: 'b' }]);
		expect(devices.output.map(({ json }) => json.device_id)).toEqual(['a', 'b']);
		const bothDevices = { options: { sendAllDevices: true } };
		answer([[a, { ...b, valid: false }], [{ ...b, delivery_id: 'c' }]]);
		const all = await push(users, bothDevices);
		expect(all.output.map(({ json }) => json.user_id)).toEqual(['x', 'x', 'y']);
		answer([[a, b]]);
		const unclear = await push(users, bothDevices);
		expect(unclear.error).toMatchObject({ code: 'unclearAnswer' });
	});
});
