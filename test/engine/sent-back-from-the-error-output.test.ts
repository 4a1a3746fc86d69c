import type { IDataObject } from 'n8n-workflow';
import type { FaultAction } from '../../playground/service/mock-service';
import type { EngineRun } from './harness';
import { guests, jsonDeliveries, phoneOf, smsToGuests } from './message-forms';
import { errorsIn, linksOf, NodeRunner } from './node-runner';

const refused: FaultAction = { respond: { status: 400, body: { error: 'not now' } } };
const onError = 'continueErrorOutput';

describe('an item from the node’s own error output', () => {
	const options = { batchSize: 1, parallelRequests: 1 };
	const sms = new NodeRunner({ ...smsToGuests, options });
	const itemsOf = ({ errorOutput }: EngineRun) => errorOutput.map(({ json }) => json);

	it('isn’t sent again if it may have been sent, and leaves with its outcome', async () => {
		sms.service.faults.add({ action: { processThenRespond: { status: 500 } } });
		sms.service.faults.add({ action: refused });
		const first = await sms.run({}, { items: guests(3), onError });
		expect(errorsIn(first.errorOutput)).toMatchObject([
			{ outcome: 'unknown' },
			{ outcome: 'notSent' },
		]);
		const second = await sms.run({}, { items: itemsOf(first), onError });
		expect(errorsIn(second.errorOutput)).toMatchObject([
			{ code: 'triedBefore', outcome: 'unknown' },
		]);
		expect(linksOf(second.output)).toEqual([[1]]);
		const third = await sms.run({}, { items: itemsOf(second), onError });
		expect(errorsIn(third.errorOutput)).toMatchObject([{ outcome: 'unknown' }]);
		expect(sms.service.state.smsDeliveries).toHaveLength(3);
		const resend = { options: { ...options, unconfirmedRequests: 'resend' } };
		await sms.run(resend, { items: itemsOf(third), onError });
		expect(sms.service.state.smsDeliveries).toHaveLength(4);
	});

	it('isn’t sent again if any of its messages was', async () => {
		const [one, two, three] = [1, 2, 3].map(phoneOf);
		const items = [{ list: [one, two] }, { list: [three] }];
		const list = jsonDeliveries('={{ $json.list.map((phone_number) => ({ phone_number })) }}');
		sms.service.faults.add({ after: 1, action: refused });
		const first = await sms.run(list, { items, onError });
		const outcomes = { accepted: [{ recipient: one }] };
		const [error, ...others] = errorsIn(first.errorOutput);
		expect(error).toMatchObject({ outcome: 'accepted', recipients: [two], outcomes });
		expect(error!.description).toContain('Of 2 messages, 1 was accepted and 1 wasn’t sent.');
		expect(others).toEqual([]);
		const second = await sms.run(list, { items: itemsOf(first), onError });
		expect(errorsIn(second.errorOutput)).toMatchObject([{ code: 'triedBefore' }]);
		expect(sms.phones).toEqual([one, three]);
		sms.service.faults.add({ after: 1, action: { processThenRespond: { status: 500 } } });
		const third = await sms.run(list, { items, onError });
		expect(errorsIn(third.errorOutput)).toMatchObject([{ outcome: 'unknown', outcomes }]);
	});

	it('isn’t sent again if an earlier try sent it, whatever is wrong with it now', async () => {
		sms.service.faults.add({ after: 1, action: { processThenRespond: { status: 500 } } });
		const failed = await sms.run({}, { items: guests(3) });
		Object.assign(failed.workflow.nodes[1]!, { onError });
		const again = await sms.retry(failed, { phoneNumber: '={{ $json.phone.slice(0, 4) }}' });
		expect(errorsIn(again.errorOutput)).toMatchObject([
			{ code: 'notAPhone', outcome: 'accepted' },
			{ code: 'serviceFailed', outcome: 'unknown' },
			{ code: 'notAPhone', outcome: 'notSent' },
		]);
	});

	it('may have been sent, even if its resend has no recipient', async () => {
		sms.service.faults.add({ action: { processThenRespond: { status: 500 } } });
		const failed = await sms.run({}, { items: guests(1) });
		const resend = { ...options, unconfirmedRequests: 'resend' };
		const edit = { phoneNumber: '={{ $json.phone.slice(0, 4) }}', options: resend };
		const stopped = await sms.retry(failed, edit);
		expect(stopped.error?.description).toContain('In an earlier try, 1 may have been sent.');
		Object.assign(failed.workflow.nodes[1]!, { onError });
		const again = await sms.retry(failed, edit);
		expect(errorsIn(again.errorOutput)).toMatchObject([{ outcome: 'unknown' }]);
	});

	const own = 'Node under test';
	it.each<[what: string, error: IDataObject, isHeld: boolean]>([
		['accepted', { node: own, outcome: 'accepted' }, true],
		['rejected', { node: own, outcome: 'rejected' }, true],
		['unknown, but of another node', { node: 'Another node', outcome: 'unknown' }, false],
		['one of another package', { message: 'Not one of this package' }, false],
	])(
		'is held only if its error is the node’s own, and more than “not sent”: %s',
		async (...one) => {
			const [, error, isHeld] = one;
			const items = [{ ...guests(1)[0], error }];
			const run = await sms.run({}, { items, onError });
			expect(sms.sent).toHaveLength(isHeld ? 0 : 1);
			if (!isHeld) return;
			const { outcome } = error;
			expect(errorsIn(run.errorOutput)).toMatchObject([{ code: 'triedBefore', outcome }]);
			const stopped = await sms.run({}, { items });
			expect(stopped.error?.description).toMatch(/This run sent nothing\.$/);
		},
	);
});
