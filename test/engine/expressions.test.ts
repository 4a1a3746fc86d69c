import { Expression, type IDataObject } from 'n8n-workflow';
import { valueIn, withValue } from './every-operation/fill-form';
import { everyForm, type FormCase } from './every-operation/form-cases';
import { OperationRunner } from './every-operation/operation-runner';
import { chosenEngine } from './harness';
import { contactForm, customFields, mapped } from './import-forms';
import { smsForm } from './message-forms';

const node = new OperationRunner();

/** The other engine evaluates with copies. */
describe('in the legacy engine', () => {
	beforeAll(() => Expression.setExpressionEngine('legacy'));
	afterAll(() => Expression.setExpressionEngine(chosenEngine));

	it('an expression that changes its item returns the same in a batch as alone', async () => {
		const items = Array.from({ length: 12 }, (_, at) => ({
			phone: `+346001000${10 + at}`,
			tags: ['spa', `bar ${at}`, 'vip'],
		}));
		const form = smsForm({
			phoneNumber: '={{ $json.phone }}',
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

it('the same code is a text within a text, and keeps its type as a value', async () => {
	const code = '{{ [$json.stars][0] }}';
	const form = contactForm({
		...mapped({ user_id: '={{ $json.id }}', full_address: `=Hotel ${code}` }),
		...customFields({ name: 'stars', value: `=${code}` }),
	});
	const items = [4, 5, 3].map((stars, id) => ({ id: `g${id}`, stars }));
	await node.run(form, { items });
	expect((node.bodies[0] as IDataObject).contacts).toEqual(
		items.map(({ id, stars }) => ({ user_id: id, full_address: `Hotel ${stars}`, stars })),
	);
});

/** A form with expressions that only n8n's engine can evaluate, and the fields that they read. */
function forEngine({ form, leaves, goodItem }: FormCase): [IDataObject, Set<string>] {
	const read = new Set<string>();
	const changed = leaves.reduce((one, { path }) => {
		const [, key] = /^=\{\{ \$json\.(\w+) \}\}$/.exec(String(valueIn(one, path))) ?? [];
		if (key === undefined || typeof goodItem[key] === 'object') return one;
		read.add(key);
		return withValue(one, path, `={{ [$json.${key}][0] }}`);
	}, form);
	return [changed, read];
}

describe('a form full of expressions', () => {
	const count = 12;

	it.each(everyForm)('is evaluated in batches of items: $name', async (form: FormCase) => {
		const [engineForm, changed] = forEngine(form);
		const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		try {
			const run = await node.run(engineForm, {
				...form.node,
				items: Array.from({ length: count }, () => ({ ...form.goodItem })),
			});
			// A form with small batches has several requests, and can't wait.
			if (run.error) expect(run.error).toMatchObject({ code: 'severalRequests' });
			const own = evaluate.mock.calls
				.map(([text]) => String(text))
				.filter((text) => /\[\$json\.\w+\]\[0\]/.test(text));
			const windows = own.filter((text) => text.includes('itemsToEvaluate'));
			expect(windows.length).toBeGreaterThan(changed.size > 0 ? 0 : -1);
			expect(windows.length).toBeLessThan(count / 2);
			expect(own.length - windows.length).toBeLessThanOrEqual(changed.size * (count / 2));
		} finally {
			evaluate.mockRestore();
		}
	});
});
