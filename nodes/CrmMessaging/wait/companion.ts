import { randomUUID } from 'crypto';
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { startSubExecution, type InlineWorkflow, type StartedExecution } from '../n8n/subExecution';
import { textOf } from '../fields/values';

/** Connects a sender with its companion. n8n runs both in one process until the companion waits. */
interface Handover {
	/** To be called with the companion's ID once it runs. */
	joined(executionId: string): void;
	/** The sender's data; undefined if there is nothing to wait for. */
	handed: Promise<IDataObject | undefined>;
}

const handovers = new Map<string, Handover>();

const keyOfHandover = 'handover';

/**
 * An execution that starts before the sender sends, so others can name it as the one to resume. It
 * learns what was sent before the sender waits for it. So no execution reads the sender, which may
 * be large.
 */
export class Companion {
	private constructor(
		readonly id: string,
		private readonly handOver: (value?: IDataObject) => void,
		private readonly started: Promise<StartedExecution>,
	) {}

	/**
	 * @param parentId the execution that its end resumes
	 * @throws its error, if it never ran
	 */
	static async start(
		context: IExecuteFunctions,
		workflow: InlineWorkflow,
		parentId?: string,
	): Promise<Companion> {
		const key = randomUUID();
		let handOver: (value?: IDataObject) => void = () => undefined;
		const handed = new Promise<IDataObject | undefined>((resolve) => (handOver = resolve));
		const joined = new Promise<string>((resolve) =>
			handovers.set(key, { joined: resolve, handed }),
		);
		const started = startSubExecution(context, workflow, { [keyOfHandover]: key }, parentId);
		// `hand` reports a later failure.
		started.catch(() => undefined).finally(() => handovers.delete(key));
		const id = await Promise.race([joined, started.then((execution) => execution.id)]);
		return new Companion(id, handOver, started);
	}

	/**
	 * Hands over what was sent.
	 *
	 * @returns whether it waits; otherwise it has ended
	 * @throws the companion's error
	 */
	async hand(value: IDataObject): Promise<boolean> {
		this.handOver(value);
		return (await this.started).isWaiting;
	}

	/** Lets it end if it was handed nothing. */
	async dismiss(): Promise<void> {
		this.handOver();
		await this.started.catch(() => undefined);
	}
}

/** In a companion: waits for the sender's data; undefined if there is nothing to wait for. */
export async function handedBySender(context: IExecuteFunctions): Promise<IDataObject | undefined> {
	const key = textOf(context.getInputData()[0]?.json[keyOfHandover]);
	const handover = handovers.get(key);
	handover?.joined(context.getExecutionId());
	return await handover?.handed;
}

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
