import { isSign, type Token } from './tokens';

/** What code reads of its item: the keys on the way to each value. None lead to the whole item. */
export type ReadPaths = ReadonlyArray<readonly string[]>;

/** The keys that lead on from an object, up to a method, a computed key or what every object has. */
export function pathFrom(tokens: readonly Token[]): string[] {
	const path: string[] = [];
	for (let at = 0; ;) {
		const [sign, name, end] = tokens.slice(at, at + 3);
		let key: string | undefined;
		if ((isSign(sign, '.') || isSign(sign, '?.')) && name?.kind === 'name') {
			if (!isSign(end, '(')) key = name.text;
			at += 2;
		} else if (isSign(sign, '[') && name?.kind === 'string' && isSign(end, ']')) {
			key = name.text.slice(1, -1);
			at += 3;
		}
		if (key === undefined || key in Object.prototype) return path;
		path.push(key);
	}
}
