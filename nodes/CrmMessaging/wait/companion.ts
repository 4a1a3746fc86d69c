import { randomUUID } from 'crypto';
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { startSubExecution, type InlineWorkflow, type StartedExecution } from '../n8n/subExecution';
import { textOf } from '../fields/values';

/** Connects a sender with its companion. n8n runs both in one process until the companion waits. */
interface Handover {
	joined(executionId: string): void;
	handed: Promise<IDataObject | undefined>;
}

const handovers = new Map<string, Handover>();

const keyOfHandover = 'handover';

/**
 * Starts before the sender sends, so others can name it as the one to resume. It learns what was
 * sent before the sender waits. So no execution reads the sender, which may be large.
 */
export class Companion {
	private constructor(
		readonly id: string,
		private readonly handOver: (value?: IDataObject) => void,
		private readonly started: Promise<StartedExecution>,
	) {}

	/** @param parentId the execution that its end resumes */
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

	/** Hands over what was sent. @returns whether it waits; otherwise it has ended */
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

/** An execution's purpose in n8n's list, by the role of its nodes, which are called like it. */
export const waitPurposes = {
	Watch: 'Wait for results',
	Finish: 'Wait for results',
	Look: 'Wait for several callbacks',
	Park: 'Wait for several callbacks',
	Mailbox: 'Wait for one callback',
	Keep: 'Wait for one callback',
};
export type WaitRole = keyof typeof waitPurposes;

export const roleParameter = 'role';

type WaitWorkflow = (context: Pick<IExecuteFunctions, 'getNode'>) => InlineWorkflow;

/** The sender waits for it. It rests meanwhile, so it survives if n8n is killed. */
export const watchWorkflow: WaitWorkflow = (context) =>
	workflowOf(context, ['Watch', 'Finish'], {
		Start: [['Watch']],
		Watch: [['Finish']],
		Finish: [[], ['Watch']],
	});

/** Looks at many mailboxes, and parks until the last of them has ended. */
export const lookWorkflow: WaitWorkflow = (context) =>
	workflowOf(context, ['Look', 'Park'], {
		Start: [['Look']],
		Look: [[], ['Park']],
		Park: [['Look']],
	});

/** Receives one callback. */
export const mailboxWorkflow: WaitWorkflow = (context) =>
	workflowOf(context, ['Mailbox', 'Keep'], {
		Start: [['Mailbox']],
		Mailbox: [['Keep']],
		Keep: [[], ['Mailbox']],
	});

function workflowOf(
	context: Pick<IExecuteFunctions, 'getNode'>,
	[first, second]: [WaitRole, WaitRole],
	targets: Record<string, string[][]>,
): InlineWorkflow {
	const { type } = context.getNode();
	const waitType = type.endsWith('Wait') ? type : `${type}Wait`;
	const trigger: INode = {
		...nodeOf('Start', 0, 'n8n-nodes-base.executeWorkflowTrigger'),
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const others = [first, second].map((role, index) => ({
		...nodeOf(role, index + 1, waitType),
		parameters: { [roleParameter]: role },
		// The next node finds out what happened to the awaited execution.
		...((role === 'Watch' || role === 'Park') && { onError: 'continueRegularOutput' as const }),
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
