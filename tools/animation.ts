/**
 * Animated PNG, made of pictures of one size: https://www.w3.org/TR/png-3/#apng-frame-based-animation.
 * The pictures' own compressed data is kept.
 */
import { crc32 } from 'node:zlib';

/** A picture, and how long it's shown in milliseconds. */
export interface Frame {
	png: Buffer;
	milliseconds: number;
}

interface Chunk {
	type: string;
	data: Buffer;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The chunks of a PNG. */
function chunksOf(png: Buffer): Chunk[] {
	const chunks: Chunk[] = [];
	for (let at = signature.length; at < png.length;) {
		const length = png.readUInt32BE(at);
		const type = png.toString('latin1', at + 4, at + 8);
		chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
		at += 12 + length;
	}
	return chunks;
}

function bytesOf({ type, data }: Chunk): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

/** Numbers of four bytes each. */
function numbers(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4);
	values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, at * 4));
	return bytes;
}

/**
 * An animation that repeats forever.
 *
 * @throws Error if the pictures differ in size or kind
 */
export function animationOf(frames: readonly Frame[]): Buffer {
	const pictures = frames.map(({ png }) => chunksOf(png));
	const heads = pictures.map((chunks) => chunks.find(({ type }) => type === 'IHDR')!.data);
	const [head = Buffer.alloc(0)] = heads;
	if (heads.some((other) => !other.equals(head))) throw new Error('The pictures differ in size');
	let sequence = 0;
	const chunks: Chunk[] = [
		{ type: 'IHDR', data: head },
		{ type: 'acTL', data: numbers(frames.length, 0) },
	];
	for (const [at, { milliseconds }] of frames.entries()) {
		const delay = Buffer.alloc(6);
		delay.writeUInt16BE(milliseconds, 0);
		delay.writeUInt16BE(1000, 2);
		const control = numbers(sequence++, head.readUInt32BE(0), head.readUInt32BE(4), 0, 0);
		chunks.push({ type: 'fcTL', data: Buffer.concat([control, delay]) });
		for (const { type, data } of pictures[at]!) {
			if (type !== 'IDAT') continue;
			chunks.push(
				at === 0
					? { type, data }
					: { type: 'fdAT', data: Buffer.concat([numbers(sequence++), data]) },
			);
		}
	}
	chunks.push({ type: 'IEND', data: Buffer.alloc(0) });
	return Buffer.concat([signature, ...chunks.map(bytesOf)]);
}
