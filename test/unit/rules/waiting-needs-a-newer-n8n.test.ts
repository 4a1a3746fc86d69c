import type { IExecuteFunctions } from 'n8n-workflow';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { cannotWait } from '../../../nodes/CrmMessaging/catalogue/runs';
import { canWaitForSubExecution } from '../../../nodes/CrmMessaging/n8n/subExecution';
import { InputError } from '../../../nodes/CrmMessaging/fields/inputError';
import type { NodeParameters } from '../../../nodes/CrmMessaging/engine/parameters';
import { WaitingRun } from '../../../nodes/CrmMessaging/wait/waitingRun';

/** As in a version of n8n that cannot resume an execution with the output of another. */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	WAIT_FOR_SUB_EXECUTION: undefined,
}));

describe('Wait for Result in an n8n version that is too old', () => {
	it('is refused before anything is sent', () => {
		expect(canWaitForSubExecution()).toBe(false);
		const context = {
			isToolExecution: () => false,
			evaluateExpression: () => 'http://localhost/',
			getNode: () => ({ type: 'crmMessaging' }),
		} as unknown as IExecuteFunctions;
		const refused = new InputError(cannotWait.waitNeedsNewerN8n(), ['Processing Result']);
		expect(() => WaitingRun.of(context, {} as NodeParameters, contactUpsert)).toThrow(
			expect.objectContaining({ sentence: refused.sentence }) as Error,
		);
	});
});
