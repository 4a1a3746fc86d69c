import { figure } from '../../catalogue/sentence';
import { messageHint } from '../../catalogue/messages';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Operation, RowPreview } from '../../engine/operation';
import type { ItemParameters } from '../../engine/parameters';
import { propertiesOf, propertyOf } from '../../fields/control';
import type { Field } from '../../fields/field';
import type { Call, Row } from '../../engine/row';
import { listIn } from '../../service/answer';
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
import { failOnRejected, giveResults, placedResults } from './deliveryResults';
import { pairResults, type Naming } from './pairResults';
import {
	readSchedule,
	refuseUnsendable,
	scheduleProperties,
	startFlag,
	timeOf,
	tryFirstNotice,
} from './schedule';
import { guardMessages, guardOptions, messages } from './sendGuards';

export interface ResultsShape {
	namingOf(rows: readonly Row[]): Naming;
	/** Unwraps the list of results if the answer may nest it. */
	unwrapped?(list: unknown[]): unknown[];
	isInOrder(list: readonly unknown[], call: Call): boolean;
	/** Whether all results are interchangeable. */
	areAlike?(call: Call): boolean;
}

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
			...propertiesOf([failOnRejected, startFlag, ...guardOptions(shape)]),
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
		message: {
			field: messageHolder,
			textOf: filledIn,
			shownBeside: shape.shownBeside,
			timeOf,
		},
		preview: previewOfMessages(shape),
		preflight: guardMessages(shape),
		checkOpen: refuseUnsendable(shape),
		recipientOf: shape.recipientOf,
		request: requestOfDeliveries(own.endpoint),
		settle(answer, call) {
			const outer = listIn(answer, 'deliveries');
			const list = results.unwrapped?.(outer) ?? outer;
			const placed = placedResults(list, results.isInOrder(list, call));
			const pairing = pairResults(placed, call.rows, results.namingOf(call.rows));
			giveResults(pairing, call, shape.recipientIn);
			if (!pairing.placed.includes(true) || results.areAlike?.(call)) return;
			call.hints = [...call.hints, messageHint.linkedByOrder()];
		},
	};
}

function previewOfMessages({ recipientIn, segmentsOf }: MessageShape): RowPreview {
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
			const size = total === undefined ? '' : `, ${figure(total)} SMS`;
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
