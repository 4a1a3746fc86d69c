import { runIndexOf } from '../../../../nodes/CrmMessaging/n8n/runIndex';
import type { Prober } from '../probe';

export function contract(this: Prober): void {
	it('counts the rounds of a loop', async () => {
		const seen: number[] = [];
		const run = await this.run(async (context) => {
			seen.push(runIndexOf(context));
			return seen.length < 3 ? context.getInputData() : [];
		});
		const [input, probe] = run.workflow.nodes.map(({ name }) => name) as [string, string];
		seen.length = 0;
		const link = { main: [[{ node: probe, type: 'main' as const, index: 0 }]] };
		const looped = { ...run.workflow, connections: { [input]: link, [probe]: link } };
		await this.engine.runWorkflow(looped, {
			start: { node: input, items: [{}] },
			nodeTypes: this.typeOf(async (context) => {
				seen.push(runIndexOf(context));
				return seen.length < 3 ? [{ json: {}, pairedItem: { item: 0 } }] : [];
			}),
		});
		expect(seen).toEqual([0, 1, 2]);
	});
}
