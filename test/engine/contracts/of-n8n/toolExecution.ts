import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { inputOfTool, isToolExecution } from '../../../../nodes/CrmMessaging/n8n/toolExecution';
import { node, type Prober } from '../probe';

export function contract(this: Prober): void {
	it.each([
		['contract.probe', false],
		['contract.probeTool', true],
	])('is told by the type %s', async (type, expected) => {
		const run = await this.run(
			async (context) => [{ json: { tool: isToolExecution(context) } }],
			{ type },
		);
		expect(run.output).toMatchObject([{ json: { tool: expected } }]);
	});

	it('knows a call by what the agent asks, whatever its id', () => {
		const asked = (...all: IDataObject[]) =>
			inputOfTool({ getInputData: () => all.map((json) => ({ json })) } as never);
		const call = asked({ text: 'One', toolCallId: 'a' });
		expect(asked({ text: 'One', toolCallId: 'b' })).toBe(call);
		expect(asked({ text: 'Two', toolCallId: 'a' })).not.toBe(call);
	});

	it('is told by n8n where it tells', () => {
		const context = { isToolExecution: () => true, getNode: () => node };
		expect(isToolExecution(context as unknown as IExecuteFunctions)).toBe(true);
	});
}
