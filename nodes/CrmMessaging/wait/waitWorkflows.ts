import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { InlineWorkflow } from '../n8n/subExecution';

/** The names of the waiting workflows' nodes, by role. */
export const waitNodes = {
	watch: 'Watch',
	finish: 'Finish',
	look: 'Look',
	park: 'Park',
	mailbox: 'Mailbox',
	keep: 'Keep',
} as const;

/** A node's role in the waiting workflows. */
export type WaitRole = keyof typeof waitNodes;

/** An execution's purpose by its nodes' role, to identify it in n8n's list. */
export const waitPurposes: Record<WaitRole, string> = {
	watch: 'Wait for results',
	finish: 'Wait for results',
	look: 'Wait for several callbacks',
	park: 'Wait for several callbacks',
	mailbox: 'Wait for one callback',
	keep: 'Wait for one callback',
};

/** The parameter for a node's role in the waiting workflows. */
export const roleParameter = 'role';

/** Builds a small workflow of waiting nodes for an execution that sends or waits. */
type WaitWorkflow = (context: Pick<IExecuteFunctions, 'getNode'>) => InlineWorkflow;

const { watch, finish, look, park, mailbox, keep } = waitNodes;
const start = 'Start';

/**
 * The workflow that the sender waits for. It rests while others receive callbacks, so it survives
 * if n8n is killed meanwhile.
 */
export const watchWorkflow: WaitWorkflow = (context) =>
	workflowOf(context, ['watch', 'finish'], {
		[start]: [[watch]],
		[watch]: [[finish]],
		[finish]: [[], [watch]],
	});

/** The workflow that looks at many mailboxes, and parks until the last of them has ended. */
export const lookWorkflow: WaitWorkflow = (context) =>
	workflowOf(context, ['look', 'park'], {
		[start]: [[look]],
		[look]: [[], [park]],
		[park]: [[look]],
	});

/** The workflow that receives one callback. */
export const mailboxWorkflow: WaitWorkflow = (context) =>
	workflowOf(context, ['mailbox', 'keep'], {
		[start]: [[mailbox]],
		[mailbox]: [[keep]],
		[keep]: [[], [mailbox]],
	});

function workflowOf(
	context: Pick<IExecuteFunctions, 'getNode'>,
	[first, second]: [WaitRole, WaitRole],
	targets: Record<string, string[][]>,
): InlineWorkflow {
	const { type } = context.getNode();
	const waitType = type.endsWith('Wait') ? type : `${type}Wait`;
	const trigger: INode = {
		...nodeOf(start, 0, 'n8n-nodes-base.executeWorkflowTrigger'),
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const others = [first, second].map((role, index) => ({
		...nodeOf(waitNodes[role], index + 1, waitType),
		parameters: { [roleParameter]: role },
		// The next node finds out what happened to the awaited execution.
		...((role === 'watch' || role === 'park') && { onError: 'continueRegularOutput' as const }),
	}));
	const connections = Object.entries(targets).map(([name, outputs]) => [
		name,
		{
			main: outputs.map((names) =>
				names.map((node) => ({ node, type: 'main' as const, index: 0 })),
			),
		},
	]);
	return {
		name: waitPurposes[first],
		nodes: [trigger, ...others],
		connections: Object.fromEntries(connections) as InlineWorkflow['connections'],
		// The sending workflow's settings might prevent saving it, and then nothing could find it.
		settings: {
			executionOrder: 'v1',
			saveDataSuccessExecution: 'all',
			saveDataErrorExecution: 'all',
			saveManualExecutions: true,
			saveExecutionProgress: false,
			executionTimeout: -1,
		},
	};
}

function nodeOf(name: string, place: number, type: string): INode {
	return {
		id: name.toLowerCase(),
		name,
		type,
		typeVersion: 1,
		position: [place * 200, 0],
		parameters: {},
	};
}
