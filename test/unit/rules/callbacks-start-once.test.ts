import { EventEmitter } from 'node:events';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isRepeated, remembered } from '../../../nodes/CrmMessaging/callback/seen';

/** A trigger as one process knows it; what it keeps outlives the process. */
class Trigger {
	private static count = 0;
	private readonly id = String(++Trigger.count);

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
		const result = isRepeated(context as unknown as IWebhookFunctions, body);
		response.emit('finish');
		return result;
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
		// n8n saves the static data of no call that it answers with 500.
		delete trigger.staticData.seenCallbacks;
		expect(trigger.isRepeated(callback(1))).toBe(false);
		expect(trigger.isRepeated(callback(1))).toBe(true);
	});

	it('is no other trigger’s', () => {
		expect(new Trigger().isRepeated(callback(1))).toBe(false);
		expect(new Trigger().isRepeated(callback(1))).toBe(false);
	});

	it('survives stored data that is something else', () => {
		expect(new Trigger({ seenCallbacks: 'all' }).isRepeated(callback(1))).toBe(false);
	});
});
