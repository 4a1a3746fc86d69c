import fc from 'fast-check';
import { breakOuts } from '../../expressions-of-users';

const pick = (list: string) => fc.constantFrom(...list.trim().split(/\s+/));
const rarely = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 24, arbitrary: usual }, { weight: 1, arbitrary: rare });

const datum = pick(`
	$json $json.a $json.tags $json.guest $json.guest.tags $json.date $json.when $json.n $json.key
	$json["tags"] x y x y 1 "a" "sort" "push" "to" "Relative" [] {} /a/g $itemIndex undefined
	$("Other").first().json $("Other").last().json.tags $workflow.name $vars.a $execution.mode
`);
const hostileName = pick(`
	process globalThis global window Function eval require Reflect Symbol Proxy this arguments Date
	Math Object DateTime Array JSON Intl Set __given __data __rows __own __until $node $input $ $now
	$today $execution $execution.customData $("Other") $("Other").all() new.target super import
	async await yield module exports console undefined.x RegExp Promise setTimeout $evaluateExpression
`);
const method = pick(`
	at map filter find reduce flatMap some every replace join concat slice toString valueOf
	toLocaleString trim keys values entries first last plus diff startOf toJSON forEach has get set
	getTime toISO format localeCompare with toSorted flat exec test
`);
const hostileMethod = pick(`
	sort push pop shift unshift splice reverse fill copyWithin add delete clear assign freeze call
	apply bind constructor prototype __proto__ __defineGetter__ __lookupGetter__ setTime setHours
	setFullYear toRelative toRelativeCalendar diffNow now today random local utc fromObject all
	customData caller callee arguments getPrototypeOf defineProperty then compile randomItem isInLast
`);
const called = pick(`
	String Number Boolean parseInt isNaN $if $ifEmpty $max Math.round Math.max JSON.stringify
	JSON.parse Object.keys Object.values Object.entries Object.fromEntries Array.from Array.of
	DateTime.fromISO DateTime.fromMillis Date.parse encodeURIComponent String.raw
`);
const hostileCall = pick(`
	Date x y DateTime.now DateTime.local DateTime.fromObject Math.random Date.now Object.assign
	Object.create Object.getPrototypeOf Object.setPrototypeOf Function eval Symbol Array Object
	Array.fromAsync Intl.DateTimeFormat Reflect.get $evaluateExpression require $items
`);
const constructed = pick('Set Date Intl.NumberFormat Intl.ListFormat');
const hostileClass = pick('Function Date.now Proxy Map Promise Array Object Intl.DateTimeFormat x');
const operator = pick('+ + + - * / % ** == === < > && || ?? & | in instanceof');
const hostileOperator = pick('= += ??= ||= , => ; . ?. : ? ... ++ --');
const entryKey = rarely(
	pick('a b toString valueOf toJSON trim map diff length zone isValid 0 "a b"'),
	pick('__proto__ constructor get set async "__proto__" then'),
);
/** A value with methods that change it or read the clock. */
const victim = pick('$json.tags $json.guest.tags $json.date $json.when new\tSet([1]) [3,1]');
/** A method that isn't called, in one of several ways. */
const loot = fc
	.tuple(
		victim,
		fc.oneof(
			pick('sort push reverse setTime setHours toRelative diffNow'),
			hostileMethod,
			method,
		),
	)
	.chain(([value, name]) =>
		fc.constantFrom(
			`${value}.${name}`,
			`${value}["${name}"]`,
			`${value}[("${name[0]}" + "${name.slice(1)}")]`,
			`${value}[["${name}"][0]]`,
			`[${value}].map(x => x.${name})[0]`,
			`[${value}].map((x, y) => x[("${name}" + "")]).at(0)`,
		),
	);
