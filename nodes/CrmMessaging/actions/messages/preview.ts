import type { RowPreview } from '../../engine/operation';
import type { Row } from '../../engine/row';
import type { MessageShape } from './deliveries';
import { messages } from './messageHints';
import { timeOf } from './schedule';

/** Shows each message as its recipient will read it, with its warnings and send time. */
export function previewOfMessages({ recipientIn, segmentsOf }: MessageShape): RowPreview {
	return {
		value: 'messages',
		words: ['Messages', 'One item per recipient, with the text as they will read it'],
		of(row) {
			const { body, text, warnings } = row;
			const { start_at: _, ...marks } = row.marks ?? {};
			const { segments: parts, encoding } = segmentsOf?.(row) ?? {};
			const size = segmentsOf ? { parts } : {};
			return {
				text,
				...size,
				warnings: [...warnings],
				...recipientIn(body),
				schedule: timeOf(row),
				...(segmentsOf && { encoding }),
				...marks,
			};
		},
		totalOf(rows) {
			const count = messages(rows);
			const total =
				segmentsOf && rows.reduce((sum, row) => sum + segmentsOf(row).segments, 0);
			const size = total === undefined ? '' : `, ${total.toLocaleString('en')} SMS`;
			return `${count}${size}, ${whenSent(rows)}`;
		},
	};
}

function whenSent(rows: readonly Row[]): string {
	const times = [...new Set(rows.map(timeOf))].filter((time) => time !== 'now');
	const [first, ...others] = times.sort((one, other) => Date.parse(one) - Date.parse(other));
	if (first === undefined) return 'sent now';
	const last = others.at(-1);
	const scheduled = last ? `scheduled from ${first} to ${last}` : `scheduled for ${first}`;
	return rows.some((row) => timeOf(row) === 'now') ? `sent now or ${scheduled}` : scheduled;
}
