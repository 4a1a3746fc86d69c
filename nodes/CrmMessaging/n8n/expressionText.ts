/** A piece of an expression's text: code between braces, or what stands around it. */
export type ExpressionPart = { code: string } | { text: string };

/**
 * Takes an expression apart as n8n does before it evaluates it: code reaches from two opening braces
 * to the next two closing ones, whatever stands between, and two backslashes before it are one.
 *
 * Beyond the public types: they leave the syntax open. What versions read differently is left to
 * n8n; what else a version may read differently shows in the first item, which is read both ways.
 *
 * @param raw a parameter as the workflow holds it, which begins with `=`
 * @returns undefined for what only n8n can take apart
 */
export function expressionParts(raw: string): ExpressionPart[] | undefined {
	// n8n refuses a text that names it, wherever it stands.
	if (/\.\s*constructor/.test(raw)) return undefined;
	const parts: ExpressionPart[] = [];
	let at = 1;
	for (;;) {
		const open = raw.indexOf('{{', at);
		if (open < 0) break;
		const close = raw.indexOf('}}', open + 2);
		// A backslash before braces escapes them in some places, and in others not.
		if (close < 0 || raw[open - 1] === '\\' || raw[close - 1] === '\\') return undefined;
		if (open > at) parts.push({ text: raw.slice(at, open).replaceAll('\\\\', '\\') });
		parts.push({ code: raw.slice(open + 2, close) });
		at = close + 2;
	}
	if (at < raw.length) parts.push({ text: raw.slice(at) });
	return parts;
}

/** What n8n puts into a text for a plain value that an expression in it gives. */
export function printed(value: string | number | boolean | null | undefined): string {
	return value || value === 0 || value === false ? String(value) : '';
}
