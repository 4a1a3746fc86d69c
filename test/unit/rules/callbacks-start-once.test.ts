import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { remembered, takeOnce } from '../../../nodes/CrmMessaging/callbacks/seen';

/** A workflow whose static data n8n reads before a call and saves before it answers. */
class StoredWorkflow {
	private static count = 0;
	readonly id = `callbacks-start-once-${++StoredWorkflow.count}`;
	staticData: IDataObject = {};

	/** The workflow in a new process, which has only its static data. */
	restarted(): StoredWorkflow {
		return Object.assign(new StoredWorkflow(), { staticData: this.staticData });
	}
}

class Call {
	/** As Node.js has it: a caller that disconnects gets no `finish`. */
	private readonly response = Object.assign(new EventEmitter(), {
		statusCode: 200,
		writableFinished: false,
		closed: false,
	});
	private readonly staticData: IDataObject;
	private start?: () => void;
	state: 'waiting' | 'admitted' | 'saving' | 'over' = 'waiting';
	isRepeated = false;
	isAnswered = false;
	mayBeRepeat?: boolean;

	constructor(
		private readonly workflow: StoredWorkflow,
		readonly body: IDataObject,
		closed = false,
	) {
		this.response.closed = closed;
		this.staticData = structuredClone(workflow.staticData);
		const context = {
			getMode: () => 'webhook',
			getWorkflow: () => ({ id: workflow.id }),
			getNode: () => ({ id: 'trigger' }),
			getWorkflowStaticData: () => this.staticData,
			getResponseObject: () => this.response,
		};
		void takeOnce(context as unknown as IWebhookFunctions, body).then((accepted) => {
			this.isRepeated = accepted === undefined;
			this.mayBeRepeat = accepted?.mayBeRepeat;
			this.start = accepted?.started;
			if (this.state === 'waiting') this.state = 'admitted';
			if (this.isRepeated) this.end(200);
		});
	}

	startWorkflow(): void {
		// n8n asks twice for the answer.
		this.start!();
		this.start!();
		this.state = 'saving';
	}

	answer(): void {
		this.workflow.staticData = structuredClone(this.staticData);
		this.isAnswered = true;
		this.end(200);
	}

	/** n8n couldn't start the workflow. */
	fail(): void {
		this.end(500);
	}

	/** The caller disconnects. */
	leave(): void {
		this.state = 'over';
		this.close();
	}

	private end(statusCode: number): void {
		if (this.response.closed) return;
		this.state = 'over';
		Object.assign(this.response, { statusCode, writableFinished: true });
		this.response.emit('finish');
		this.close();
	}

	private close(): void {
		this.response.closed = true;
		this.response.emit('close');
	}
}

const pending = () => new Promise((resolve) => setImmediate(resolve));

/** A call that starts the workflow, unless it's a repeat. */
async function answered(workflow: StoredWorkflow, body: IDataObject): Promise<Call> {
	const call = new Call(workflow, body);
	await pending();
	if (call.isRepeated) return call;
	call.startWorkflow();
	call.answer();
	return call;
}

const isRepeated = async (workflow: StoredWorkflow, body: IDataObject) =>
	(await answered(workflow, body)).isRepeated;

