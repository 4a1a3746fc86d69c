import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap, remembered, takeOnce } from '../../../nodes/CrmMessaging/callbacks/seen';

/** A workflow whose static data n8n reads before a call and saves before it answers. */
class StoredWorkflow {
	private static count = 0;
	readonly id = `callbacks-start-once-${++StoredWorkflow.count}`;
	staticData: IDataObject = {};

	/** The workflow as a process that knows nothing yet has it. */
	restarted(): StoredWorkflow {
		return Object.assign(new StoredWorkflow(), { staticData: this.staticData });
	}
}

class Call {
	private readonly response = Object.assign(new EventEmitter(), {
		statusCode: 200,
		closed: false,
	});
	private readonly staticData: IDataObject;
	private start?: () => void;
	state: 'waiting' | 'admitted' | 'saving' | 'over' = 'waiting';
	isRepeated = false;
	mayBeRepeat?: boolean;

	constructor(
		private readonly workflow: StoredWorkflow,
		readonly body: IDataObject,
	) {
		this.staticData = structuredClone(workflow.staticData);
		const context = {
			getMode: () => 'webhook',
			getWorkflow: () => ({ id: workflow.id }),
			getNode: () => ({ id: 'trigger' }),
			getWorkflowStaticData: () => this.staticData,
			getResponseObject: () => this.response,
		};
		void takeOnce(context as unknown as IWebhookFunctions, body).then((taken) => {
			this.isRepeated = taken === undefined;
			this.mayBeRepeat = taken?.mayBeRepeat;
			this.start = taken?.started;
			if (this.state === 'waiting') this.state = 'admitted';
			if (this.isRepeated) this.end('finish', 200);
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
		this.end('finish', 200);
	}

	/** n8n couldn't start the workflow. */
	fail(): void {
		this.end('finish', 500);
	}

	/** The caller has gone. */
	leave(): void {
		this.end('close', 200);
	}

	private end(event: 'finish' | 'close', statusCode: number): void {
		this.state = 'over';
		this.response.statusCode = statusCode;
		this.response.closed = event === 'close';
		this.response.emit(event);
	}
}

const pending = () => new Promise((resolve) => setImmediate(resolve));

async function come(workflow: StoredWorkflow, ...tokens: string[]): Promise<Call[]> {
	const calls = tokens.map((token) => new Call(workflow, { token }));
	await pending();
	return calls;
}

/** A call that starts the workflow, unless it came before. */
async function answered(workflow: StoredWorkflow, body: IDataObject): Promise<Call> {
	const call = new Call(workflow, body);
	await pending();
	if (call.isRepeated) return call;
	call.startWorkflow();
	call.answer();
	return call;
}

describe('what a trigger remembers of callbacks', () => {
	const callback = (at: number) => ({ at, token: 'secret-token' });
	const all = Array.from({ length: remembered + 10 }, (_, at) => callback(at));
	const isRepeated = async (workflow: StoredWorkflow, body: IDataObject) =>
		(await answered(workflow, body)).isRepeated;

	it('is the last ones, here and in what is stored: a short hash of each', async () => {
		const workflow = new StoredWorkflow();
		for (const one of all) expect(await isRepeated(workflow, one)).toBe(false);
		// n8n copies it into every execution.
		const stored = JSON.stringify(workflow.staticData);
		expect(stored).not.toContain('secret-token');
		expect(stored.length).toBeLessThan(17 * remembered);
		for (const one of [workflow, workflow.restarted()]) {
			for (const last of all.slice(-remembered)) {
				expect(await isRepeated(one, last)).toBe(true);
			}
			expect(await isRepeated(one, callback(0))).toBe(false);
		}
	});

	it('is as many as may be, without those that were put in first', () => {
		const map = new BoundedMap<string, boolean>(2);
		for (const key of ['a', 'b', 'a', 'c']) map.set(key, true);
		expect([...map.keys()]).toEqual(['a', 'c']);
	});

	it('does not make one a repeat that has neither token nor timestamp, and tells', async () => {
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

	it('is nothing of another trigger’s, or of stored data that is something else', async () => {
		const other = Object.assign(new StoredWorkflow(), { staticData: { seenCallbacks: 'all' } });
		for (const workflow of [new StoredWorkflow(), new StoredWorkflow(), other]) {
			expect(await isRepeated(workflow, callback(1))).toBe(false);
		}
	});
});

describe('calls to a trigger start the workflow in turn', () => {
	it('also a repeated one, which starts it if n8n could not with the first', async () => {
		const workflow = new StoredWorkflow();
		const [first, repeated] = await come(workflow, 'a', 'a');
		expect(repeated!.state).toBe('waiting');
		first!.fail();
		expect(workflow.staticData).toEqual({});
		await pending();
		expect([repeated!.state, repeated!.isRepeated]).toEqual(['admitted', false]);
		repeated!.startWorkflow();
		repeated!.answer();
		await pending();
	});

	it('and one that came before is answered and starts nothing', async () => {
		const workflow = new StoredWorkflow();
		const [first, repeated, other] = await come(workflow, 'a', 'a', 'b');
		first!.startWorkflow();
		first!.answer();
		await pending();
		expect([repeated!.state, repeated!.isRepeated]).toEqual(['over', true]);
		expect(other!.state).toBe('admitted');
	});

	it('in any order of events: no two saves at once, all answered ones stored, none left waiting', async () => {
		const event = fc.record({
			what: fc.constantFrom('come', 'come', 'start', 'start', 'answer', 'fail', 'leave'),
			which: fc.nat(),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(event, { maxLength: 100 }), async (events) => {
				const workflow = new StoredWorkflow();
				const calls: Call[] = [];
				const stored: string[] = [];
				const all = (...states: Array<Call['state']>) =>
					calls.filter(({ state }) => states.includes(state));
				const answer = (call: Call) => {
					call.answer();
					stored.push(call.body.token as string);
				};
				for (const { what, which } of events) {
					const pick = (from: Call[]) => from[which % from.length];
					if (what === 'come')
						calls.push(new Call(workflow, { token: `${calls.length}` }));
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
				const again = await come(workflow.restarted(), ...stored);
				expect(again.every(({ isRepeated }) => isRepeated)).toBe(true);
			}),
		);
	});
});
