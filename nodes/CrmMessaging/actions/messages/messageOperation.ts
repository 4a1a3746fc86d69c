import { messageHint } from '../../catalogue/messages';
import type { Operation } from '../../engine/operation';
import type { Call, Row } from '../../engine/row';
import { listIn } from '../../service/answer';
import type { Endpoint } from '../../service/endpoints';
import { messageHolder } from '../../service/fields/message';
import {
	deliveriesReader,
	deliveryLimit,
	filledIn,
	requestOfDeliveries,
	type MessageShape,
} from './deliveries';
import { failsOnRejected, giveResults, placedResults } from './deliveryResults';
import { pairResults, type Naming } from './pairResults';
import { refuseUnsendable } from './schedule';
import { previewOfMessages } from './preview';
import { guardMessages } from './sendGuards';

/** How an answer lists the results of deliveries. */
export interface ResultsShape {
	/** How deliveries and results name a recipient. */
	namingOf(rows: readonly Row[]): Naming;
	/** The list of results, if the answer may wrap it. */
	unwrapped?(list: unknown[]): unknown[];
	/** Whether the places in the list are those of the deliveries. */
	isInOrder(list: readonly unknown[], call: Call): boolean;
	/** Whether it makes no difference to whom a result is linked. */
	areAlike?(call: Call): boolean;
}

/** The parts of an operation that all operations share that send messages. */
type MessageParts = Pick<
	Operation,
	| 'endpoint'
	| 'limit'
	| 'failsOnRejected'
	| 'entriesReader'
	| 'message'
	| 'preview'
	| 'preflight'
	| 'checkOpen'
	| 'recipientOf'
	| 'request'
	| 'settle'
>;

/** Makes what follows from how an operation that sends messages names its recipients. */
export function messageOperation(
	endpoint: Endpoint,
	shape: MessageShape,
	results: ResultsShape,
): MessageParts {
	return {
		endpoint,
		limit: deliveryLimit,
		failsOnRejected,
		entriesReader: (parameters) => deliveriesReader(shape, parameters),
		message: {
			field: messageHolder,
			textOf: filledIn,
			shownBeside: shape.shownBeside,
		},
		preview: previewOfMessages(shape),
		preflight: guardMessages(shape),
		checkOpen: refuseUnsendable(shape),
		recipientOf: shape.recipientOf,
		request: requestOfDeliveries(endpoint),
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