describe('the memory of a trigger for callbacks', () => {
	const callback = (index: number) => ({ index, token: 'secret-token' });
	const all = Array.from({ length: remembered + 10 }, (_, index) => callback(index));

	it('holds a short hash of the latest ones, in the process and in static data', async () => {
		const workflow = new StoredWorkflow();
		for (const one of all) expect(await isRepeated(workflow, one)).toBe(false);
		// n8n copies static data into every execution.
		const stored = JSON.stringify(workflow.staticData);
		expect(stored).not.toContain('secret-token');
		expect(stored.length).toBeLessThan(17 * remembered);
		for (const one of [workflow, workflow.restarted()]) {
			for (const last of all.slice(-remembered)) {
				expect(await isRepeated(one, last)).toBe(true);
			}
			expect(await isRepeated(one, callback(0))).toBe(false);
			expect(await isRepeated(one.restarted(), all.at(-1)!)).toBe(true);
		}
	});

	it('never rejects one without token and timestamp, but marks it as a possible repeat', async () => {
		const workflow = new StoredWorkflow();
		const bare = { valid_contacts: [{ _id: 'c-1' }], token: '', timestamp: null };
		for (const [one, mayBeRepeat] of [
			[() => workflow, false],
			[() => workflow, true],
			[() => workflow.restarted(), true],
		] as const) {
			expect(await answered(one(), bare)).toMatchObject({ isRepeated: false, mayBeRepeat });
		}
	});

	it('doesn’t wait for the answer to a caller that has disconnected', async () => {
		const workflow = new StoredWorkflow();
		const gone = new Call(workflow, callback(1), true);
		expect(await isRepeated(workflow, callback(2))).toBe(false);
		expect(gone.state).toBe('admitted');
	});

	it('rejects a repeated one that has only a timestamp', async () => {
		const workflow = new StoredWorkflow();
		for (const expected of [false, true]) {
			expect(await isRepeated(workflow, { timestamp: 1_790_000_000 })).toBe(expected);
		}
	});

	it('is separate for each trigger, and ignores static data in another format', async () => {
		const other = Object.assign(new StoredWorkflow(), { staticData: { seenCallbacks: 'all' } });
		for (const workflow of [new StoredWorkflow(), new StoredWorkflow(), other]) {
			expect(await isRepeated(workflow, callback(1))).toBe(false);
		}
	});
});

const tokens = ['a', 'b', 'c', 'd'];

it('calls to a trigger start the workflow one at a time and once per token, in any order of events', async () => {
	const event = fc.record({
		what: fc.constantFrom('come', 'come', 'start', 'start', 'answer', 'fail', 'leave'),
		which: fc.nat(),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(event, { maxLength: 60, size: 'max' }), async (events) => {
			const workflow = new StoredWorkflow();
			const calls: Call[] = [];
			const stored: IDataObject[] = [];
			const all = (...states: Array<Call['state']>) =>
				calls.filter(({ state }) => states.includes(state));
			const answer = (call: Call) => {
				call.answer();
				stored.push(call.body);
			};
			for (const { what, which } of events) {
				const pick = <T>(from: readonly T[]) => from[which % from.length];
				if (what === 'come') calls.push(new Call(workflow, { token: pick(tokens) }));
				else if (what === 'start') pick(all('admitted'))?.startWorkflow();
				else if (what === 'answer') all('saving').forEach(answer);
				else if (what === 'fail') pick(all('admitted'))?.fail();
				else pick(all('waiting', 'admitted'))?.leave();
				await pending();
				expect(all('admitted', 'saving').length).toBeLessThanOrEqual(1);
			}
			for (let round = 0; round <= calls.length; round++) {
				all('admitted').forEach((call) => call.startWorkflow());
				all('saving').forEach(answer);
				await pending();
			}
			expect(all('waiting')).toEqual([]);
			for (const token of tokens) {
				const ofToken = calls.filter(({ body }) => body.token === token);
				// The first one whose answer went out starts the workflow; all others repeat it.
				const first = ofToken.findIndex(({ isAnswered }) => isAnswered);
				expect(ofToken.filter(({ isAnswered }) => isAnswered)).toHaveLength(
					first < 0 ? 0 : 1,
				);
				const later = first < 0 ? [] : ofToken.slice(first + 1);
				expect(later.every(({ isRepeated }) => isRepeated)).toBe(true);
				const earlier = first < 0 ? ofToken : ofToken.slice(0, first);
				expect(earlier.some(({ isRepeated }) => isRepeated)).toBe(false);
			}
			const restarted = workflow.restarted();
			for (const body of stored) expect(await isRepeated(restarted, body)).toBe(true);
		}),
	);
});
