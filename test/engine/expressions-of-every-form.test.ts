import { Expression, type IDataObject } from 'n8n-workflow';
import type { FormCase } from './every-operation/form-cases';
import { runnableForms } from './every-operation/runnable-forms';
import { processedJob } from './every-operation/processed-job';
import { NodeRunner } from './node-runner';

const items = 12;

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
	const node = new NodeRunner();

	it.each(runnableForms)(
		'asks the engine for all items at once: $name',
		async (form: FormCase) => {
			const changed = new Set<string>();
			const engineForm = forEngine(form.form, form.goodItem, changed) as IDataObject;
			const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
			const run = async (parameters: IDataObject) => {
				node.service.reset();
				node.service.state.bulkJobs.push(processedJob('Aurora'));
				evaluate.mockClear();
				const { status, error, output, hints } = await node.run(parameters, {
					...form.node,
					items: Array.from({ length: items }, () => ({ ...form.goodItem })),
				});
				const asked = evaluate.mock.calls.map(([text]) => String(text));
				// Parallel requests arrive in any order.
				const sent = node.sent.map((request) => JSON.stringify(withoutIds(request))).sort();
				return {
					asked,
					given: { status, message: error?.message, output, hints, sent },
				};
			};
			try {
				const byPath = await run(form.form);
				const byEngine = await run(engineForm);
				expect(withoutIds(byEngine.given)).toEqual(withoutIds(byPath.given));
				const own = byEngine.asked.filter((text) => /\[\$json\.\w+\]\[0\]/.test(text));
				const windows = own.filter((text) => text.includes('itemsToEvaluate'));
				expect(windows.length).toBeGreaterThan(changed.size > 0 ? 0 : -1);
				expect(windows.length).toBeLessThan(items / 2);
				expect(own.length - windows.length).toBeLessThanOrEqual(changed.size * (items / 2));
			} finally {
				evaluate.mockRestore();
			}
		},
	);
});

/** Two runs differ in the service's IDs and its clock. */
function withoutIds(given: unknown): unknown {
	return JSON.parse(
		JSON.stringify(given).replace(
			/"[0-9a-f]{24}"|"\d{4}-\d\d-\d\dT[\d:.]+Z"|"[^"]*webhook-waiting[^"]*"/g,
			'""',
		),
	);
}
