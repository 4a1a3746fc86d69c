import { createContext, Script } from 'node:vm';
import { DateTime, Duration, Interval } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { pureCodeOf } from '../../../nodes/CrmMessaging/engine/read/expressions/purity';
import { evaluateBatch } from '../../../nodes/CrmMessaging/n8n/expressions';
import fc from 'fast-check';
import { breakOuts } from '../../expressions-of-users';
import { forMany } from './rule';
import { atBothClocks, clock, misdeed, misdeeds } from './two-clocks';

/** Words that people write, and others that seldom replace them: attempts to get out. */
const words: Readonly<Record<string, readonly [usual: string, hostile?: string]>> = {
	datum: [
		`$json $json.a $json.tags $json.guest $json.guest.tags $json.date $json.when $json.n $json.key
		$json["tags"] x y x y 1 "a" "sort" "push" "to" "Relative" [] {} /a/g $itemIndex undefined
		$("Other").first().json $("Other").last().json.tags $workflow.name $vars.a $execution.mode`,
		`process globalThis global window Function eval require Reflect Symbol Proxy this arguments Date
		Math Object DateTime Array JSON Intl Set __given __data __rows __own __until $node $input $ $now
		$today $execution $execution.customData $("Other") $("Other").all() new.target super import
		async await yield module exports console undefined.x RegExp Promise setTimeout $evaluateExpression`,
	],
	method: [
		`at map filter find reduce flatMap some every replace join concat slice toString valueOf
		toLocaleString trim keys values entries first last plus diff startOf toJSON forEach has get set
		getTime toISO format localeCompare with toSorted flat exec test`,
		`sort push pop shift unshift splice reverse fill copyWithin add delete clear assign freeze call
		apply bind constructor prototype __proto__ __defineGetter__ __lookupGetter__ setTime setHours
		setFullYear toRelative toRelativeCalendar diffNow now today random local utc fromObject all
		customData caller callee arguments getPrototypeOf defineProperty then compile randomItem isInLast`,
	],
	called: [
		`String Number Boolean parseInt isNaN $if $ifEmpty $max Math.round Math.max JSON.stringify
		JSON.parse Object.keys Object.values Object.entries Object.fromEntries Array.from Array.of
		DateTime.fromISO DateTime.fromMillis Date.parse encodeURIComponent String.raw`,
		`Date x y DateTime.now DateTime.local DateTime.fromObject Math.random Date.now Object.assign
		Object.create Object.getPrototypeOf Object.setPrototypeOf Function eval Symbol Array Object
		Array.fromAsync Intl.DateTimeFormat Reflect.get $evaluateExpression require $items`,
	],
	class: [
		'Set Date Intl.NumberFormat Intl.ListFormat',
		'Function Date.now Proxy Map Promise Array Object Intl.DateTimeFormat x',
	],
	operator: [
		'+ + + - * / % ** == === < > && || ?? & | in instanceof',
		'= += ??= ||= , => ; . ?. : ? ... ++ --',
	],
	sign: ['! - + ~ typeof', 'delete void ++ -- await'],
	parameters: [
		'x y (x,y) (y,x) ()',
		'$json global __data (x,x) ({x}) (x=1) (...x) Math DateTime undefined async',
	],
	key: [
		'a b toString valueOf toJSON trim map diff length zone isValid 0 "a"',
		'__proto__ constructor get set async "__proto__" then',
	],
	// A value with methods that change it or read the clock, and such a method.
	victim: ['$json.tags $json.guest.tags $json.date $json.when [3,1]'],
	changing: ['sort push reverse setTime setHours toRelative diffNow'],
	odd: ['/**/ // <!-- --> \\u0061 ` ${ } ) ( ] [ { } ; " \' # @ `a`'],
};

