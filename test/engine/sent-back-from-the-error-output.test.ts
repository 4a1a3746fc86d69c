import type { IDataObject } from 'n8n-workflow';
import type { FaultAction } from '../../playground/service/mock-service';
import type { EngineRun } from './harness';
import { guests, jsonDeliveries, smsToGuests } from './message-forms';
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

	it('comes out once, whatever failed of it', async () => {
		const list = jsonDeliveries(
			'={{ [1, 2].map((n) => ({ phone_number: "+3460000000" + n })) }}',
		);
		sms.service.faults.add({ times: 2, action: refused });
		const first = await sms.run(list, { items: [{}], onError });
		expect(errorsIn(first.errorOutput)).toMatchObject([
			{ outcome: 'notSent', recipients: ['+34600000001', '+34600000002'] },
		]);
		await sms.run(list, { items: itemsOf(first), onError });
		expect(sms.phones).toEqual(['+34600000001', '+34600000002']);
	});

	it('isn’t sent again if any of its messages was', async () => {
		const items = [{ list: [1, 2] }, { list: [3] }];
		const list = jsonDeliveries(
			'={{ $json.list.map((n) => ({ phone_number: "+3460000000" + n })) }}',
		);
		sms.service.faults.add({ after: 1, action: refused });
		const first = await sms.run(list, { items, onError });
		const [error] = errorsIn(first.errorOutput);
		expect(error).toMatchObject({
			outcome: 'accepted',
			description: expect.stringContaining(
				'Of 2 messages, 1 was accepted and 1 wasn’t sent.',
			) as string,
			recipients: ['+34600000002'],
			outcomes: { accepted: [{ recipient: '+34600000001' }] },
		});
		const second = await sms.run(list, { items: itemsOf(first), onError });
		expect(errorsIn(second.errorOutput)).toMatchObject([{ code: 'triedBefore' }]);
		expect(sms.phones).toEqual(['+34600000001', '+34600000003']);
		sms.service.faults.add({ after: 1, action: { processThenRespond: { status: 500 } } });
		const third = await sms.run(list, { items, onError });
		expect(errorsIn(third.errorOutput)).toMatchObject([
			{ outcome: 'unknown', outcomes: { accepted: [{ recipient: '+34600000001' }] } },
		]);
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

	it.each<[what: string, edit: IDataObject, code: string]>([
		['has no recipient', { phoneNumber: '={{ $json.phone.slice(0, 4) }}' }, 'serviceFailed'],
		['is too long', { messageHolder: 'x'.repeat(161) }, 'tooManySegments'],
	])('may have been sent if its resend %s', async (_, edit, code) => {
		sms.service.faults.add({ action: { processThenRespond: { status: 500 } } });
		const failed = await sms.run({}, { items: guests(1) });
		const resend = { ...edit, options: { ...options, unconfirmedRequests: 'resend' } };
		const stopped = await sms.retry(failed, resend);
		expect(stopped.error?.description).toContain('In an earlier try, 1 may have been sent.');
		Object.assign(failed.workflow.nodes[1]!, { onError });
		const again = await sms.retry(failed, resend);
		expect(errorsIn(again.errorOutput)).toMatchObject([{ code, outcome: 'unknown' }]);
		expect(sms.sent).toHaveLength(1);
	});

	const own = 'Node under test';
	it.each<[what: string, error: IDataObject, isHeld: boolean]>([
		['accepted', { node: own, outcome: 'accepted' }, true],
		['rejected', { node: own, outcome: 'rejected' }, true],
		['not sent', { node: own, outcome: 'notSent' }, false],
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
			expect(stopped.error?.description).toMatch(/Nothing was sent now\.$/);
		},
	);
});
