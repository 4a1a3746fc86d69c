import type { FieldType } from '../field';
import { InputError, shown } from '../inputError';
import { text, toText } from './text';

/** A text that matches a pattern once the characters of `ignored` are taken out. */
export function patternText(
	format: string,
	pattern: RegExp,
	ignored: RegExp,
	advice: string,
	finish: (text: string) => string = (given) => given,
): FieldType {
	return {
		...text,
		format,
		convert(value) {
			const text = toText(value);
			if (pattern.test(text)) return text;
			const given = finish(text.replace(ignored, ''));
			if (!pattern.test(given)) throw new InputError(`${shown(value)} is not ${advice}`);
			return given;
		},
	};
}