/** How a snippet is made of others and of words, and how often. */
const shapes: Readonly<Record<string, ReadonlyArray<readonly [weight: number, shape: string]>>> = {
	snippet: [
		[8, '‹datum›'],
		[5, '‹snippet›.‹method›(‹values›)'],
		[3, '‹snippet›.‹method›'],
		[3, '‹snippet›[‹snippet›]'],
		[3, '‹attack›'],
		[1, '‹snippet›?.(‹snippet›)'],
		[2, '‹called›(‹values›)'],
		[1, 'new ‹class›(‹values›)'],
		[3, '‹parameters› => ‹snippet›'],
		[1, '(‹parameters› => ‹snippet›)'],
		[2, '({ ‹entries› })'],
		[2, '[‹values›]'],
		[3, '(‹snippet› ‹operator› ‹snippet›)'],
		[1, '(‹snippet› ? ‹snippet› : ‹snippet›)'],
		[1, '`${‹snippet›}-${‹snippet›}`'],
		[1, '(‹sign› ‹snippet›)'],
		[1, '‹snippet›?.‹method›'],
		[1, '‹breakOut›'],
		[1, '‹snippet›‹odd›‹snippet›'],
	],
	value: [
		[24, '‹snippet›'],
		[1, '...‹snippet›'],
	],
	entry: [
		[1, '‹key›: ‹snippet›'],
		[1, '[‹snippet›]: ‹snippet›'],
		[1, '...‹snippet›'],
	],
	/** A method that isn't called, in one of several ways. */
	loot: [
		[1, '‹victim›.‹name›'],
		[1, '‹victim›["‹name›"]'],
		[1, '‹victim›[("" + "‹name›")]'],
		[1, '‹victim›[["‹name›"][0]]'],
		[1, '[‹victim›].map(x => x.‹name›)[0]'],
		[1, '[‹victim›].map((x, y) => x[("‹name›" + "")]).at(0)'],
	],
	name: [
		[2, '‹changing›'],
		[1, '‹method›'],
	],
	/** Ways in which JavaScript calls a function that isn't called by its name. */
	attack: [
		[1, '[‹victim›].map(‹loot›, ‹victim›)'],
		[1, 'Array.from([1], ‹loot›, ‹victim›)'],
		[1, '[‹loot›].map(x => [1].map(x, ‹victim›))'],
		[1, '(({ toString: ‹loot›, diff: x => x.toMillis(), isValid: true, length: 1 }) + "")'],
		[1, '({ trim: ‹loot›, diff: x => x.toMillis(), isValid: true, zone: "utc" }).trim()'],
		[1, 'JSON.stringify(Object.fromEntries([["toJSON", ‹loot›], ["0", "b"], ["length", 2]]))'],
		[1, '"ab".replace(/a/, ‹loot›)'],
		[1, '({ "__proto__": ‹victim›, trim: x => x.length }).trim()'],
	],
};

function oneOf(list = ''): fc.Arbitrary<string> {
	return fc.constantFrom(...list.trim().split(/\s+/));
}

/** Snippets that look as those of people do, with pieces that try to get out. */
const snippet: fc.Arbitrary<string> = fc.letrec<Record<string, string>>((tie) => {
	const listOf = (name: string) =>
		fc.array(tie(name), { maxLength: 3 }).map((list) => list.join(', '));
	const filled = (shape: string) => {
		const parts = shape.split(/[‹›]/);
		return fc
			.tuple(...parts.map((part, at) => (at % 2 === 1 ? tie(part) : fc.constant(part))))
			.map((filledParts) => filledParts.join(''));
	};
	const ofWords = Object.entries(words).map(([name, [usual, hostile]]) => {
		const rare = { weight: hostile ? 1 : 0, arbitrary: oneOf(hostile) };
		return [name, fc.oneof({ weight: 24, arbitrary: oneOf(usual) }, rare)] as const;
	});
	const ofShapes = Object.entries(shapes).map(([name, list]) => {
		const weighted = list.map(([weight, shape]) => ({ weight, arbitrary: filled(shape) }));
		return [name, fc.oneof({ depthSize: 'small', maxDepth: 5 }, ...weighted)] as const;
	});
	return {
		breakOut: fc.constantFrom(...breakOuts),
		values: listOf('value'),
		entries: listOf('entry'),
		...Object.fromEntries([...ofWords, ...ofShapes]),
	};
}).snippet!;

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
