import {
	dataOfNodeItem,
	evaluateBatch,
	type Asked,
	type WhichItem,
} from '../../../nodes/CrmMessaging/n8n/expressions';
import { inRow, nodeOfType } from '../harness/node-under-test';
import { PROBE, Prober, type Execute } from './probe';

const prober = new Prober();

describe('the item of another node', () => {
	it('is found by its name, and none where there is no such node', async () => {
		const found: unknown[] = [];
		const items = ['Ana', 'Ben'].map((name) => ({ name }));
		const execute: Execute = async (context) => {
			const read = (which: WhichItem) => dataOfNodeItem(context, 'Input', which, 1);
			found.push(read('item'), read('first'), read('last'));
			found.push(dataOfNodeItem(context, 'Nowhere', 'item', 0));
			return context.getInputData();
		};
		await prober.run(execute, {}, { items });
		expect(found).toEqual([items[1], items[0], items[1], undefined]);
	});
});

describe('many items in one call', () => {
	const range = { start: 5, text: '[{"a":"x"},null]', whole: [undefined, { a: [1, { b: 2 }] }] };
	/** The engine's answers, which leave nothing in the node's context. */
	const answers = async (asked: Asked[], name = 'Probe', broken?: object) => {
		let given: unknown;
		let left: unknown;
		const execute: Execute = async (context) => {
			given = evaluateBatch(Object.assign(context, broken), asked, range);
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
		return given;
	};

	it('are evaluated in one call, whatever the node is called', async () => {
		const name = `It's "a" \\ {{ b }} é 😀 .constructor`;
		const asked: Asked[] = [
			{ code: '$json.a', as: 'value' },
			{ code: '$json.a', as: 'text' },
			{ code: '$itemIndex', as: 'value' },
			{ code: '$json.missing.x', as: 'value' },
			{ code: '$json.missing.x', as: 'text' },
			{ code: '[1, "a"]', as: 'value' },
			{ code: '$json.a.toTitleCase()', as: 'value' },
			{ code: '() => 1', as: 'text' },
		];
		expect(await answers(asked, name)).toEqual([
			['x', 'x', 5, undefined, '', [[1, 'a']], 'X', []],
			[[], '1,[object Object]', 6, undefined, '', [[1, 'a']], [], []],
		]);
	});

	const fails = () => {
		throw new Error('no');
	};
	it.each<[string, code: string, broken: object | undefined]>([
		['code that is none', '$json.', undefined],
		['code that n8n refuses', '$json["constructor"]', undefined],
		['a version without the context', '1', { evaluateExpression: () => undefined }],
		['an engine that fails', '1', { evaluateExpression: fails }],
	])('come back as nothing, and leave nothing: %s', async (_, code, broken) => {
		expect(await answers([{ code, as: 'value' }], undefined, broken)).toBeUndefined();
	});
});
