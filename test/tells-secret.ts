/** Ways in which a server quotes a request. */
export const quotations: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'in capitals': (text) => text.toUpperCase(),
	'in an address': (text) => encodeURIComponent(text),
	'in a form': (text) => new URLSearchParams({ header: text }).toString(),
	'in hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
	'in base64': (text) => Buffer.from(text).toString('base64'),
	'in base64 in an address': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
	'in base64 of an address': (text) => Buffer.from(text).toString('base64url'),
};

/** Every decoding of a text. */
function readingsOf(text: string): string[] {
	const hex = [...text.matchAll(/([0-9a-f]{2})+/gi)].map(([run]) => Buffer.from(run, 'hex'));
	const base64 = [...text.matchAll(/[\w+/-]{6,}/g)].flatMap(([run]) =>
		[0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64')),
	);
	const inForm = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
		String.fromCharCode(parseInt(code, 16)),
	);
	return [text, inForm, ...[...hex, ...base64].map(String)];
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
