import type { IDataObject, INodeExecutionData, IWorkflowBase } from 'n8n-workflow';
import type { MockService, ChosenOptions } from '../../playground/service/mock-service';
import {
	startEngine,
	startMockService,
	type Engine,
	type EngineRun,
	type NodeRunOptions,
} from './harness';
import { NODE_UNDER_TEST } from './harness/nodes';

/** Secrets that occur nowhere else, so that a test can search for them in the result of a run. */
export const account = {
	id: 'aurora-hotels',
	accountSecret: 'account-secret-7f3a9c',
	masterSecret: 'master-secret-b81d42',
	appIds: ['guest-app'],
};

/** Data of the n8n credential of the account, for a service at any address. */
export function credentialFor(baseUrl: string): IDataObject {
	return {
		baseUrl,
		accountId: account.id,
		accountSecret: account.accountSecret,
		masterSecret: account.masterSecret,
	};
}

/** Options of a run. */
export type RunOptions = Partial<Omit<NodeRunOptions, 'node'>> &
	Partial<Omit<NodeRunOptions['node'], 'parameters'>>;

/** An engine of its own: create it where tests are declared, and it starts before them and stops after them. */
export class EngineOfFile {
	private started: Engine | undefined;

	constructor() {
		beforeAll(async () => {
			this.started = await startEngine();
		});
		afterAll(async () => await this.started?.stop());
	}

	get engine(): Engine {
		return this.started!;
	}
}

/** The action node in its own engine, with a mock service that is reset before each test. */
export class NodeRunner extends EngineOfFile {
	private running: MockService | undefined;

	/**
	 * Create it where tests are declared: engine and service start before them and end after them.
	 *
	 * @param fixed parameters of every run, such as resource and operation
	 */
	constructor(
		private readonly fixed: IDataObject = {},
		service: ChosenOptions = {},
	) {
		super();
		beforeAll(async () => {
			this.running = await startMockService({ account, ...service });
		});
		beforeEach(() => this.service.reset());
		afterAll(async () => await this.running?.close());
	}

	get service(): MockService {
		return this.running!;
	}

	get credential(): IDataObject {
		return credentialFor(this.service.url);
	}

	/** Runs the node with these parameters and the fixed ones. */
	async run(parameters: IDataObject, options: RunOptions = {}): Promise<EngineRun> {
		return await this.engine.run(this.optionsOf(parameters, options));
	}

	/** *Input* and the node with these parameters. */
	workflow(parameters: IDataObject, options: RunOptions = {}): IWorkflowBase {
		return this.engine.workflow(this.optionsOf(parameters, options));
	}

	private optionsOf(parameters: IDataObject, options: RunOptions): NodeRunOptions {
		const { type, onError, retryOnFail, maxTries, waitBetweenTries, ...rest } = options;
		const own = { type, onError, retryOnFail, maxTries, waitBetweenTries };
		const node = { parameters: { ...this.fixed, ...parameters }, ...own };
		return { credential: this.credential, ...rest, node };
	}

	/** Retries a failed execution as it is saved now, after an edit of the node's parameters. */
	async retry(
		failed: EngineRun,
		edit: IDataObject = {},
		credential: IDataObject = this.credential,
	): Promise<EngineRun> {
		return await this.engine.runWorkflow(edited(failed, edit), { retryOf: failed, credential });
	}

	/** Holds all answers, or some, until the returned function is called. */
	holdAnswers(some: { after?: number; times?: number } = { times: Infinity }): () => void {
		let answer = (): void => undefined;
		const answerAfter = new Promise<void>((resolve) => (answer = resolve));
		this.service.faults.add({ ...some, action: { answerAfter } });
		return answer;
	}

	/** Every request that arrived, as method, path, query and body. */
	get sent() {
		return this.service.requests.map(({ method, path, query, body }) => ({
			method,
			path,
			query,
			body,
		}));
	}

	/** The bodies of the requests that arrived. */
	get bodies(): unknown[] {
		return this.service.requests.map(({ body }) => body);
	}

	/** The contacts that arrived. */
	get contacts(): IDataObject[] {
		return (this.bodies as Array<{ contacts: IDataObject[] }>).flatMap(
			({ contacts }) => contacts,
		);
	}

	/** The texts of the SMS that the service accepted. */
	get texts(): string[] {
		return this.service.state.smsDeliveries.map(({ text }) => text);
	}

	/** The phone numbers that they went to. */
	get phones(): string[] {
		return this.service.state.smsDeliveries.map(({ phone_number }) => phone_number);
	}
}

/** The workflow of a run after an edit of the node's parameters. */
export function edited({ workflow }: EngineRun, edit: IDataObject): IWorkflowBase {
	const nodes = workflow.nodes.map((node) => {
		const parameters = { ...node.parameters, ...(node.name === NODE_UNDER_TEST && edit) };
		return { ...node, parameters: parameters as typeof node.parameters };
	});
	return { ...workflow, nodes };
}

/** The links of output items to input items, by index. */
export function linksOf(items: INodeExecutionData[]): number[][] {
	return items.map(({ pairedItem }) =>
		[pairedItem ?? []].flat().map((link) => (typeof link === 'number' ? link : link.item)),
	);
}

/** The errors of error items. */
export function errorsIn(items: INodeExecutionData[]): IDataObject[] {
	return items.flatMap(({ json: { error } }) => (error ? [error as IDataObject] : []));
}

/** The hints of a run, as sentences. */
export function hintsOf({ hints }: Pick<EngineRun, 'hints'>): string[] {
	return hints.flatMap(({ message }) => message.split('<br><br>'));
}