/** Ways in which JavaScript calls a function that isn't called by its name. */
const attack = fc
	.tuple(loot, victim, fc.nat(7))
	.map(
		([method, value, way]) =>
			[
				`[${value}].map(${method}, ${value})`,
				`Array.from([1], ${method}, ${value})`,
				`[${method}].map(x => [1].map(x, ${value}))`,
				`(({ toString: ${method}, diff: x => x.toMillis(), isValid: true, length: 1 }) + "")`,
				`({ trim: ${method}, diff: x => x.toMillis(), isValid: true, zone: "utc" }).trim()`,
				`JSON.stringify(Object.fromEntries([["toJSON", ${method}], ["0", "b"], ["length", 2]]))`,
				`"ab".replace(/a/, ${method})`,
				`({ "__proto__": ${value}, trim: x => x.length }).trim()`,
			][way]!,
	);

const oddPart = pick('/**/ // <!-- --> \\u0061 ` ${ } ) ( ] [ { } ; \n " \' # @ `a`');

/** Snippets that look as those of people do, with pieces that try to get out. */
export const { snippet } = fc.letrec<{ snippet: string }>((tie) => {
	const one = tie('snippet');
	const two = fc.tuple(one, one);
	const values = fc
		.array(
			rarely(
				one,
				one.map((value) => `...${value}`),
			),
			{ maxLength: 3 },
		)
		.map((list) => list.join(', '));
	const entries = fc.array(
		fc.oneof(
			fc.tuple(entryKey, one).map(([key, value]) => `${key}: ${value}`),
			two.map(([key, value]) => `[${key}]: ${value}`),
			one.map((value) => `...${value}`),
		),
		{ maxLength: 3 },
	);
	const parameters = rarely(
		pick('x y (x,y) (y,x) ()'),
		pick('$json global __data (x,x) ({x}) (x=1) (...x) Math DateTime undefined async\tx'),
	);
	const weighted = (weight: number, arbitrary: fc.Arbitrary<string>) => ({ weight, arbitrary });
	return {
		snippet: fc.oneof(
			{ depthSize: 'small', maxDepth: 5 },
			weighted(8, rarely(datum, hostileName)),
			weighted(
				5,
				fc
					.tuple(one, rarely(method, hostileMethod), values)
					.map(([a, b, c]) => `${a}.${b}(${c})`),
			),
			weighted(
				3,
				fc.tuple(one, rarely(method, hostileMethod)).map(([a, b]) => `${a}.${b}`),
			),
			weighted(
				3,
				two.map(([a, b]) => `${a}[${b}]`),
			),
			weighted(3, attack),
			weighted(
				1,
				two.map(([a, b]) => `${a}?.(${b})`),
			),
			weighted(
				2,
				fc.tuple(rarely(called, hostileCall), values).map(([a, b]) => `${a}(${b})`),
			),
			weighted(
				1,
				fc
					.tuple(rarely(constructed, hostileClass), values)
					.map(([a, b]) => `new ${a}(${b})`),
			),
			weighted(
				3,
				fc.tuple(parameters, one).map(([a, b]) => `${a} => ${b}`),
			),
			weighted(
				1,
				fc.tuple(parameters, one).map(([a, b]) => `(${a} => ${b})`),
			),
			weighted(
				2,
				entries.map((list) => `({ ${list.join(', ')} })`),
			),
			weighted(
				2,
				values.map((list) => `[${list}]`),
			),
			weighted(
				3,
				fc
					.tuple(one, rarely(operator, hostileOperator), one)
					.map(([a, o, b]) => `(${a} ${o} ${b})`),
			),
			weighted(
				1,
				fc.tuple(one, one, one).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
			),
			weighted(
				1,
				two.map(([a, b]) => `\`\${${a}}-\${${b}}\``),
			),
			weighted(
				1,
				fc
					.tuple(rarely(pick('! - + ~ typeof'), pick('delete void ++ -- await')), one)
					.map(([a, b]) => `(${a} ${b})`),
			),
			weighted(
				1,
				fc.tuple(one, method).map(([a, b]) => `${a}?.${b}`),
			),
			weighted(1, fc.constantFrom(...breakOuts)),
			weighted(
				1,
				fc.tuple(one, oddPart, one).map((parts) => parts.join('')),
			),
		),
	};
});
