import { evaluateBatch, type AskedItems } from '../../../nodes/CrmMessaging/n8n/expressions';
import { inRow, nodeOfType } from '../harness/node-under-test';
import { PROBE, Prober, type Execute } from './probe';

const prober = new Prober();

describe('expressions for many items', () => {
	const range = { start: 5, text: '[{"a":"x"},null]', whole: [undefined, { a: [1, { b: 2 }] }] };
	/** The engine's results; expects that the node's context stays empty. */
	const answers = async (asked: AskedItems[], name = 'Probe', broken?: object) => {
		let results: unknown;
		let left: unknown;
		const execute: Execute = async (context) => {
			results = evaluateBatch(Object.assign(context, broken), asked, range);
			left = { ...context.getContext('node') };
			return [];
		};
		const run = await prober.engine.runWorkflow(inRow([nodeOfType(PROBE, name)]), {
			start: { node: name },
			nodeTypes: prober.typeOf(execute),
		});
		expect(run.status).toBe('success');
		expect(left).toEqual({});
		expect(JSON.stringify(run.data)).not.toContain('itemsToEvaluate');
		return results;
	};

	it('are evaluated in one call, whatever the node’s name', async () => {
		const name = `It's "a" \\ {{ b }} é 😀 .constructor`;
		const asked: AskedItems[] = [
			{ code: '$json.a', as: 'value' },
			{ code: '$json.a', as: 'text' },
			{ code: '$itemIndex', as: 'value' },
			{ code: '$json.missing.x', as: 'value' },
			{ code: '$json.missing.x', as: 'text' },
			{ code: '[1, "a"]', as: 'value' },
			{ code: '$json.a.toTitleCase()', as: 'value' },
			{ code: '() => 1', as: 'text' },
			{ code: '1 / 0', as: 'text' },
		];
		expect(await answers(asked, name)).toEqual([
			['x', 'x', 5, undefined, undefined, [[1, 'a']], 'X', [], Infinity],
			[[], '1,[object Object]', 6, undefined, undefined, [[1, 'a']], [], [], Infinity],
		]);
	});

	const fails = () => {
		throw new Error('no');
	};
	it.each<[string, code: string, broken: object | undefined]>([
		['invalid code', '$json.', undefined],
		['code that n8n blocks', '$json["constructor"]', undefined],
		['a version without the context', '1', { evaluateExpression: () => undefined }],
		['an engine that fails', '1', { evaluateExpression: fails }],
	])('are undefined, and leave no data behind: %s', async (_, code, broken) => {
		expect(await answers([{ code, as: 'value' }], undefined, broken)).toBeUndefined();
	});
});
