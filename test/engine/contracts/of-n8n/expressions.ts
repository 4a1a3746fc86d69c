import {
	dataOfNodeItem,
	evaluateBatch,
	type Asked,
} from '../../../../nodes/CrmMessaging/n8n/expressions';
import type { Prober } from '../probe';
import type { IExecuteFunctions, INode } from 'n8n-workflow';

export function contract(this: Prober): void {
	describe('the item of another node', contractOfNodeItem.bind(this));
	describe('many items in one call', contractOfManyItems.bind(this));
}

function contractOfNodeItem(this: Prober): void {
	it('finds the items of another node, and none where there is no such node', async () => {
		const found: unknown[] = [];
		const items = ['Ana', 'Ben'].map((name) => ({ name }));
		await this.run(
			async (context) => {
				const [{ name: input } = { name: '' }] = context.getParentNodes(
					context.getNode().name,
				);
				const read = (which: 'item' | 'first' | 'last') =>
					dataOfNodeItem(context, input, which, 1);
				found.push(read('item'), read('first'), read('last'));
				found.push(dataOfNodeItem(context, 'Nowhere', 'item', 0));
				return context.getInputData();
			},
			{},
			{ items },
		);
		expect(found).toEqual([items[1], items[0], items[1], undefined]);
	});
}

function contractOfManyItems(this: Prober): void {
	const names = ['Probe', `It's "a" \\ {{ b }} é 😀 .constructor`];
	const range = { start: 5, text: '[{"a":"x"},null]', whole: [undefined, { a: [1, { b: 2 }] }] };
	/** The engine's answers, which leave nothing in the node's context. */
	const answers = async (asked: Asked[], name = 'Probe', broken?: object) => {
		let given: unknown;
		let left: unknown;
		const execute = async (context: IExecuteFunctions) => {
			given = evaluateBatch(Object.assign(context, broken), asked, range);
			left = { ...context.getContext('node') };
			return [];
		};
		const { workflow } = await this.run(async () => []);
		const [input, probe] = workflow.nodes as [INode, INode];
		const run = await this.engine.runWorkflow(
			{
				nodes: [input, { ...probe, name }],
				connections: { Input: { main: [[{ node: name, type: 'main', index: 0 }]] } },
			},
			{ start: { node: 'Input' }, observe: name, nodeTypes: this.typeOf(execute) },
		);
		expect(run.status).toBe('success');
		expect(left).toEqual({});
		expect(JSON.stringify(run.data)).not.toContain('itemsToEvaluate');
		return given;
	};

	it.each(names)('are evaluated in one call, whatever the node is called: %s', async (name) => {
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

	it.each([
		['code that is none', [{ code: '$json.', as: 'value' }], undefined],
		['code that n8n refuses', [{ code: '$json["constructor"]', as: 'value' }], undefined],
		[
			'a version without the context',
			[{ code: '1', as: 'value' }],
			{ evaluateExpression: () => undefined },
		],
		[
			'an engine that fails',
			[{ code: '1', as: 'value' }],
			{
				evaluateExpression: () => {
					throw new Error('no');
				},
			},
		],
	] as Array<[string, Asked[], object | undefined]>)(
		'come back as nothing, and leave nothing: %s',
		async (_, asked, broken) => {
			expect(await answers(asked, undefined, broken)).toBeUndefined();
		},
	);
}
