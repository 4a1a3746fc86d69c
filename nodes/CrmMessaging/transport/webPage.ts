/** Characters of a body in which a page is recognized. */
const looked = 20_000;

/** Characters that a sentence quotes of a title. */
const longestTitle = 100;

const named: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
};

/** What a person is told of an answer that is a page. */
export const pageAdvice = 'This looks like a proxy’s or login page, not the service.';

/**
 * Recognizes a web page in a body: the service answers in JSON, so a proxy, a login or a firewall
 * stands before it, or Base URL leads elsewhere.
 *
 * @returns the page as a sentence names it, with its title; undefined where the body is something else
 */
export function pageIn(body: string): string | undefined {
	const text = body.slice(0, looked);
	if (!/^\s*</.test(text) || !/<(!doctype\s+html|html|head|body|title)\b/i.test(text))
		return undefined;
	const [, raw = ''] = /<title\b[^<>]*>([^<]*)/i.exec(text) ?? [];
	const title = decoded(raw).replace(/\s+/g, ' ').trim();
	if (title === '') return 'a web page';
	const shown = title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title;
	return `a web page “${shown}”`;
}

function decoded(text: string): string {
	return text.replace(
		/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,5}));/gi,
		(whole, ten, hex, name) => {
			if (name) return named[String(name).toLowerCase()] ?? whole;
			const code = ten ? Number(ten) : Number.parseInt(String(hex), 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
		},
	);
}
