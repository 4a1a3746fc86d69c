import { dataOfNodeItem } from '../../../../nodes/CrmMessaging/n8n/nodeItem';
import type { Prober } from '../probe';

export function contract(this: Prober): void {
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
