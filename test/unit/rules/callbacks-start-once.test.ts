import { EventEmitter } from 'node:events';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../../nodes/CrmMessaging/callback/boundedMap';
import { remembered, takeOnce } from '../../../nodes/CrmMessaging/trigger/seen';

/** A trigger as one process knows it; what it keeps outlives the process. */
class Trigger {
	private static count = 0;
	private readonly id = String(++Trigger.count);

	/** Of the last callback that was taken. */
	mayBeRepeat: boolean | undefined;

	constructor(readonly staticData: IDataObject = {}) {}

	/** Whether a callback is a repeated one; n8n then answers it. */
	isRepeated(body: IDataObject, status = 200): boolean {
		const response = Object.assign(new EventEmitter(), { statusCode: status });
		const context = {
			getMode: () => 'webhook',
			getWorkflow: () => ({ id: `callbacks-start-once-${this.id}` }),
			getNode: () => ({ id: 'trigger' }),
			getWorkflowStaticData: () => this.staticData,
			getResponseObject: () => response,
		};
		const taken = takeOnce(context as unknown as IWebhookFunctions, body);
		if (status === 200) taken?.started();
		response.emit('finish');
		this.mayBeRepeat = taken?.mayBeRepeat;
		return !taken;
	}

	/** The same trigger in another process. */
	elsewhere(): Trigger {
		return new Trigger(structuredClone(this.staticData));
	}
}

describe('what a trigger remembers of callbacks', () => {
	const callback = (at: number) => ({ at, token: 'secret-token' });
	const all = Array.from({ length: remembered + 10 }, (_, at) => callback(at));

	it('is the last ones, here and in what is stored', () => {
		const trigger = new Trigger();
		expect(all.some((body) => trigger.isRepeated(body))).toBe(false);
		for (const one of [trigger, trigger.elsewhere()]) {
			expect(all.slice(-remembered).every((body) => one.isRepeated(body))).toBe(true);
			expect(one.isRepeated(callback(0))).toBe(false);
		}
	});

	it('is as many as may be, without those that were put in first', () => {
		const map = new BoundedMap<string, boolean>(2);
		for (const key of ['a', 'b', 'a', 'c']) map.set(key, true);
		expect([...map.keys()]).toEqual(['a', 'c']);
	});

	it('is a hash of each and nothing of its content', () => {
		const trigger = new Trigger();
		all.forEach((body) => trigger.isRepeated(body));
		const stored = JSON.stringify(trigger.staticData);
		expect(stored).not.toContain('secret-token');
		expect(stored.length).toBeLessThan(60 * remembered);
	});

	it('is nothing of a callback that n8n could not start the workflow with', () => {
		const trigger = new Trigger();
		expect(trigger.isRepeated(callback(1), 500)).toBe(false);
		expect(trigger.staticData).toEqual({});
		expect(trigger.isRepeated(callback(1))).toBe(false);
		expect(trigger.isRepeated(callback(1))).toBe(true);
	});

	it('does not make one a repeat that has neither token nor timestamp, and tells', () => {
		const trigger = new Trigger();
		const bare = { valid_contacts: [{ _id: 'c-1' }], token: '', timestamp: null };
		expect([trigger.isRepeated(bare), trigger.mayBeRepeat]).toEqual([false, false]);
		expect([trigger.isRepeated(bare), trigger.mayBeRepeat]).toEqual([false, true]);
		const elsewhere = trigger.elsewhere();
		expect([elsewhere.isRepeated(bare), elsewhere.mayBeRepeat]).toEqual([false, true]);
	});

	it('is no other trigger’s', () => {
		expect(new Trigger().isRepeated(callback(1))).toBe(false);
		expect(new Trigger().isRepeated(callback(1))).toBe(false);
	});

	it('survives stored data that is something else', () => {
		expect(new Trigger({ seenCallbacks: 'all' }).isRepeated(callback(1))).toBe(false);
	});
});
