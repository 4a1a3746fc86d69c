import { ExecuteContext, ExecutionLifecycleHooks } from 'n8n-core';
import { createRunExecutionData, NodeApiError } from 'n8n-workflow';
import type { INode, IWorkflowBase } from 'n8n-workflow';

const cause = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });

/**
 * Features that some versions lack, and the package's behavior without them, as people read it in
 * docs/contributing/versions.md. The code of the n8n under test shows whether it has one: evaluated
 * outside jest, whose errors aren't n8n's. `test/engine/capabilities.test.ts` tests each, present or not.
 */
export const capabilities = {
	signedResumeUrl: {
		name: 'a resume URL is signed',
		isThere: 'resumeToken' in createRunExecutionData(),
		without: 'the address of _Wait for Result_ is protected by the node’s own key alone',
	},
	toolExecution: {
		name: 'a node is told that an agent uses it',
		isThere: 'isToolExecution' in ExecuteContext.prototype,
		without: 'an agent’s call is recognized by the node’s type',
	},
	retriedExecution: {
		name: 'a node can learn which execution is retried',
		isThere: 'retryOf' in new ExecutionLifecycleHooks('retry', '2', {} as IWorkflowBase, '1'),
		without:
			'a retry of a killed execution isn’t refused if that was a retry itself, or if n8n had stored its progress',
	},
	cause: {
		name: 'an error keeps what caused it',
		isThere: new NodeApiError({} as INode, cause as never).cause === cause,
		without: 'a network error’s code is read from its status',
	},
};

export type CapabilityName = keyof typeof capabilities;
