import { createContext, Script } from 'node:vm';
import { DateTime, Duration, Interval } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { pureCodeOf } from '../../../nodes/CrmMessaging/engine/read/expressions/purity';
import { evaluateBatch } from '../../../nodes/CrmMessaging/n8n/expressions';
import { snippet } from './hostile-snippets';
import { forMany } from './rule';
import { atBothClocks, clock, misdeed, misdeeds } from './two-clocks';

/** A value of an item that reports any change of it. */
function watched<T extends object>(value: T): T {
	const changed = () => misdeed('a change of the item')() === 0;
	return new Proxy(value, { set: changed, deleteProperty: changed, defineProperty: changed });
}

const dateTime = Date.UTC(2020, 5, 6, 7, 8, 9);
const date = new Date(dateTime);
const item = watched({
	a: 'sort',
	key: 'constructor',
	n: 2,
	tags: watched(['push', 'b', 'a']),
	guest: watched({ a: 'setTime', tags: watched([3, 1, 2]) }),
	date,
	when: DateTime.fromMillis(0),
});

/** A realm with a clock, and with traps where code could get out. */
const realm = createContext(
	{ DateTime, Duration, Interval, item, misdeed, clock: () => clock },
	{ codeGeneration: { strings: false, wasm: false } },
);
new Script(`
	Math.random = misdeed('chance');
	{
		const Real = Date;
		Date = class extends Real {
			constructor(...values) { super(...(values.length ? values : [clock()])); }
			static now() { return clock(); }
		};
		Date.prototype.constructor = misdeed('a constructor');
	}
	for (const name of ['process', 'require', 'Function', 'eval', 'Reflect', 'Proxy', 'Symbol'])
		Object.defineProperty(globalThis, name, { get: misdeed(name) });
	Object.defineProperty((() => 1).constructor.prototype, 'constructor', { value: misdeed('a constructor') });
	for (const name of ['call', 'apply', 'bind'])
		Object.defineProperty((() => 1).__proto__, name, { value: misdeed(name) });
	const $itemIndex = 0, $runIndex = 0, $mode = 'manual', $vars = { a: 'b' }, $workflow = { name: 'W' };
	const $execution = { mode: 'manual', customData: { get: misdeed('customData'), set: misdeed('customData') } };
	const $prevNode = { name: 'P' };
	const $ = () => ({ first: () => ({ json: item }), last: () => ({ json: item }), all: misdeed('all items') });
	const $if = (is, yes, no) => (is ? yes : no), $ifEmpty = (one, other) => one || other;
	const $min = Math.min, $max = Math.max;
`).runInContext(realm);

let program: { text: string; script: Script } | undefined;

/** Evaluates code in the realm as n8n would in a batch. */
function evaluated(code: string): unknown {
	const given = {};
	const context = {
		getNode: () => ({ name: 'Node' }),
		getContext: () => given,
		evaluateExpression: (text: string) => {
			realm.$node = { Node: { context: given } };
			// Both clocks evaluate the same program.
			if (program?.text !== text) program = { text, script: new Script(text.slice(3, -3)) };
			return program.script.runInContext(realm) as unknown;
		},
	};
	const range = { start: 0, text: '[null]', whole: [item] };
	return evaluateBatch(context as unknown as IExecuteFunctions, [{ code, as: 'value' }], range);
}

describe('code that is evaluated in batches', () => {
	it('never leaves its item, whatever a hostile author writes', () => {
		const count = Number(process.env.SNIPPETS ?? 1500);
		let pureSnippets = 0;
		forMany(count, snippet, (code) => {
			const pure = pureCodeOf(code);
			if (!pure) return;
			pureSnippets++;
			misdeeds.length = 0;
			const [early, late] = atBothClocks(() => evaluated(pure.code));
			expect([code, misdeeds, date.getTime()]).toEqual([code, [], dateTime]);
			expect([code, late]).toEqual([code, early]);
		});
		expect(pureSnippets).toBeGreaterThan(count / 5);
	}, 3_600_000);
});
