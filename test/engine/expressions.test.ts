import { ExecuteContext } from 'n8n-core';
import { Expression, type IDataObject } from 'n8n-workflow';
import { contactUpsert } from '../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { smsSend } from '../../nodes/CrmMessaging/actions/sms/send.operation';
import { wrongSetting } from '../../nodes/CrmMessaging/catalogue/runs';
import { triesOption } from '../../nodes/CrmMessaging/engine/options';
import { chosenEngine } from './harness';
import { automatic, contactForm } from './import-forms';
import { smsForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { inField } from './sentences';

const perPhone = (more: IDataObject = {}): IDataObject => ({
	...smsForm({ phoneNumber: '={{ $json.phone }}' }),
	...more,
});
const guests = [{ phone: '+34600100001' }, { phone: '+34600100002', strict: true }];

const node = new NodeRunner();

describe('expressions that an engine evaluates otherwise for many items than for one', () => {
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

/** The other engine evaluates with copies. */
describe('in the legacy engine', () => {
	beforeAll(() => Expression.setExpressionEngine('legacy'));
	afterAll(() => Expression.setExpressionEngine(chosenEngine));

	it('an item is read after an expression changed it, or before, as alone', async () => {
		const items = Array.from({ length: 12 }, (_, at) => ({
			phone: `+346001000${10 + at}`,
			tags: ['spa', `bar ${at}`, 'vip'],
		}));
		const form = perPhone({
			sender: '={{ $json.tags.sort() && "Aurora" }}',
			messageHolder: '={{ $json.tags.join(" ").toUpperCase() }}',
		});
		const textsOf = async (runs: IDataObject[][]) => {
			node.service.reset();
			for (const some of runs) await node.run(form, { items: structuredClone(some) });
			return node.service.state.smsDeliveries.map(({ text }) => text);
		};
		const alone = await textsOf(items.map((item) => [item]));
		expect(alone).toHaveLength(12);
		expect(await textsOf([items])).toEqual(alone);
	});
});

it('a parameter whose expression fails keeps what n8n says of it', async () => {
	const sender = "={{ $('Nowhere').item.json.x }}";
	const run = await node.run(smsForm({ sender }), { items: guests });
	expect(run.error).toMatchObject({
		message: "Referenced node doesn't exist [item 0]",
		description: 'Nothing was sent. 2 items are wrong. This is the first.',
		context: { nodeCause: 'Nowhere', descriptionKey: 'nodeNotFound', itemIndex: 0 },
	});
	expect(node.sent).toEqual([]);
});

it.each([
	[triesOption, perPhone()],
	[smsSend.limit.option!, perPhone()],
	[contactUpsert.limit.option!, contactForm(automatic)],
])('a number for the whole run is no expression: $label', async ({ label, name }, form) => {
	const options = { [name]: '={{ $json.strict ? 5 : 1 }}' };
	const run = await node.run({ ...form, options }, { items: guests });
	const { text } = inField(label, wrongSetting.expressionForRun());
	expect(run.error?.message).toBe(`${text} [item 0]`);
	expect(node.sent).toEqual([]);
});
