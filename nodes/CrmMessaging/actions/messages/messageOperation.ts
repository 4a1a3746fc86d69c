import { sendTime } from '../../catalogue/messages';
import { figure } from '../../catalogue/sentence';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Operation, RowPreview } from '../../engine/operation';
import type { ItemParameters } from '../../engine/read/parameters';
import { propertiesOf, propertyOf } from '../../fields/control';
import type { Field } from '../../fields/field';
import { dateFormat } from '../../fields/types/date';
import type { Row } from '../../engine/row';
import { messageHolder } from '../../service/fields/message';
import {
	deliveriesReader,
	deliveryLimit,
	filledIn,
	recipientOptions,
	recipientProperties,
	requestOfDeliveries,
	type MessageShape,
} from './deliveries';
import { failOnRejected, resultsOfDeliveries, type ResultsShape } from './deliveryResults';
import {
	readSchedule,
	guardsOfUnsent,
	scheduleProperties,
	startFlag,
	timeOf,
	tryFirstNotice,
} from './schedule';
import { guardOptions, guardsOf, messages } from './sendGuards';

type Own = Pick<Operation, 'resource' | 'action' | 'description' | 'endpoint' | 'output'>;

interface MessageParts {
	/** Fields of the request before and after the recipient in the form. */
	sender: Field;
	title?: Field;
	options: INodeProperties[];
	readDetails?: (item: ItemParameters) => IDataObject;
	shape: MessageShape;
	results: ResultsShape;
}

export function messageOperation(own: Own, parts: MessageParts): Operation {
	const { sender, title, options, readDetails, shape, results } = parts;
	const titles = title ? [title] : [];
	/** Another title, link or time makes another message; another sender doesn't. */
	const contentOf = ({ envelope, text = '' }: Pick<Row, 'envelope' | 'text'>): string => {
		const { [sender.name]: _, start_now: __, ...message } = envelope;
		return JSON.stringify([text.trim(), message]);
	};
	return {
		...own,
		operation: 'send',
		name: 'Send',
		properties: [
			propertyOf(sender),
			...recipientProperties(shape),
			...propertiesOf([...titles, messageHolder]),
			...scheduleProperties,
			tryFirstNotice,
		],
		options: [
			...recipientOptions(shape),
			...propertiesOf([dateFormat, failOnRejected, startFlag, ...guardOptions(shape)]),
			...options,
		],
		envelope: (item) => ({
			...item.fields([sender, ...titles]),
			...readSchedule(item),
			...readDetails?.(item),
		}),
		limit: deliveryLimit,
		failsOnRejected: (item) => item.option(failOnRejected),
		entriesReader: (parameters) => deliveriesReader(shape, parameters),
		message: { field: messageHolder, textOf: filledIn },
		identity: (row) => ({
			recipient: shape.recipientOf(row.body),
			content: () => contentOf(row),
		}),
		guards: guardsOf(shape, contentOf),
		guardsOfUnsent: guardsOfUnsent(shape),
		preview: previewOfMessages(shape),
		request: requestOfDeliveries(own.endpoint),
		results: (answer, batch) => resultsOfDeliveries(answer, batch, results, shape.recipientIn),
	};
}

function previewOfMessages({ recipientIn, segmentsOf }: MessageShape): RowPreview {
	return {
		value: 'messages',
		words: ['Messages', 'One item per recipient, with the text as they will read it'],
		of(row) {
			const { body, text, warnings } = row;
			const { start_at: _, ...marks } = row.marks ?? {};
			const size = segmentsOf?.(row);
			return {
				text,
				...(size && { parts: size.segments }),
				warnings: [...warnings],
				...recipientIn(body),
				schedule: timeOf(row),
				...(size && { encoding: size.encoding }),
				...marks,
			};
		},
		totalOf(rows) {
			const parts =
				segmentsOf && rows.reduce((sum, row) => sum + segmentsOf(row).segments, 0);
			const size = parts === undefined ? '' : ` (${figure(parts)} SMS)`;
			return sendTime.total({ messages: messages(rows) + size, times: whenSent(rows) });
		},
	};
}

function whenSent(rows: readonly Row[]): string {
	const times = [...new Set(rows.map(timeOf))].filter((time) => time !== 'now');
	const [first, ...others] = times.sort((one, other) => Date.parse(one) - Date.parse(other));
	if (first === undefined) return sendTime.now;
	const last = others.at(-1);
	const later = last ? sendTime.between({ first, last }) : sendTime.at({ first });
	return rows.some((row) => timeOf(row) === 'now') ? `${sendTime.now} or ${later}` : later;
}
