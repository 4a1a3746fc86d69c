import { wordList } from '../../../fields/words';

const setOf = (list: string): ReadonlySet<string> => new Set(wordList(list));

/** Values that are the same for all items, or that the engine passes per item. */
export const pureValues = setOf('$itemIndex, $runIndex, $mode, undefined, NaN, Infinity');

/** Data shared by all items, if code reads only a property of it. */
export const sharedData = setOf('$workflow, $execution, $vars, $prevNode');

/** Functions that n8n finds only in a call. */
export const calledFunctions = setOf('$if, $ifEmpty, $min, $max');

/** Functions that depend only on their arguments. */
export const pureFunctions = setOf(`
	Boolean, Number, String, parseInt, parseFloat, isNaN, isFinite, encodeURIComponent,
	decodeURIComponent, encodeURI, decodeURI
`);

/** Classes to make values of. A date needs an argument, else it is the current time. */
export const pureClasses = setOf('Date, Set');

/** The functions of classes and namespaces. The others read the clock, chance or other objects. */
export const staticFunctions: Readonly<Record<string, ReadonlySet<string>>> = {
	Array: setOf('from, isArray, of'),
	Date: setOf('parse'),
	DateTime: setOf(`
		fromFormat, fromHTTP, fromISO, fromJSDate, fromMillis, fromRFC2822, fromSeconds, fromSQL,
		isDateTime, max, min
	`),
	Duration: setOf('fromISO, fromISOTime, fromMillis, fromObject, isDuration'),
	// An end of it that is an object is completed by the clock.
	Interval: setOf('isInterval'),
	// Its dates are those of the clock if they have no argument.
	Intl: setOf(
		'Collator, DisplayNames, ListFormat, NumberFormat, PluralRules, RelativeTimeFormat',
	),
	JSON: setOf('parse, stringify'),
	Math: setOf(`
		abs, acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, ceil, cos, cosh, exp, expm1, floor,
		hypot, log, log10, log1p, log2, max, min, pow, round, sign, sin, sinh, sqrt, tan, tanh, trunc
	`),
	Number: setOf('isFinite, isInteger, isNaN, isSafeInteger, parseFloat, parseInt'),
	Object: setOf('entries, fromEntries, hasOwn, is, keys, values'),
	String: setOf('fromCharCode, fromCodePoint, raw'),
};

/** Methods, of any value, that depend only on it and on their arguments, and change neither. */
export const pureMethods = setOf(`
	at, charAt, charCodeAt, codePointAt, concat, endsWith, includes, indexOf, isWellFormed,
	lastIndexOf, localeCompare, match, matchAll, normalize, padEnd, padStart, repeat, replace,
	replaceAll, search, slice, split, startsWith, substr, substring, toLocaleLowerCase,
	toLocaleUpperCase, toLowerCase, toUpperCase, toWellFormed, trim, trimEnd, trimLeft, trimRight,
	trimStart, exec, test,
	entries, every, filter, find, findIndex, findLast, findLastIndex, flat, flatMap, forEach, join,
	keys, map, reduce, reduceRight, some, toReversed, toSorted, toSpliced, values, with,
	difference, has, hasOwnProperty, intersection, isDisjointFrom, isSubsetOf, isSupersetOf,
	symmetricDifference, union,
	toExponential, toFixed, toLocaleString, toPrecision, toString, valueOf,
	formatToParts, of, select,
	getDate, getDay, getFullYear, getHours, getMilliseconds, getMinutes, getMonth, getSeconds,
	getTime, getTimezoneOffset, getUTCDate, getUTCDay, getUTCFullYear, getUTCHours,
	getUTCMilliseconds, getUTCMinutes, getUTCMonth, getUTCSeconds, toDateString, toISOString, toJSON,
	toLocaleDateString, toLocaleTimeString, toTimeString, toUTCString,
	diff, endOf, equals, get, hasSame, minus, plus, reconfigure, resolvedLocaleOptions, set, setLocale,
	setZone, startOf, toBSON, toFormat, toHTTP, toISO, toISODate, toISOTime, toISOWeekDate, toJSDate,
	toLocal, toLocaleParts, toMillis, toObject, toRFC2822, toSeconds, toSQL, toSQLDate, toSQLTime,
	toUnixInteger, toUTC,
	as, mapUnits, negate, removeZeros, rescale, shiftTo, shiftToAll, toHuman,
	base64Decode, base64Encode, extractDomain, extractEmail, extractUrl, extractUrlPath, hash,
	isDomain, isEmail, isEmpty, isNotEmpty, isNumeric, isUrl, length, parseJson, quote,
	removeMarkdown, removeTags, replaceSpecialChars, toBoolean, toDate, toDateTime, toDecimalNumber,
	toFloat, toInt, toJsonString, toNumber, toSentenceCase, toSnakeCase, toTitleCase, toWholeNumber,
	urlDecode, urlEncode,
	append, average, chunk, compact, first, last, max, merge, mergeIntoObject, min, pluck,
	removeDuplicates, renameKeys, smartJoin, sum, unique,
	abs, ceil, floor, format, isEven, isInteger, isOdd, round,
	hasField, keepFieldsContaining, removeField, removeFieldsContaining,
	beginningOf, diffTo, endOfMonth, extract, isBetween, isDst, isWeekend
`);

/** Methods that change their object or an argument. */
export const changingMethods = setOf(`
	push, pop, shift, unshift, splice, sort, reverse, fill, copyWithin, add, delete, clear,
	assign, freeze, seal, preventExtensions
`);

/** Methods that read the clock. Code must not even hand them on. */
const clockMethods = setOf('diffNow, toRelative, toRelativeCalendar, until');

/** Setters of Date; luxon's return a new date. */
const setter = /^set(?!Zone$|Locale$)[A-Z]/;

/** Names that n8n's expression engine guards itself. */
export const guardedNames = setOf(`
	__proto__, constructor, prototype, arguments, caller, callee, mainModule, getPrototypeOf,
	setPrototypeOf, defineProperty, defineProperties, binding, getOwnPropertyDescriptor,
	getOwnPropertyDescriptors, prepareStackTrace, dlopen, getBuiltinModule, loadEnvFile,
	_linkedBinding, _load, execve, $
`);

/** Names that lead out of the data, or that n8n reserves. */
const leadsOut = setOf('call, apply, bind, customData');

/** Whether a key is one of data. */
export function isDataKey(name: string): boolean {
	return !name.startsWith('__') && !guardedNames.has(name) && !leadsOut.has(name);
}

/** Whether a property can't be a method that does more than to return a value. */
export function isHarmlessProperty(name: string): boolean {
	if (changingMethods.has(name) || clockMethods.has(name)) return false;
	return isDataKey(name) && !setter.test(name);
}

/** Whether a name is the language's or n8n's own, and no field. */
export function isKnownName(name: string): boolean {
	const isStatic = Object.hasOwn(staticFunctions, name);
	return isStatic || [pureValues, pureFunctions, pureClasses].some((names) => names.has(name));
}
