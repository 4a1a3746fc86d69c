import { type IDataObject, sleep } from 'n8n-workflow';
import { entryFailure, outcomeWords } from '../../catalogue/runs';
import { failureOfSentence, ServiceError } from '../../service/failure';
import { readAdditionalFields } from './additionalFields';
import { failureOf } from '../errors';
import type { Operation } from '../operation';
import type { RunOptions } from '../options';
import type { NodeParameters } from './parameters';
import { noRecipient } from '../recipient';
import { isErrorOfNode } from '../report';
import { refuse, sentOutcomes, type Row } from '../row';

type ReadOptions = Pick<RunOptions, 'combinesMessages' | 'sendsUnknownAgain'>;

/**
 * Reads and checks all items. A wrong item becomes an invalid row and doesn't stop the others. An
 * item without content becomes a skipped row.
 *
 * @param combinesMessages whether different messages may share a request
 * @param sendsUnknownAgain whether to send items that this node may have sent before
 */
export async function readRows(
	operation: Operation,
	parameters: NodeParameters,
	{ combinesMessages, sendsUnknownAgain }: ReadOptions,
	eventLoop: EventLoop,
): Promise<Row[]> {
	const rows: Row[] = [];
	const readItem = itemReader(operation, parameters, combinesMessages);
	for (let item = 0; item < parameters.items.length; item++) {
		try {
			if (!sendsUnknownAgain) refuseTried(item, parameters);
			readItem(item, rows);
		} catch (error) {
			const row = newRow(item, 0, {}, {});
			refuse(row, failureOf(error));
			rows.push(row);
		}
		// n8n's engine may take milliseconds for an item.
		if (eventLoop.isDue) await eventLoop.yieldWhenDue();
	}
	return rows;
}

/**
 * Refuses an item that comes back from this node's own error output, unless it wasn't sent.
 *
 * @throws ServiceError with the outcome of that try
 */
function refuseTried(item: number, { items, nodeName }: NodeParameters): void {
	const error = items[item]?.json.error;
	if (!isErrorOfNode(error) || error.node !== nodeName) return;
	const outcome = sentOutcomes.find((is) => is === error.outcome);
	if (!outcome) return;
	const sentence = entryFailure.triedBefore({ outcome: outcomeWords[outcome][0] });
	throw new ServiceError(failureOfSentence('input', sentence, { outcome }));
}

/** A row to be sent, whose recipient isn't known yet. */
export function newRow(
	item: number,
	position: number,
	envelope: IDataObject,
	body: IDataObject,
): Row {
	const outcome = { is: 'open' } as const;
	return {
		items: [item],
		position,
		envelope,
		body,
		recipient: noRecipient,
		outcome,
		warnings: [],
	};
}

/** Returns a function that adds an item's rows; it reads common values only once. */
function itemReader(
	operation: Operation,
	parameters: NodeParameters,
	combinesMessages: boolean,
): (item: number, rows: Row[]) => void {
	const { message, hasParts } = operation;
	const templateOf = parameters.common((item) =>
		message ? (item.field(message.field) as string) : '',
	);
	const envelopeOf = parameters.common((item) => {
		if (!operation.envelope) return {};
		const [add] = readAdditionalFields(operation, item);
		const own = operation.envelope(item);
		const envelope = add ? add(own) : own;
		if (!message || combinesMessages) return envelope;
		return { ...envelope, [message.field.name]: templateOf(item) };
	});
	const adderOf = parameters.common((item) => {
		const [toBody, toEntry] = readAdditionalFields(operation, item);
		return operation.envelope ? toEntry : toBody;
	});
	// It's needed only after sending, but must be valid before.
	const checkLaterOption = parameters.common((item) => operation.failsOnRejected?.(item));
	const bodiesOf = operation.entriesReader(parameters);
	return (item, all) => {
		const of = parameters.of(item);
		const envelope = envelopeOf(of);
		const template = message ? templateOf(of) : undefined;
		const bodies = bodiesOf(of, template ?? '');
		const add = adderOf(of);
		checkLaterOption(of);
		const rows: Row[] = [];
		for (let position = 0; position < bodies.length; position++) {
			const read = bodies[position] as IDataObject;
			const row = newRow(item, position, envelope, add ? add(read) : read);
			if (message) {
				row.template = template;
				row.text = message.textOf(template ?? '', row.body);
			}
			if (of.notes) row.notes = of.notes[position];
			row.recipient = operation.identity(row).recipient;
			rows.push(row);
		}
		if (hasParts) {
			const whole = { ...newRow(item, 0, envelope, {}), parts: rows };
			all.push({ ...whole, recipient: operation.identity(whole).recipient });
		} else if (rows.length > 0) all.push(...rows);
		else all.push({ ...newRow(item, 0, envelope, {}), outcome: { is: 'skipped' } });
	};
}

/** Milliseconds of work before other tasks get a turn. */
const longestBlock = 20;

/** Lets other tasks run now and then while very many items are processed. */
export class EventLoop {
	private since = Date.now();

	get isDue(): boolean {
		return Date.now() - this.since >= longestBlock;
	}

	async yieldWhenDue(): Promise<void> {
		if (!this.isDue) return;
		await sleep(0);
		this.since = Date.now();
	}
}
