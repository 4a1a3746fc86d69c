/** Characters from which on a text is stored deflated. */
const threshold = 2000;

/** How a text is stored that says of itself whether it is deflated. */
const marks = { plain: 't', deflated: 'z' };

/** Makes a text short enough to be stored and read many times: n8n stores it with an execution. */
export async function pack(text: string): Promise<string> {
	if (text.length < threshold) return marks.plain + text;
	const bytes = await through(new CompressionStream('deflate-raw'), Buffer.from(text));
	return marks.deflated + bytes.toString('base64');
}

/** The text that was packed. */
export async function unpack(packed: string): Promise<string> {
	const content = packed.slice(1);
	if (packed.startsWith(marks.plain)) return content;
	const inflate = new DecompressionStream('deflate-raw');
	return (await through(inflate, Buffer.from(content, 'base64'))).toString();
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
