import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { RefusedCall } from '../../../nodes/CrmMessaging/callbacks/callback';
import { remembered, takeOnce } from '../../../nodes/CrmMessaging/callbacks/caller';

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
	private static count = 0;
	/** As Node.js has it: a caller that disconnects gets no `finish`. */
	private readonly response = Object.assign(new EventEmitter(), {
		statusCode: 200,
		writableFinished: false,
		closed: false,
	});
	private readonly staticData: IDataObject;
	private readonly start?: () => void;
	readonly refusal?: 'received' | 'inProgress';
	readonly mayBeRepeat?: boolean;
	isStarted = false;

	constructor(
		private readonly workflow: StoredWorkflow,
		readonly name: string | undefined,
		readonly content: IDataObject = {},
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
		const body = { ...content, token: name, timestamp: ++Call.count };
		try {
			const taken = takeOnce(context as unknown as IWebhookFunctions, body, name);
			if (!taken) this.refusal = 'received';
			this.start = taken?.started;
			this.mayBeRepeat = taken?.mayBeRepeat;
		} catch (error) {
			if (!(error instanceof RefusedCall)) throw error;
			this.refusal = 'inProgress';
		}
		if (this.refusal) this.answer(this.refusal === 'received' ? 200 : 503);
	}

	get isInProgress(): boolean {
		return !this.response.closed;
	}

	/** n8n starts the workflow, asks twice for the answer and saves the static data. */
	startWorkflow(): this {
		this.start!();
		this.start!();
		this.isStarted = true;
		this.workflow.staticData = structuredClone(this.staticData);
		return this;
	}

	answer(statusCode = 200): this {
		Object.assign(this.response, { statusCode, writableFinished: true });
		this.response.emit('finish');
		return this.leave();
	}

	/** The caller disconnects. */
	leave(): this {
		this.response.closed = true;
		this.response.emit('close');
		return this;
	}
}

it('a trigger remembers the latest calls, with a short hash of each in static data', () => {
	const workflow = new StoredWorkflow();
	const names = Array.from({ length: remembered + 10 }, (_, index) => `secret-token-${index}`);
	const callOf = (name: string, to = workflow) => new Call(to, name, { name });
	for (const name of names) {
		const call = callOf(name).startWorkflow().answer();
		expect(call.mayBeRepeat).toBe(false);
	}
	// n8n copies static data into every execution.
	const stored = JSON.stringify(workflow.staticData);
	expect(stored).not.toContain('secret-token');
	expect(stored.length).toBeLessThan(17 * remembered);
	const restarted = workflow.restarted();
	for (const name of names.slice(-remembered)) {
		expect(callOf(name).refusal).toBe('received');
		expect(new Call(restarted, name).mayBeRepeat).toBe(true);
		expect(new Call(restarted, `other ${name}`, { name }).mayBeRepeat).toBe(true);
	}
	expect(callOf(names[0]!).mayBeRepeat).toBe(false);
	expect(callOf(names[0]!, workflow.restarted()).mayBeRepeat).toBe(false);
});

it('a call is claimed until it’s answered, in any order of events', () => {
	const event = fc.record({
		what: fc.constantFrom('call', 'call', 'gone', 'start', 'start', 'answer', 'fail', 'leave'),
		which: fc.nat(),
	});
	fc.assert(
		fc.property(fc.array(event, { maxLength: 60, size: 'max' }), (events) => {
			const workflow = new StoredWorkflow();
			const calls: Call[] = [];
			const received = new Set<string>();
			for (const { what, which } of events) {
				const pick = (from: Call[]) => from[which % from.length];
				const open = calls.filter(({ isInProgress }) => isInProgress);
				const name = 'abcd'[which % 4]!;
				if (what === 'call') {
					const a = which % 3;
					const content: IDataObject = which % 2 ? { a, b: [1] } : { b: [1], a };
					const call = new Call(workflow, name, content);
					const inProgress = open.some((other) => other.name === name);
					const refusal = inProgress ? 'inProgress' : undefined;
					expect(call.refusal).toBe(received.has(name) ? 'received' : refusal);
					const isLike = (other: Call) =>
						other.name === name || other.content.a === content.a;
					if (!call.refusal)
						expect(call.mayBeRepeat).toBe(
							calls.filter(({ isStarted }) => isStarted).some(isLike),
						);
					calls.push(call);
				} else if (what === 'gone') {
					// A caller that has already left calls again.
					const { refusal } = new Call(workflow, name, {}, true);
					expect(refusal).toBe(received.has(name) ? 'received' : 'inProgress');
				} else if (what === 'start') {
					pick(open.filter(({ isStarted }) => !isStarted))?.startWorkflow();
				} else if (what === 'answer') {
					const call = pick(open.filter(({ isStarted }) => isStarted))?.answer();
					if (call) received.add(call.name!);
				} else if (what === 'fail') {
					pick(open.filter(({ isStarted }) => !isStarted))?.answer(500);
				} else {
					pick(open)?.leave();
				}
			}
			// What was saved last holds all that was started before.
			for (const { name } of calls.filter(({ isStarted }) => isStarted)) {
				expect(new Call(workflow.restarted(), name, { a: 9 }).mayBeRepeat).toBe(true);
			}
		}),
	);
});
