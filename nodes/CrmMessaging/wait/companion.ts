import { randomUUID } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
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
