/** Characters from which JSON is stored deflated. */
const threshold = 2000;

/** The prefix of deflated text; JSON never begins with it. */
const deflated = 'z';

/** A value as JSON, short enough to store and read often: n8n stores it with an execution. */
export async function compress(value: unknown): Promise<string> {
	const json = JSON.stringify(value);
	if (json.length < threshold) return json;
	const bytes = await through(new CompressionStream('deflate-raw'), Buffer.from(json));
	return deflated + bytes.toString('base64');
}

/** The value of a compressed text. */
export async function decompress(compressed: string): Promise<unknown> {
	if (!compressed.startsWith(deflated)) return JSON.parse(compressed);
	const inflate = new DecompressionStream('deflate-raw');
	const bytes = await through(inflate, Buffer.from(compressed.slice(1), 'base64'));
	return JSON.parse(bytes.toString());
}

async function through(
	{ readable, writable }: CompressionStream | DecompressionStream,
	bytes: Uint8Array<ArrayBuffer>,
): Promise<Buffer> {
	const writer = writable.getWriter();
	const written = writer.write(bytes).then(async () => await writer.close());
	const reader = readable.getReader();
	const chunks: Uint8Array[] = [];
	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		chunks.push(part.value);
	}
	await written;
	return Buffer.concat(chunks);
}
