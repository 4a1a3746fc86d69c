/** Ways in which a server quotes a request. */
export const quotations: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'in capitals': (text) => text.toUpperCase(),
	'in an address': (text) => encodeURIComponent(text),
	'in a form': (text) => new URLSearchParams({ header: text }).toString(),
	'in JSON': (text) => JSON.stringify({ header: text }),
	'in JSON with escaped signs': (text) => JSON.stringify(text).replace(/[^\w\\"]/g, escaped),
};

function escaped(sign: string): string {
	return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A text without the escapes of JSON and addresses. */
function decoded(text: string): string {
	const code = (_: string, hex: string) => String.fromCharCode(parseInt(hex, 16));
	const plain = text.replace(/\\*u00([0-9a-f]{2})/gi, code);
	return plain.replace(/\\/g, '').replace(/%([0-9a-f]{2})/gi, code);
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
	return [text, decoded(text)].some((reading) =>
		parts.some((part) => reading.toLowerCase().includes(part)),
	);
}
