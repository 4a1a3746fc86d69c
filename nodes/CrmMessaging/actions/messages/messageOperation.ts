import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { messageHint } from '../../catalogue/messages';
import { nodeText } from '../../catalogue/panels';
import { figure } from '../../catalogue/sentence';
import type { Operation, RowPreview } from '../../engine/operation';
import type { ItemParameters } from '../../engine/read/parameters';
import type { Row } from '../../engine/row';
import { propertyOf, propertiesOf } from '../../fields/control';
import { parameterName, type Option } from '../../fields/field';
import { quote } from '../../fields/inputError';
import { choice } from '../../fields/types/choice';
import { isDateAlone, dateFormat } from '../../fields/types/date';
import { orderedJson, unwrapped } from '../../fields/values';
import { limits } from '../../service/endpoints';
import { startAt, messageHolder } from '../../service/fields/message';
import {
	readDeliveries,
	recipientIn,
	recipientProperties,
	sharedMessage,
	type MessageKind,
} from './deliveries';
import { failOnRejected, resultsOfDeliveries } from './deliveryResults';
import { guardOptions, guardsOf, messages, timeOf } from './guards';
import { fillTemplate, placeholderValuesProperty } from './placeholders';

export function messageOperation(
	own: Pick<Operation, 'resource' | 'choice' | 'endpoint' | 'output'>,
	kind: MessageKind,
): Operation {
	const { sender, title, options, readDetails } = kind;
	const titles = title ? [title] : [];
	const asides = [sender.name, 'start_now', startAt.name, messageHolder.name];
	/** Another title, link or moment makes another message; another sender doesn't. */
	const contentOf = ({ envelope, text = '' }: Pick<Row, 'envelope' | 'text'>): string => {
		const time = timeOf({ envelope });
		const details = Object.entries(envelope)
			.filter(([key]) => !asides.includes(key))
			.map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]);
		return orderedJson([text.trim(), Date.parse(time) || time, Object.fromEntries(details)]);
	};
	return {
		...own,
		form: {
			fields: [
				propertyOf(sender),
				...recipientProperties(kind),
				...propertiesOf([...titles, messageHolder]),
				...scheduleProperties,
			],
			options: [
				placeholderValuesProperty,
				...propertiesOf([dateFormat, startFlag, ...guardOptions(kind)]),
				...options,
			],
		},
		limit: {
			maxPerRequest: limits.deliveriesPerRequest,
			rows: 'messages',
			list: { key: 'deliveries', entry: 'Recipient', setByNode: 'replacements' },
		},
		failOnRejected,
		reader(parameters) {
			const templateOf = parameters.common((item) => item.field(messageHolder) as string);
			const envelopeOf = parameters.common((item) => ({
				...item.fields([sender, ...titles]),
				...readSchedule(item),
				...readDetails?.(item),
				// Reserves its key.
				[messageHolder.name]: '',
			}));
			return (item) => {
				const template = templateOf(item);
				const envelope = envelopeOf(item);
				return readDeliveries(item, template, kind).map((body) => {
					const text = fillTemplate(template, body.replacements as IDataObject);
					return { envelope, body, template, text };
				});
			};
		},
		identity: (row) => ({
			recipient: recipientIn(row.body, kind),
			content: () => contentOf(row),
		}),
		guards: guardsOf(kind, contentOf),
		preview: previewOfMessages(kind),
		request(batch) {
			const { message, deliveries } = sharedMessage(batch);
			return {
				body: { ...batch[0].envelope, [messageHolder.name]: message, deliveries },
			};
		},
		results: (answer, batch) => resultsOfDeliveries(answer, batch, kind),
	};
}

function previewOfMessages(kind: MessageKind): RowPreview {
	const { segmentsOf } = kind;
	return {
		value: 'messages',
		words: ['Messages', 'One item per recipient, with the text as they will read it'],
		of(row) {
			const { body, text, warnings, isTest } = row;
			const size = segmentsOf?.(row);
			return {
				text,
				...(size && { parts: size.segments }),
				...(warnings.length > 0 && { warnings: [...warnings] }),
				...recipientIn(body, kind),
				schedule: timeOf(row),
				...(size && { encoding: size.encoding }),
				...(isTest && { test: true }),
			};
		},
		totalOf(rows) {
			const parts =
				segmentsOf && rows.reduce((sum, row) => sum + segmentsOf(row).segments, 0);
			return messages(rows) + (parts === undefined ? '' : ` (${figure(parts)} SMS)`);
		},
	};
}

const schedule: Option<'now' | 'at'> = {
	name: 'schedule',
	label: 'Schedule',
	type: choice({ now: 'Now', at: 'Later' }),
	perItem: true,
	isParameter: true,
	unset: 'now',
};

const startFlag: Option<'true' | 'false'> = {
	name: 'startFlag',
	label: 'Start Flag',
	type: choice({
		false: ['False', 'The time decides when to send'],
		true: ['True', 'For services that don’t start without it'],
	}),
	unset: 'false',
	initial: 'true',
	description: 'Value of start_now for a scheduled message (if it never arrives, choose True)',
};

const scheduleProperties: INodeProperties[] = [
	propertyOf(schedule),
	propertyOf(startAt, { displayOptions: { show: { schedule: ['at'] } } }),
	{
		displayName: nodeText.previewFirst,
		name: 'tryFirst',
		type: 'notice',
		default: '',
		displayOptions: { hide: { '/options.preview': [{ _cnd: { exists: true } }] } },
	},
];

function readSchedule(item: ItemParameters): IDataObject {
	if (item.option(schedule) !== 'at') return { start_now: true };
	const time = item.field(startAt) as string;
	const written = unwrapped(item.value(parameterName(startAt)));
	if (isDateAlone(written)) item.listInHint(messageHint.daysWithoutTime, quote(written));
	return { start_now: item.option(startFlag) === 'true', start_at: time };
}
