import type { NodeOperationError } from 'n8n-workflow';
import { explain, explanationOf } from '../../../../nodes/CrmMessaging/n8n/editorExplanation';
import { failing, type Prober } from '../probe';

export function contract(this: Prober): void {
	it('is taken from an error of an expression and put into ours', async () => {
		const errors: NodeOperationError[] = [];
		await this.run(
			async (context) => {
				try {
					context.getNodeParameter('value', 0);
				} catch (error) {
					const own = failing(context);
					explain(own, explanationOf(error)!, 'Nothing was sent.');
					errors.push(error as NodeOperationError, own);
				}
				return [];
			},
			{ parameters: { value: "={{ $('Nowhere').item.json.name }}" } },
		);
		const [theirs, own] = errors;
		expect(Object.keys(theirs!.context).length).toBeGreaterThan(2);
		const { descriptionTemplate, itemIndex: _, ...rest } = theirs!.context;
		expect(own!.context).toMatchObject(rest);
		if (descriptionTemplate) {
			expect(own!.context.descriptionTemplate).toBe(
				`${descriptionTemplate as string} Nothing was sent.`,
			);
		}
	});

	it('is nothing for an error that is not of n8n', () => {
		expect([new Error('no'), 'no', null, undefined].map(explanationOf)).toEqual(
			Array(4).fill(undefined),
		);
	});
}
