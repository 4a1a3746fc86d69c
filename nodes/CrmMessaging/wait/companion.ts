import { randomUUID } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { startSubExecution, type InlineWorkflow, type StartedExecution } from '../n8n/subExecution';
import { textOf } from '../fields/values';

/** What passes between a sender and its companion; n8n runs both in one process until the latter waits. */
interface Handover {
	/** To be called with the companion's id, as soon as it runs. */
	joined(executionId: string): void;
	/** What the sender hands over; nothing if there is nothing to wait for. */
	handed: Promise<IDataObject | undefined>;
}

const handovers = new Map<string, Handover>();

const keyOfHandover = 'handover';

/**
 * An execution that is started before the sender sends, so that others can name it as the one to resume,
 * and that learns what was sent before the sender waits for it. So no execution ever reads the sender,
 * which may be large.
 */
export class Companion {
	private constructor(
		readonly id: string,
		private readonly handOver: (value?: IDataObject) => void,
		private readonly started: Promise<StartedExecution>,
	) {}

	/**
	 * @param parentId the execution that its end resumes
	 * @throws what it failed with, if it never ran
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
		// Whether it fails later shows when it's handed something.
		started.catch(() => undefined).finally(() => handovers.delete(key));
		const id = await Promise.race([joined, started.then((execution) => execution.id)]);
		return new Companion(id, handOver, started);
	}

	/**
	 * Hands over what was sent.
	 *
	 * @returns whether it waits; else it has come to its end
	 * @throws what it failed with
	 */
	async hand(value: IDataObject): Promise<boolean> {
		this.handOver(value);
		return (await this.started).isWaiting;
	}

	/** Lets it end, unless it was handed something. */
	async dismiss(): Promise<void> {
		this.handOver();
		await this.started.catch(() => undefined);
	}
}

/** In a companion: waits for what the sender hands over; nothing if there is nothing to wait for. */
export async function handedBySender(context: IExecuteFunctions): Promise<IDataObject | undefined> {
	const key = textOf(context.getInputData()[0]?.json[keyOfHandover]);
	const handover = handovers.get(key);
	handover?.joined(context.getExecutionId());
	return await handover?.handed;
}
