import { words } from '../../fields/words';

/** Whole values and functions of JavaScript and n8n whose result depends on nothing but what they are given. */
export const knownNames = new Set(
	[
		'undefined null true false NaN Infinity',
		'Array Boolean Date DateTime Duration Interval Intl JSON Math Number Object Set String',
		'parseInt parseFloat isNaN isFinite',
		'encodeURIComponent decodeURIComponent encodeURI decodeURI',
	].flatMap((line) => line.split(' ')),
);

/** What an expression may make anew; a date only of something, since of nothing it is the present. */
export const madeByNew = new Set(['Date', 'Set', 'Intl']);

/** Data of n8n that is the item's own, or the same for all items. */
export const knownData = new Set(['$json', '$itemIndex', '$runIndex', '$mode']);

/** Data of n8n that is the same for all items, and of which only a property may be read. */
export const knownObjects = new Set(['$workflow', '$execution', '$vars', '$prevNode']);

/** Functions of n8n that have a name of their own. */
export const knownFunctions = new Set(['$if', '$ifEmpty', '$min', '$max']);

/** The one item of another node that is the same for all items: `$("Node").first()`. */
export const firstOrLast = new Set(['first', 'last']);

/** Names that n8n's expression engine guards; it decides on them itself. */
export const guardedNames: readonly string[] = words(`
	__proto__, constructor, prototype, arguments, caller, callee, mainModule, getPrototypeOf,
	setPrototypeOf, defineProperty, defineProperties, binding, getOwnPropertyDescriptor,
	getOwnPropertyDescriptors, prepareStackTrace, dlopen, getBuiltinModule, loadEnvFile,
	_linkedBinding, _load, execve
`);

/** Properties that lead out of the data, or that n8n keeps for the execution. */
export const forbiddenProperties: ReadonlySet<string> = new Set([
	...guardedNames,
	'call',
	'apply',
	'bind',
	'customData',
]);

/** Methods that change what they are called on, or given. */
export const changingMethods: ReadonlySet<string> = new Set(
	[
		'push pop shift unshift splice sort reverse fill copyWithin',
		'add delete clear assign freeze seal preventExtensions',
	].flatMap((line) => line.split(' ')),
);

/** Methods that read the clock or chance, or change something. */
export const changefulMethods: ReadonlySet<string> = new Set([
	'now',
	'today',
	'local',
	'utc',
	'random',
	'randomItem',
	'diffNow',
	'diffToNow',
	'isInLast',
	'fromObject',
	'toRelative',
	'toRelativeCalendar',
	...changingMethods,
]);

/** Methods that begin like those by which a date changes itself, and give a new one. */
export const harmlessSetters = new Set(['setZone', 'setLocale']);
