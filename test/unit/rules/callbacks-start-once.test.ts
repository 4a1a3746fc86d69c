import { EventEmitter } from 'node:events';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap, remembered, takeOnce } from '../../../nodes/CrmMessaging/callbacks/seen';

/** A trigger as one process knows it; what it keeps outlives the process. */
class Trigger {
	private static count = 0;
	private readonly id = String(++Trigger.count);

	/** Of the last callback that was taken. */
	mayBeRepeat: boolean | undefined;

	constructor(readonly staticData: IDataObject = {}) {}

	/** Whether a callback is a repeated one; n8n then answers it. */
	async isRepeated(body: IDataObject, status = 200): Promise<boolean> {
		const response = Object.assign(new EventEmitter(), { statusCode: status });
		const context = {
			getMode: () => 'webhook',
			getWorkflow: () => ({ id: `callbacks-start-once-${this.id}` }),
			getNode: () => ({ id: 'trigger' }),
			getWorkflowStaticData: () => this.staticData,
			getResponseObject: () => response,
		};
		const taken = await takeOnce(context as unknown as IWebhookFunctions, body);
		if (status === 200) taken?.started();
		response.emit('finish');
		this.mayBeRepeat = taken?.mayBeRepeat;
		return !taken;
	}

	async areRepeated(bodies: IDataObject[]): Promise<Set<boolean>> {
		const told = new Set<boolean>();
		for (const body of bodies) told.add(await this.isRepeated(body));
		return told;
	}

	/** The same trigger in another process. */
	elsewhere(): Trigger {
		return new Trigger(structuredClone(this.staticData));
	}
}

describe('what a trigger remembers of callbacks', () => {
	const callback = (at: number) => ({ at, token: 'secret-token' });
	const all = Array.from({ length: remembered + 10 }, (_, at) => callback(at));

	it('is the last ones, here and in what is stored', async () => {
		const trigger = new Trigger();
		expect(await trigger.areRepeated(all)).toEqual(new Set([false]));
		for (const one of [trigger, trigger.elsewhere()]) {
			expect(await one.areRepeated(all.slice(-remembered))).toEqual(new Set([true]));
			expect(await one.isRepeated(callback(0))).toBe(false);
		}
	});

	it('is as many as may be, without those that were put in first', () => {
		const map = new BoundedMap<string, boolean>(2);
		for (const key of ['a', 'b', 'a', 'c']) map.set(key, true);
		expect([...map.keys()]).toEqual(['a', 'c']);
	});

	it('is a short hash of each, since n8n copies it into every execution, and nothing of its content', async () => {
		const trigger = new Trigger();
		await trigger.areRepeated(all);
		const stored = JSON.stringify(trigger.staticData);
		expect(stored).not.toContain('secret-token');
		expect(stored.length).toBeLessThan(17 * remembered);
	});

	it('is nothing of a callback that n8n could not start the workflow with', async () => {
		const trigger = new Trigger();
		expect(await trigger.isRepeated(callback(1), 500)).toBe(false);
		expect(trigger.staticData).toEqual({});
		expect(await trigger.isRepeated(callback(1))).toBe(false);
		expect(await trigger.isRepeated(callback(1))).toBe(true);
	});

	it('does not make one a repeat that has neither token nor timestamp, and tells', async () => {
		const trigger = new Trigger();
		const bare = { valid_contacts: [{ _id: 'c-1' }], token: '', timestamp: null };
		expect([await trigger.isRepeated(bare), trigger.mayBeRepeat]).toEqual([false, false]);
		expect([await trigger.isRepeated(bare), trigger.mayBeRepeat]).toEqual([false, true]);
		const elsewhere = trigger.elsewhere();
		expect([await elsewhere.isRepeated(bare), elsewhere.mayBeRepeat]).toEqual([false, true]);
	});

	it('is no other trigger’s', async () => {
		expect(await new Trigger().isRepeated(callback(1))).toBe(false);
		expect(await new Trigger().isRepeated(callback(1))).toBe(false);
	});

	it('survives stored data that is something else', async () => {
		expect(await new Trigger({ seenCallbacks: 'all' }).isRepeated(callback(1))).toBe(false);
	});
});
