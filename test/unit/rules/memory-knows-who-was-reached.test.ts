import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { purchaseRecord } from '../../../nodes/CrmMessaging/operations/purchase.record';
import { smsSend } from '../../../nodes/CrmMessaging/operations/sms.send';
import { Memory } from '../../../nodes/CrmMessaging/run/memory';
import type { Batch, Operation } from '../../../nodes/CrmMessaging/run/operation';
import { recipientNamed } from '../../../nodes/CrmMessaging/run/recipient';
import { unitsOf } from '../../../nodes/CrmMessaging/run/unit';
import type { Failure } from '../../../nodes/CrmMessaging/transport/failure';

/** An execution with one node, whose memory lives as long as it does. */
class Execution {
	private readonly kept: IDataObject = {};
	parameters: INodeParameters = { sender: 'Aurora' };
	runIndex = 0;
	type = 'crmMessaging';
	asked: IDataObject = {};

	open(operation: Operation = smsSend, account = 'a', again = false): Memory {
		const { parameters, runIndex: $runIndex, type, asked: json, kept } = this;
		const context = {
			getContext: () => kept,
			getNode: () => ({ parameters, type }),
			getInputData: () => [{ json }],
			getWorkflowDataProxy: () => ({ $runIndex }),
		};
		return Memory.open(context as unknown as IExecuteFunctions, operation, account, again);
	}

	get isEmpty(): boolean {
		return JSON.stringify(this.kept) === '{"crmMessagingAccepted":{}}';
	}
}

/** A batch of SMS, one an item; the recipients stand in order of the items. */
const sms = (...phones: string[]): Batch => ({
	envelope: {},
	entries: phones.map((phone_number, item) => ({
		...{ item, place: 0, data: { phone_number } },
		recipient: recipientNamed({ phone_number }),
	})),
	items: phones.map((_, item) => item),
});
/** A batch of SMS that are all of one item. */
const smsOfOneItem = (...phones: string[]): Batch => ({
	...{ envelope: {}, items: [0] },
	entries: sms(...phones).entries.map((entry, place) => ({ ...entry, item: 0, place })),
});
const purchase = (code: string, items: number[], contacts = 0): Batch => ({
	envelope: { purchase: { transaction_code: code } },
	entries: Array.from({ length: contacts }, (_, place) => ({
		...{ item: items[0]!, place, data: {}, recipient: [] },
	})),
	items,
});
const failure: Failure = { kind: 'outcomeUnknown', message: '', advice: '', outcomeUnknown: true };
const resultsOf = (batch: Batch) =>
	batch.entries.map(({ item, place, data }) => ({ json: data, items: [item], place }));
const accept = (memory: Memory, batch: Batch, operation: Operation = smsSend): void =>
	memory.accept(unitsOf(operation, batch), { results: resultsOf(batch), hints: ['hint'] });
const openPhones = (memory: Memory, ...groups: Batch[]): unknown[] =>
	memory
		.recall(groups)
		.open.flatMap(({ entries }) => entries.map(({ data }) => data.phone_number));

