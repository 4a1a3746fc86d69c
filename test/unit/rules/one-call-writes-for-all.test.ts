import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { callsTogether, WritingTurns } from '../../../nodes/CrmMessaging/callbacks/seen';

/** What happens to a call, from its coming to its end, as n8n makes it happen. */
class Call {
	private readonly answer = Object.assign(new EventEmitter(), { closed: false });
	hasGoneOn = false;
	hasStarted = false;
	isOver = false;
	writes = false;

	constructor(private readonly turns: WritingTurns) {
		void turns.enter(this.answer as never).then(() => {
			this.hasGoneOn = true;
		});
	}

	get isUnderWay(): boolean {
		return this.hasGoneOn && !this.hasStarted && !this.isOver;
	}

	start(): void {
		this.hasStarted = true;
		// n8n asks twice for the answer.
		const [first, second] = [1, 2].map(() => this.turns.isWriter(this.answer as never));
		expect(second).toBe(first);
		this.writes = first!;
	}

	/** It is answered, or whoever made it has gone. */
	end(how: 'finish' | 'close'): void {
		this.isOver = true;
		this.answer.closed = how === 'close';
		this.answer.emit(how);
	}
}

const microtasks = () => new Promise((resolve) => setImmediate(resolve));

describe('of calls that come together, one writes what is remembered of all', () => {
	it('the last one to start', async () => {
		const turns = new WritingTurns();
		const calls = [1, 2, 3].map(() => new Call(turns));
		await microtasks();
		calls.forEach((call) => call.start());
		expect(calls.map(({ writes }) => writes)).toEqual([false, false, true]);
	});

	it('a call that comes while one writes goes on when that is answered', async () => {
		const turns = new WritingTurns();
		const first = new Call(turns);
		await microtasks();
		first.start();
		const second = new Call(turns);
		await microtasks();
		expect(second.hasGoneOn).toBe(false);
		first.end('finish');
		await microtasks();
		second.start();
		expect(second.writes).toBe(true);
	});

	it('however many come, after a bounded number', async () => {
		const turns = new WritingTurns();
		const calls = Array.from({ length: 2 * callsTogether }, () => new Call(turns));
		await microtasks();
		const gone = calls.filter(({ hasGoneOn }) => hasGoneOn);
		expect(gone).toHaveLength(callsTogether);
		gone.forEach((call) => call.start());
		gone.forEach((call) => call.end('finish'));
		await microtasks();
		expect(calls.every(({ hasGoneOn }) => hasGoneOn)).toBe(true);
	});

	it('and goes on where n8n could start the workflow with none of them', async () => {
		const turns = new WritingTurns();
		const calls = Array.from({ length: callsTogether + 1 }, () => new Call(turns));
		await microtasks();
		calls.filter(({ hasGoneOn }) => hasGoneOn).forEach((call) => call.end('finish'));
		await microtasks();
		expect(calls.at(-1)!.hasGoneOn).toBe(true);
	});

	it('in any order of events: no two at once, nobody left out, nobody left waiting', async () => {
		const event = fc.record({
			what: fc.constantFrom('come', 'come', 'start', 'start', 'answer', 'fail', 'go'),
			which: fc.nat(),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(event, { maxLength: 200 }), async (events) => {
				const turns = new WritingTurns();
				const calls: Call[] = [];
				let unwritten = new Set<Call>();
				const start = (call: Call) => {
					call.start();
					unwritten.add(call);
					if (!call.writes) return;
					// A write that is under way when another one begins may be saved last.
					const others = calls.filter((one) => one !== call && one.writes && !one.isOver);
					expect(others).toEqual([]);
					unwritten = new Set();
				};
				const pick = (from: Call[], which: number) => from[which % from.length];
				for (const { what, which } of events) {
					const underWay = calls.filter(({ isUnderWay }) => isUnderWay);
					const started = calls.filter((call) => call.hasStarted && !call.isOver);
					if (what === 'come') calls.push(new Call(turns));
					else if (what === 'start' && underWay.length > 0) start(pick(underWay, which)!);
					else if (what === 'answer') pick(started, which)?.end('finish');
					else if (what === 'fail') pick(underWay, which)?.end('finish');
					else if (what === 'go') pick(underWay, which)?.end('close');
					await microtasks();
				}
				// All of them come to an end, then one more comes: it writes whatever was left to one that failed.
				for (let round = 0; calls.some(({ isOver }) => !isOver); round++) {
					expect(round).toBeLessThanOrEqual(calls.length);
					calls.filter(({ isUnderWay }) => isUnderWay).forEach(start);
					calls
						.filter((call) => call.hasStarted && !call.isOver)
						.forEach((call) => call.end('finish'));
					await microtasks();
				}
				const last = new Call(turns);
				await microtasks();
				start(last);
				expect([last.writes, unwritten.size]).toEqual([true, 0]);
			}),
		);
	});
});
