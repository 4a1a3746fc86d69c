import type { IExecuteFunctions } from 'n8n-workflow';
import { errorItem, hasErrorOutput } from '../../../../nodes/CrmMessaging/n8n/errorItem';
import { failing, type Prober } from '../probe';

export function contract(this: Prober): void {
	const items = [{ name: 'Ana' }, { name: 'Ben' }];
	const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const failed = { json: { name: 'Ben', error: { message: 'no' } }, pairedItem: { item: 1 } };
	const fail = (context: IExecuteFunctions) =>
		errorItem(1, { message: 'no' }, items[1]!, hasErrorOutput(context.getNode()));

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'keeps the fields of its item with %s, and lets the node run again only in front',
		async (onError) => {
			const good = { json: { id: 1 }, pairedItem: { item: 0 } };
			const options = { onError, ...retried };
			const last = await this.run(async (one) => [good, fail(one)], options, { items });
			expect([...last.output, ...last.errorOutput]).toEqual([good, failed]);
			expect(last.errorOutput).toHaveLength(onError === 'continueErrorOutput' ? 1 : 0);
			expect(last.tries).toBe(1);
			const first = await this.run(async (one) => [fail(one), good], options, { items });
			expect(first.tries).toBe(2);
		},
	);

	it('is needed, since an item with a property “error” loses its fields', async () => {
		const run = await this.run(
			async (context) => [{ json: { name: 'Ana' }, error: failing(context), pairedItem: 0 }],
			{ onError: 'continueRegularOutput' },
			{ items },
		);
		expect(run.output).toMatchObject([{ json: { error: 'no' } }]);
		expect(run.output[0]!.json.name).toBeUndefined();
	});
}
