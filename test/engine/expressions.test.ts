import { Expression, type IDataObject } from 'n8n-workflow';
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

/** A path in the item, as the forms of the tests have it. */
const path = /^=\{\{ \$json\.(\w+) \}\}$/;

/** The form with expressions that only n8n's engine can evaluate, in place of plain paths. */
function forEngine(form: unknown, item: IDataObject, changed: Set<string>): unknown {
	const [, key] = (typeof form === 'string' && path.exec(form)) || [];
	if (key !== undefined) {
		if (typeof item[key] === 'object') return form;
		changed.add(key);
		return `={{ [$json.${key}][0] }}`;
	}
	if (Array.isArray(form)) return form.map((one) => forEngine(one, item, changed));
	if (typeof form !== 'object' || form === null) return form;
	return Object.fromEntries(
		Object.entries(form).map(([name, inner]) => [name, forEngine(inner, item, changed)]),
	);
}

describe('a form full of expressions', () => {
	const count = 12;

	it.each(everyForm)('is evaluated in batches of items: $name', async (form: FormCase) => {
		const changed = new Set<string>();
		const engineForm = forEngine(form.form, form.goodItem, changed) as IDataObject;
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
