/** Ways in which a server quotes a request. */
export const quotations: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'in capitals': (text) => text.toUpperCase(),
	'in an address': (text) => encodeURIComponent(text),
	'in a form': (text) => new URLSearchParams({ header: text }).toString(),
	'in JSON': (text) => JSON.stringify(text),
	'in JSON within JSON': (text) => JSON.stringify({ body: JSON.stringify(text).slice(1, -1) }),
	'in an address within an address': (text) => encodeURIComponent(encodeURIComponent(text)),
	'in JSON within JSON within JSON': (text) =>
		JSON.stringify(JSON.stringify(JSON.stringify(text))),
	'in code': (text) => text.replace(/[^\w ]/g, (one) => `\\x${one.charCodeAt(0).toString(16)}`),
	'in HTML': (text) => text.replace(/[&<>"]/g, (character) => `&${htmlNames[character]};`),
	'in numbers of HTML': (text) => text.replace(/./g, (one) => `&#${one.charCodeAt(0)};`),
	'in numbers of HTML within HTML': (text) =>
		text.replace(/[^\w ]/g, (one) => `&amp;#${one.charCodeAt(0)};`),
	'in hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
	'in base64': (text) => Buffer.from(text).toString('base64'),
	'in base64 of short lines': (text) =>
		Buffer.from(text)
			.toString('base64')
			.replace(/.{16}/g, (line) => `${line}\r\n`),
	'in base64 in JSON with escaped slashes': (text) =>
		JSON.stringify(Buffer.from(text).toString('base64')).replaceAll('/', '\\/'),
	'in base64 in an address': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
	'in base64 of an address': (text) => Buffer.from(text).toString('base64url'),
};

const htmlNames: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
const characters = new Map(Object.entries(htmlNames).map(([character, name]) => [name, character]));

/** Every decoding of a text. */
function readingsOf(text: string): string[] {
	const hex = [...text.matchAll(/([0-9a-f]{2})+/gi)].map(([run]) => Buffer.from(run, 'hex'));
	const base64 = [...text.matchAll(/[\w+/-]{6,}/g)].flatMap(([run]) =>
		[0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64')),
	);
	const fromCode = (_: string, digits: string, radix: number) =>
		String.fromCharCode(parseInt(digits, radix));
	const inForm = text.replace(/%([0-9a-f]{2})/gi, (all, code: string) => fromCode(all, code, 16));
	const inHtml = text
		.replace(/&#(\d{1,4});/g, (all, code: string) => fromCode(all, code, 10))
		.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => characters.get(name)!);
	const inJson = text.replace(/\\+(.)/g, '$1');
	return [text, inForm, inHtml, inJson, ...[...hex, ...base64].map(String)];
}

/** Whether a text contains a secret, or a part of it: half by default. */
export function tells(
	text: string,
	secret: string,
	length = Math.max(6, Math.ceil(secret.length / 2)),
): boolean {
	const parts = Array.from({ length: secret.length - length + 1 }, (_, at) =>
		secret.slice(at, at + length).toLowerCase(),
	);
	return readingsOf(text).some((reading) =>
		parts.some((part) => reading.toLowerCase().includes(part)),
	);
}
