import { DateTime } from 'luxon';
import { unclear } from './plainPath';

/** What the engine's answer to a piece of code stands for; `unclear` where n8n has to say itself. */
export function valueOf(answer: unknown): unknown {
	if (!Array.isArray(answer)) return isClear(answer) ? answer : unclear;
	const [list] = answer as unknown[];
	return Array.isArray(list) && list.every(isPlain) ? list : unclear;
}

function isClear(answer: unknown): boolean {
	return isPlain(answer) || DateTime.isDateTime(answer);
}

function isPlain(answer: unknown): boolean {
	// A lone surrogate may come out of the engine in other ways alone and among others.
	if (typeof answer === 'string') return answer.isWellFormed();
	return answer == null || typeof answer === 'number' || typeof answer === 'boolean';
}

/** Whether two values of a parameter are the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
	if (DateTime.isDateTime(one)) return DateTime.isDateTime(other) && one.equals(other);
	if (!Array.isArray(one)) return Object.is(one, other);
	return (
		Array.isArray(other) &&
		one.length === other.length &&
		one.every((inner, index) => Object.is(inner, other[index]))
	);
}
