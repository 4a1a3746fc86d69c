import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { RefusedCall } from '../../../nodes/CrmMessaging/callbacks/callback';
import { remembered, takeOnce } from '../../../nodes/CrmMessaging/callbacks/caller';

/** A workflow with the static data that n8n reads before a call, and saves before it answers. */
let workflows = 0;
const workflowWith = (staticData: IDataObject = {}) => ({ id: `w-${++workflows}`, staticData });
type Stored = ReturnType<typeof workflowWith>;
/** The workflow in a new process, which has only its static data. */
const restarted = ({ staticData }: Stored) => workflowWith(staticData);

class Call {
	private readonly response = Object.assign(new EventEmitter(), { statusCode: 200 });
	private readonly staticData: IDataObject;
	private readonly taken: ReturnType<typeof takeOnce>;
	readonly refusal?: 'received' | 'inProgress';
	isStarted = false;
	isInProgress = true;

	constructor(
		private readonly workflow: Stored,
		readonly name: string,
	) {
		this.staticData = structuredClone(workflow.staticData);
		const context = {
			getMode: () => 'webhook',
			getWorkflow: () => workflow,
			getNode: () => ({ id: 'trigger' }),
			getWorkflowStaticData: () => this.staticData,
			getResponseObject: () => this.response,
		} as unknown as IWebhookFunctions;
		try {
			this.taken = takeOnce(context, name);
			if (!this.taken) this.refusal = 'received';
		} catch (error) {
			if (!(error instanceof RefusedCall)) throw error;
			this.refusal = 'inProgress';
		}
		if (this.refusal) this.end(this.refusal === 'received' ? 200 : 503);
	}

	get mayBeRepeat(): boolean | undefined {
		return this.taken?.mayBeRepeat;
	}

	/** n8n starts the workflow, asks twice for the answer and saves the static data. */
	startWorkflow(): this {
		this.taken!.started();
		this.taken!.started();
		this.isStarted = true;
		this.workflow.staticData = structuredClone(this.staticData);
		return this;
	}

	/** n8n answers, whether or not the caller is still there. */
	end(statusCode: number): this {
		this.isInProgress = false;
		this.response.statusCode = statusCode;
		this.response.emit('prefinish');
		return this;
	}

	/** The caller disconnects. n8n doesn't look. */
	leave(): void {
		this.response.emit('close');
	}
}

it('a trigger remembers the latest calls, with a short hash of each in static data', () => {
	const workflow = workflowWith();
	const names = Array.from({ length: remembered + 10 }, (_, index) => `secret-token-${index}`);
	for (const name of names) {
		expect(new Call(workflow, name).startWorkflow().end(200).mayBeRepeat).toBe(false);
	}
	// n8n copies static data into every execution.
	const stored = JSON.stringify(workflow.staticData);
	expect(stored).not.toContain('secret-token');
	expect(stored.length).toBeLessThan(20 * remembered);
	const later = restarted(workflow);
	for (const name of names.slice(-remembered)) {
		expect(new Call(workflow, name).refusal).toBe('received');
		expect(new Call(later, name).mayBeRepeat).toBe(true);
	}
	expect(new Call(workflow, names[0]!).mayBeRepeat).toBe(false);
	expect(new Call(restarted(workflow), names[0]!).mayBeRepeat).toBe(false);
});

it('a call is claimed until n8n answers it, in any order of events', () => {
	const event = fc.record({
		what: fc.constantFrom('call', 'call', 'start', 'start', 'answer', 'fail', 'leave'),
		which: fc.nat(),
	});
	fc.assert(
		fc.property(fc.array(event, { maxLength: 60, size: 'max' }), (events) => {
			const workflow = workflowWith();
			const calls: Call[] = [];
			const received = new Set<string>();
			for (const { what, which } of events) {
				const pick = (from: Call[]) => from[which % from.length];
				const open = calls.filter(({ isInProgress }) => isInProgress);
				const name = 'abcd'[which % 4]!;
				if (what === 'call') {
					const call = new Call(workflow, name);
					const inProgress = open.some((other) => other.name === name);
					const refusal = inProgress ? 'inProgress' : undefined;
					expect(call.refusal).toBe(received.has(name) ? 'received' : refusal);
					const isRepeat = calls.some((other) => other.isStarted && other.name === name);
					expect(call.mayBeRepeat).toBe(call.refusal ? undefined : isRepeat);
					calls.push(call);
				} else if (what === 'start') {
					pick(open.filter(({ isStarted }) => !isStarted))?.startWorkflow();
				} else if (what === 'answer') {
					const call = pick(open.filter(({ isStarted }) => isStarted))?.end(200);
					if (call) received.add(call.name);
				} else if (what === 'fail') {
					pick(open.filter(({ isStarted }) => !isStarted))?.end(500);
				} else {
					pick(open)?.leave();
				}
			}
			// What was saved last holds all that was started before.
			for (const { name } of calls.filter(({ isStarted }) => isStarted)) {
				expect(new Call(restarted(workflow), name).mayBeRepeat).toBe(true);
			}
		}),
	);
});
