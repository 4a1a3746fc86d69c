import { isSign, type Token } from './tokens';

/** The names of functions' parameters, wherever they stand. */
export function collectParameters(tokens: readonly Token[], into: Set<string>): void {
	tokens.forEach((token, index) => {
		if (token.kind === 'template') token.codes.forEach((code) => collectParameters(code, into));
		const names = parametersAt(tokens, index)?.names ?? [];
		names.forEach((name) => into.add(name));
	});
}

/** A function's parameters, where such begin: `x =>` or `(x, y) =>`. */
export function parametersAt(
	tokens: readonly Token[],
	index: number,
): { names: string[]; length: number } | undefined {
	const first = tokens[index];
	if (first?.kind === 'name' && isSign(tokens[index + 1], '=>')) {
		return { names: [first.text], length: 2 };
	}
	if (!isSign(first, '(')) return undefined;
	const names: string[] = [];
	for (let at = index + 1; ; at++) {
		const token = tokens[at];
		if (isSign(token, ')')) {
			return isSign(tokens[at + 1], '=>') ? { names, length: at + 2 - index } : undefined;
		}
		if (names.length > 0) {
			if (!isSign(token, ',')) return undefined;
			at++;
		}
		const name = tokens[at];
		if (name?.kind !== 'name') return undefined;
		names.push(name.text);
	}
}
