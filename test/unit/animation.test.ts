import { deflateSync } from 'node:zlib';
import { animationOf, chunksOf } from '../../tools/animation';

/** A grey picture without checksums, which nothing here reads. */
function picture(width: number, data: number[]): Buffer {
	const chunk = (type: string, content: Buffer) => {
		const length = Buffer.alloc(4);
		length.writeUInt32BE(content.length);
		return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
	};
	const head = Buffer.from([0, 0, 0, width, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
	return Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		chunk('IHDR', head),
		chunk('IDAT', deflateSync(Buffer.from([0, ...data]))),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

it('shows its pictures one after the other, each as long as it should', () => {
	const [first, second] = [picture(2, [0, 0]), picture(2, [255, 255])];
	const chunks = chunksOf(
		animationOf([
			{ png: first, milliseconds: 500 },
			{ png: second, milliseconds: 900 },
		]),
	);
	expect(chunks.map(({ type }) => type)).toEqual([
		'IHDR',
		'acTL',
		'fcTL',
		'IDAT',
		'fcTL',
		'fdAT',
		'IEND',
	]);
	const controls = chunks.filter(({ type }) => type === 'fcTL').map(({ data }) => data);
	expect(controls.map((data) => [data.readUInt32BE(0), data.readUInt16BE(20)])).toEqual([
		[0, 500],
		[1, 900],
	]);
	expect(chunks[5]!.data.readUInt32BE(0)).toBe(2);
	expect(chunks[5]!.data.subarray(4)).toEqual(chunksOf(second)[1]!.data);
});
