import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { wrongSetting } from '../../nodes/CrmMessaging/catalogue/runs';
import { automatic, contactForm } from './import-forms';
import { inField } from './sentences';
import {
	combineOption,
	previewOptionOf,
	triesOption,
} from '../../nodes/CrmMessaging/engine/options';
import { contactUpsert } from '../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { smsForm } from './message-forms';
import { smsSend } from '../../nodes/CrmMessaging/actions/sms/send.operation';
import { linksOf, NodeRunner } from './node-runner';

const perPhone = (more: IDataObject = {}): IDataObject => ({
	...smsForm({ phoneNumber: '={{ $json.phone }}' }),
	...more,
});
const guests = [{ phone: '+34600100001' }, { phone: '+34600100002', strict: true }];

describe('an option that holds for each item', () => {
	const node = new NodeRunner();

	it('is read for each of them: Fail on Rejected Recipients', async () => {
		const rejected = { valid: false, delivery_id: 'd-1' };
		const body = { deliveries: [rejected, rejected] };
		node.service.faults.add({ action: { processThenRespond: { status: 200, body } } });
		const form = perPhone({ options: { failOnRejected: '={{ $json.strict === true }}' } });
		const run = await node.run(form, { items: guests, onError: 'continueErrorOutput' });
		expect(node.sent).toHaveLength(1);
		expect(linksOf(run.output)).toEqual([[0]]);
		expect(run.output[0]!.json).toMatchObject({ valid: false, phone_number: guests[0]!.phone });
		expect(linksOf(run.errorOutput)).toEqual([[1]]);
		expect(run.errorOutput[0]!.json).toMatchObject({
			...guests[1],
			error: {
				message: `The service rejected the delivery to ${guests[1]!.phone} [item 1]`,
				outcome: 'rejected',
			},
		});
	});
});

describe('expressions that an engine evaluates otherwise for many items than for one', () => {
	const node = new NodeRunner();

	it('give what n8n gives for each item', async () => {
		const evaluate = ExecuteContext.prototype.evaluateExpression;
		const engine = jest
			.spyOn(ExecuteContext.prototype, 'evaluateExpression')
			.mockImplementation(function (this: ExecuteContext, ...asked) {
				const answers = evaluate.apply(this, asked);
				if (!Array.isArray(answers)) return answers;
				const rows = answers as unknown as unknown[][];
				return rows.map((row) => row.map(() => 'other')) as unknown as typeof answers;
			});
		try {
			const items = [1, 2, 3, 4].map((room) => ({ ...guests[0], room }));
			const texts = { messageHolder: '=Room {{ $json.room + 100 }} is ready' };
			const run = await node.run(perPhone(texts), { items });
			expect(engine).toHaveBeenCalled();
			expect(run.output.map(({ json }) => json.text)).toEqual(
				[101, 102, 103, 104].map((room) => `Room ${room} is ready`),
			);
		} finally {
			engine.mockRestore();
		}
	});
});

describe('an option that holds for the whole run', () => {
	const node = new NodeRunner();
	const contacts = contactForm({ ...automatic, processingResult: 'waitForResult' });

	const all: Array<[label: string, name: string, form: IDataObject]> = [
		[previewOptionOf(smsSend), perPhone()] as const,
		[combineOption, perPhone()] as const,
		[triesOption, perPhone()] as const,
		[smsSend.limit.option!, perPhone()] as const,
		[contactUpsert.limit.option!, contacts] as const,
	].map(([{ label, name }, form]) => [label, name, form]);

	it.each(all)('is no expression: %s', async (label, name, form) => {
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const options = { [name]: '={{ $json.strict ? 5 : 1 }}' };
			const run = await node.run({ ...form, options }, { items: guests, onError });
			const { text } = inField(label, wrongSetting.expressionForRun());
			expect(run.error?.message).toBe(`${text} [item 0]`);
			expect(node.sent).toEqual([]);
		}
	});
});

describe('a parameter whose expression fails', () => {
	const node = new NodeRunner();

	it.each([
		[
			"={{ $('Nowhere').item.json.x }}",
			"Referenced node doesn't exist",
			{ nodeCause: 'Nowhere', descriptionKey: 'nodeNotFound', parameter: 'sender' },
		],
		[
			'={{ $env.HOME }}',
			'access to env vars denied',
			{ causeDetailed: expect.stringContaining('administrator') as string },
		],
	])('keeps what n8n says of it: %s', async (sender, message, context) => {
		const run = await node.run(smsForm({ sender }), { items: guests });
		expect(run.error).toMatchObject({
			message: `${message} [item 0]`,
			description: 'Nothing was sent. 2 items are wrong. This is the first.',
			context: { ...context, itemIndex: 0 },
		});
		expect(node.sent).toEqual([]);
	});
});
