import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** An item of another node: the one an item came from, or the same for all. */
export type WhichItem = 'item' | 'first' | 'last';

/**
 * The data of another node's item, as `$('Node').item.json` gives it in an expression.
 *
 * Beyond the public types: they leave open what the data of expressions holds under `$`. Where a
 * version lacks it, and where n8n cannot tell the item, there is none.
 */
export function dataOfNodeItem(
	context: IExecuteFunctions,
	node: string,
	which: WhichItem,
	index: number,
): object | undefined {
	try {
		const { $ } = context.getWorkflowDataProxy(index) as unknown as DataOfExpressions;
		const found = $(node);
		return (which === 'item' ? found.item : found[which]()).json;
	} catch {
		return undefined;
	}
}

/** What `$` gives for the name of a node. */
type NodeItems = Record<'first' | 'last', () => INodeExecutionData> &
	Record<'item', INodeExecutionData>;

interface DataOfExpressions {
	$: (node: string) => NodeItems;
}
