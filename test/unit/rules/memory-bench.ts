import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { purchaseUpsert } from '../../../nodes/CrmMessaging/actions/purchase/upsert.operation';
import { smsSend } from '../../../nodes/CrmMessaging/actions/sms/send.operation';
import { Memory, type Recalled } from '../../../nodes/CrmMessaging/engine/remember/memory';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { Call, type Output, type Row } from '../../../nodes/CrmMessaging/engine/row';
import { settle } from '../../../nodes/CrmMessaging/engine/send/outcomes';
import type { Failure } from '../../../nodes/CrmMessaging/service/failure';
import { rowOf, rowsOf } from './rows';

/** An execution with one node, whose memory lives as long as it does. */
export class Execution {
	nodeContext: IDataObject = {};
	parameters: INodeParameters = { sender: 'Aurora' };
	runIndex = 0;
	type = 'crmMessaging';
	id = '1';
	mode = 'trigger';

	get context(): IExecuteFunctions {
		const { parameters, runIndex: $runIndex, type, nodeContext, id, mode } = this;
		const context = {
			getContext: () => nodeContext,
			getExecutionId: () => id,
			getMode: () => mode,
			getNode: () => ({ name: 'Text', parameters, type }),
			getWorkflowDataProxy: () => ({ $runIndex }),
		};
		return context as unknown as IExecuteFunctions;
	}

	open(operation: Operation = smsSend, account = 'a', again = false): Memory {
		return new Memory(this.context, operation, account, again);
	}

	/** A retry from n8n's editor, with the context as n8n stored it. */
	retry(): this {
		this.nodeContext = JSON.parse(JSON.stringify(this.nodeContext)) as IDataObject;
		return Object.assign(this, { id: `${this.id}1`, mode: 'retry' });
	}
}

/** SMS, one per item; the recipients are in the order of the items. */
export const sms = (...phones: string[]): Row[] =>
	rowsOf(
		phones.map((phone_number) => ({ phone_number })),
		smsSend.recipientOf,
	);
/** Puts all rows into one item. */
export const ofOneItem = (rows: Row[]): Row[] =>
	rows.map((row, position) => Object.assign(row, { items: [0], position }));
export const smsOfOneItem = (...phones: string[]): Row[] => ofOneItem(sms(...phones));
export const contactsOf = (...bodies: IDataObject[]): Row[] =>
	rowsOf(bodies, contactUpsert.recipientOf);
export const purchase = (code: string, [item, ...more]: number[], contacts = 0): Row => {
	const envelope = { purchase: { transaction_code: code } };
	const recipient = purchaseUpsert.asWhole!.recipientOf(envelope);
	const parts = Array.from({ length: contacts }, (_, position) => rowOf(item!, {}, { position }));
	const row = rowOf(item!, {}, { envelope, recipient, parts });
	return Object.assign(row, { items: [item, ...more] });
};
export const failure: Failure = {
	kind: 'service',
	message: '',
	advice: '',
	outcomeUnknown: true,
};
export const giveBody = (row: Row): void => row.give(row.body);

/** Stores rows as accepted, with the output that `answer` sets: by default, the body. */
export function accept(
	memory: Memory,
	rows: Row[],
	answer: (row: Row, index: number) => void = giveBody,
) {
	rows.forEach(answer);
	keep(memory, Object.assign(new Call({}, rows), { hints: ['hint'] }));
}
export function keep(memory: Memory, call: Call): void {
	settle(call);
	memory.keep(call);
}
/** Stores rows that the service may have accepted. */
export function keepUnknown(memory: Memory, rows: Row[]): void {
	for (const row of rows) row.fail('unknown', failure);
	memory.keep(Object.assign(new Call({}, rows), { failure }));
}
/** The rows that are still to be sent after an earlier try. */
export function openOf(memory: Memory, rows: Row[]): Row[] {
	memory.recall(rows);
	return rows.filter(({ status }) => status === 'ready');
}
export const openPhones = (memory: Memory, rows: Row[]): unknown[] =>
	openOf(memory, rows).map(({ body }) => body.phone_number);
export const rowsIn = ({ calls }: Recalled): Row[] => calls.flatMap(({ rows }) => [...rows]);
export const outputsIn = (recalled: Recalled): Output[] =>
	rowsIn(recalled).flatMap(({ outputs }) => [...outputs]);
