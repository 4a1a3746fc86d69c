import type { IExecuteFunctions } from 'n8n-workflow';
import { canWaitForSubExecution } from '../../../nodes/CrmMessaging/n8n/subExecution';
import type { NodeParameters } from '../../../nodes/CrmMessaging/engine/parameters';
import { WaitingRun } from '../../../nodes/CrmMessaging/wait/waitingRun';

/** As in a version of n8n that cannot wake an execution with what another one gives. */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	WAIT_FOR_SUB_EXECUTION: undefined,
}));

describe('Wait for Result in an n8n that lacks what it needs', () => {
	it('is refused before anything is sent, and the two other ways are named', () => {
		expect(canWaitForSubExecution()).toBe(false);
		const context = {
			isToolExecution: () => false,
			evaluateExpression: () => 'http://localhost/',
			getNode: () => ({ type: 'crmMessaging' }),
		} as unknown as IExecuteFunctions;
		const wanted = { isPerItem: true, failsOnRejected: false };
		expect(() => WaitingRun.of(context, {} as NodeParameters, wanted)).toThrow(
			/needs a newer version of n8n.*“Send to Trigger”.*Bulk Job: Wait Until Processed/,
		);
	});
});