describe('the memory of a run', () => {
	it('leaves out whom the service took, and keeps what it brought', () => {
		const run = new Execution();
		accept(run.open(), sms('+1', '+2'));
		const again = run.open().recall([sms('+1', '+2', '+3')]);
		expect(again.open).toEqual([
			{ ...sms('+1', '+2', '+3'), items: [2], entries: [sms('+1', '+2', '+3').entries[2]] },
		]);
		expect(again.requests).toMatchObject([
			{
				hints: ['hint'],
				results: [
					{ items: [0], place: 0 },
					{ items: [1], place: 0 },
				],
			},
		]);
		expect(again.acceptedBeforeChange).toBe(0);
	});

	it('links it to the items it comes from now', () => {
		const run = new Execution();
		accept(run.open(), sms('+1', '+2'));
		const { open, requests } = run.open().recall([sms('+2', '+3', '+1')]);
		expect(open.map(({ items }) => items)).toEqual([[1]]);
		expect(requests[0]!.results.map(({ items }) => items)).toEqual([[2], [0]]);
		expect(requests[0]!.units.map(({ items }) => items)).toEqual([[2], [0]]);
	});

	it('links each recipient of one item to the item he stands in now', () => {
		const run = new Execution();
		accept(run.open(), smsOfOneItem('+1', '+2'));
		const [request] = run.open().recall([sms('+3', '+2', '+1')]).requests;
		expect(request!.results).toMatchObject([
			{ json: { phone_number: '+1' }, items: [2], place: 0 },
			{ json: { phone_number: '+2' }, items: [1], place: 0 },
		]);
		const [together] = run.open().recall([smsOfOneItem('+2', '+3', '+1')]).requests;
		expect(together!.results).toMatchObject([
			{ json: { phone_number: '+1' }, items: [0], place: 2 },
			{ json: { phone_number: '+2' }, items: [0], place: 0 },
		]);
	});

	it('gives requests in the order of what they held, in whichever they ended', () => {
		const run = new Execution();
		const { entries } = smsOfOneItem('+1', '+2', '+3');
		for (const at of [2, 0, 1]) {
			accept(run.open(), { envelope: {}, entries: [entries[at]!], items: [0] });
		}
		accept(run.open(), { ...sms('+4', '+5'), entries: [sms('+4', '+5').entries[1]!] });
		accept(run.open(), smsOfOneItem('+6'));
		const { requests } = run.open().recall([]);
		const phones = requests.flatMap(({ results }) =>
			results.map(({ json }) => json.phone_number),
		);
		expect(phones).toEqual(['+1', '+6', '+2', '+3', '+5']);
	});

	it('keeps the links of whom nobody asks for any more', () => {
		const run = new Execution();
		accept(run.open(), sms('+1'));
		const { requests } = run.open().recall([sms('+2')]);
		expect(requests[0]!.results).toMatchObject([{ items: [0], json: { phone_number: '+1' } }]);
	});

	it('counts: two to one person are two', () => {
		const run = new Execution();
		accept(run.open(), sms('+1'));
		expect(openPhones(run.open(), sms('+1', '+1', '+1'))).toEqual(['+1', '+1']);
		accept(run.open(), sms('+1'));
		expect(openPhones(run.open(), sms('+1', '+1', '+1'))).toEqual(['+1']);
	});

	it('keeps back what may have been taken, unless it is to be sent again', () => {
		const run = new Execution();
		run.open().keepUnknown(unitsOf(smsSend, sms('+1')), failure);
		const kept = run.open();
		expect(openPhones(kept, sms('+1', '+2'))).toEqual(['+2']);
		expect(kept.recall([sms('+1')]).requests).toMatchObject([
			{ unknown: failure, results: [] },
		]);
		accept(kept, sms('+2'));
		const again = run.open(smsSend, 'a', true);
		expect(openPhones(again, sms('+1', '+2'))).toEqual(['+1']);
	});

	it('counts whom a change of the form leaves out, and whom it does not', () => {
		const run = new Execution();
		accept(run.open(), sms('+1', '+2'));
		run.open().keepUnknown(unitsOf(smsSend, sms('+4')), failure);
		run.parameters = { sender: 'Other' };
		accept(run.open(), sms('+3'));
		expect(run.open().recall([sms('+1', '+3', '+4', '+5')]).acceptedBeforeChange).toBe(1);
	});

	it('takes a field that stands as the form begins for no change', () => {
		const run = new Execution();
		accept(run.open(), sms('+1'));
		run.parameters = { sender: 'Aurora', schedule: 'now', options: {}, unknown: 'x' };
		expect(run.open().recall([sms('+1')]).acceptedBeforeChange).toBe(0);
		run.parameters = { ...run.parameters, options: { tries: 2 } };
		expect(run.open().recall([sms('+1')]).acceptedBeforeChange).toBe(1);
	});

	it('is one of an account, an operation and a run', () => {
		const run = new Execution();
		accept(run.open(), sms('+1'));
		expect(openPhones(run.open(smsSend, 'b'), sms('+1'))).toEqual(['+1']);
		const other = { ...smsSend, operation: 'other' };
		expect(openPhones(run.open(other), sms('+1'))).toEqual(['+1']);
		const resource = { ...smsSend.resource, name: 'other' };
		expect(openPhones(run.open({ ...smsSend, resource }), sms('+1'))).toEqual(['+1']);
		run.runIndex = 1;
		expect(openPhones(run.open(), sms('+1'))).toEqual(['+1']);
		run.runIndex = 0;
		expect(openPhones(run.open(), sms('+1'))).toEqual([]);
	});

	it('knows an agent’s call by what it asks, whichever call it is', () => {
		const run = new Execution();
		Object.assign(run, { type: 'crmMessagingTool', asked: { text: 'a', toolCallId: '1' } });
		accept(run.open(), sms('+1'));
		Object.assign(run, { runIndex: 1, asked: { text: 'a', toolCallId: '2' } });
		expect(openPhones(run.open(), sms('+1'))).toEqual([]);
		run.asked = { text: 'b', toolCallId: '3' };
		expect(openPhones(run.open(), sms('+1'))).toEqual(['+1']);
	});

	it('knows a purchase with or without contacts by its code, and all its items', () => {
		const run = new Execution();
		const open = () => run.open(purchaseRecord);
		const units = unitsOf(purchaseRecord, purchase('R-1', [0, 1]));
		const results = [0, 1].map((item) => ({ json: { _id: 'b' }, items: [item] }));
		open().accept(units, { results });
		for (const contacts of [0, 1, 2]) {
			const groups = [purchase('R-1', [0, 1], contacts), purchase('R-2', [2], contacts)];
			const recalled = open().recall(groups);
			expect(recalled.open).toEqual([groups[1]]);
			expect(recalled.requests[0]!.results.map(({ items }) => items)).toEqual([[0], [1]]);
		}
		const moved = open().recall([purchase('R-1', [3, 4, 1])]);
		expect(moved.open).toEqual([]);
		expect(moved.requests[0]!.results.map(({ items }) => items)).toEqual([[3, 4], [1]]);
	});

	it('is forgotten', () => {
		const run = new Execution();
		const memory = run.open();
		accept(memory, sms('+1'));
		expect(run.isEmpty).toBe(false);
		memory.forget();
		expect(run.isEmpty).toBe(true);
		expect(openPhones(run.open(), sms('+1'))).toEqual(['+1']);
	});
});
