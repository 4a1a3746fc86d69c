import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeCredentialTestResult,
	INodeType,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { additionalDataFor } from './additional-data';
import { editorCalls, type EditorCalls, type EditorOptions } from './editor-calls';
import type { EngineRun } from './engine-run';
import {
	openWorkflow,
	throughDatabase,
	type Execution,
	type WorkflowRunOptions,
} from './execution';
import { evaluating, startExpressionEngine, stopExpressionEngine } from './expression-engine';
import { LiveTrigger, type TriggerOptions } from './live-trigger';
import { loadPackage, type LoadedPackage } from './loaded-package';
import { TestNodeTypes } from './node-types';
import {
	credentialsFor,
	INPUT_NODE,
	nodeOf,
	NODE_UNDER_TEST,
	workflowAround,
	workflowOf,
	type NodeRunOptions,
	type TestNode,
} from './node-under-test';
import { resultOfSub, startDataOf, startDataOfSub } from './start-data';
import { TestCredentials } from './test-credentials';
import { WaitingExecutions } from './waiting-executions';
import { WebhookServer } from './webhook-server';

const REPOSITORY = join(__dirname, '..', '..', '..');

/** How an engine is started. */
export interface EngineOptions {
	/** Folder of the built package (with package.json); the repository's own unless told. */
	packageDirectory?: string;
}

/** The type of an agent's tool, with what an execution of it has to know. */
export type ToolType = Required<Pick<WorkflowRunOptions, 'nodeTypes'>> & { type: string };

/** n8n's engine with the package in it. */
export class Engine {
	private executions = 0;
	/** The executions that wait: resume, stop or lose them here. */
	readonly waiting = new WaitingExecutions();

	private constructor(
		/** The package as n8n-core's loader sees it. */
		readonly loaded: LoadedPackage,
		private readonly server: WebhookServer,
	) {
		server.onWaiting((request, response) => this.waiting.take(request, response));
	}

	static async start({ packageDirectory = REPOSITORY }: EngineOptions = {}): Promise<Engine> {
		// First what can fail: a server left open would keep jest from ending.
		const loaded = await loadPackage(packageDirectory);
		const server = new WebhookServer();
		await startExpressionEngine({ sharedCaller: true, lazyAcquire: true });
		await server.start();
		return new Engine(loaded, server);
	}

	/** Closes everything the engine opened; call it in `afterAll`. */
	async stop(): Promise<void> {
		await this.server.stop();
		await stopExpressionEngine();
	}

	/** *Input* and one node, as a person saves it. */
	workflow({ node, settings, nodeTypes }: NodeRunOptions): IWorkflowBase {
		return workflowAround(this.nodeFrom(node, nodeTypes), settings);
	}

	/** Runs one node over items; see `EngineRun` for what comes back. */
	async run(one: NodeRunOptions): Promise<EngineRun> {
		const { items = [{}], node: _, settings: __, ...options } = one;
		return await this.runWorkflow(this.workflow(one), {
			...options,
			start: { node: INPUT_NODE, items },
			observe: NODE_UNDER_TEST,
		});
	}

	/** Runs a whole workflow from its start, or retries one. */
	async runWorkflow(
		workflow: Partial<IWorkflowBase> & Pick<IWorkflowBase, 'nodes' | 'connections'>,
		options: WorkflowRunOptions,
	): Promise<EngineRun> {
		const json: IWorkflowBase = { ...workflowOf([]), ...structuredClone(workflow) };
		const execution: Execution = {
			id: String(++this.executions),
			json,
			nodeTypes: this.nodeTypesWith(options.nodeTypes),
			additionalData: this.additionalData(options),
			mode: options.retryOf ? 'retry' : 'trigger',
			observe: options.observe,
			retryOf: options.retryOf?.executionId,
			whenStored: options.whenStored,
		};
		return await this.waiting.run(execution, startDataOf(execution, options));
	}

	/** A trigger that listens at a real address: call it, or give `trigger.url` to the service. */
	async trigger({
		node,
		credential,
		// The node may remember by workflow, for as long as the process lives.
		workflowId = randomUUID(),
		mode,
	}: TriggerOptions): Promise<LiveTrigger> {
		const typed: TestNode = { type: 'crmMessagingTrigger', ...node };
		const opened: INode = {
			...this.nodeFrom(typed),
			webhookId: node.webhookId ?? `webhook-${++this.executions}`,
		};
		const nodeTypes = this.nodeTypesWith();
		const json = { ...workflowOf([opened]), id: workflowId };
		const workflow = openWorkflow({ json, nodeTypes });
		const type = nodeTypes.getByNameAndVersion(opened.type, opened.typeVersion);
		const own = workflow.getNode(opened.name)!;
		return await evaluating(
			workflow,
			async () =>
				new LiveTrigger(
					workflow,
					own,
					type,
					this.additionalData({ credential }),
					this.server,
					mode,
				),
		);
	}

	/** The editor's calls: listSearch, resourceMapping. */
	editor({ node, credential }: EditorOptions): EditorCalls {
		const nodeTypes = this.nodeTypesWith();
		const workflow = openWorkflow({ json: workflowOf([this.nodeFrom(node)]), nodeTypes });
		const own = workflow.getNode(NODE_UNDER_TEST)!;
		const type = nodeTypes.getByNameAndVersion(own.type, own.typeVersion);
		return editorCalls(type, workflow, own, this.additionalData({ credential }));
	}

	/** Tests a credential by the function that a node has for it, in n8n-core's context. */
	async testCredential(node: string, data: IDataObject): Promise<INodeCredentialTestResult> {
		const own = this.nodeTypesWith().getByNameAndVersion(this.fullType(node));
		const [type] = this.loaded.credentialTypes.keys();
		const used = own.description.credentials?.find(({ name }) => name === type);
		const test = own.methods!.credentialTest![used!.testedBy as string]!;
		const context = new CredentialTestContext(this.additionalData({ credential: data }));
		const secret = structuredClone(data) as ICredentialDataDecryptedObject;
		return await test.call(context, { id: '1', name: 'Account', type: type!, data: secret });
	}

	/** The full name of a node type of the package (a name with a dot is full already). */
	fullType(type: string): string {
		return type.includes('.') ? type : `${this.loaded.name}.${type}`;
	}

	/** A node as n8n runs it for an agent: by another type. */
	tool(type = 'crmMessaging', more: WorkflowRunOptions['nodeTypes'] = {}): ToolType {
		const name = this.fullType(type);
		const own = this.nodeTypesWith(more).getByNameAndVersion(name);
		const description = { ...own.description, name: `${own.description.name}Tool` };
		const tool = Object.create(own, { description: { value: description } }) as INodeType;
		return { type: `${name}Tool`, nodeTypes: { ...more, [`${name}Tool`]: tool } };
	}

	private nodeFrom(test: TestNode, more?: WorkflowRunOptions['nodeTypes']): INode {
		const fullType = this.fullType(test.type ?? 'crmMessaging');
		const found = this.nodeTypesWith(more).getByName(fullType);
		const version = 'currentVersion' in found ? found.currentVersion : undefined;
		const type = this.nodeTypesWith(more).getByNameAndVersion(fullType, test.typeVersion);
		const own =
			type.description.defaultVersion ?? [type.description.version].flat().at(-1) ?? 1;
		return {
			credentials: credentialsFor(type, this.loaded.credentialTypes),
			...nodeOf(structuredClone(test), fullType, version ?? own),
		};
	}

	private nodeTypesWith(more: WorkflowRunOptions['nodeTypes'] = {}): TestNodeTypes {
		return new TestNodeTypes(this.loaded.nodeTypes, Object.entries(more));
	}

	private additionalData({
		credential,
		nodeTypes: nodeTypesGiven,
		retryOf,
	}: Pick<
		WorkflowRunOptions,
		'credential' | 'nodeTypes' | 'retryOf'
	>): IWorkflowExecuteAdditionalData {
		const [only] = this.loaded.credentialTypes.keys();
		const stored = new Map<string, ICredentialDataDecryptedObject>();
		if (credential && only) {
			stored.set(only, structuredClone(credential) as ICredentialDataDecryptedObject);
		}
		const helper = new TestCredentials(this.loaded.credentialTypes, stored);
		return additionalDataFor(helper, this.server.url, {
			executeWorkflow: async (info, additionalData, sub) => {
				if (!info.code) throw new Error('The engine runs only inline sub-workflows');
				const json = { ...workflowOf([]), ...structuredClone(info.code) };
				const nodeTypes = this.nodeTypesWith(nodeTypesGiven);
				const id = String(++this.executions);
				const execution: Execution = {
					id,
					json,
					nodeTypes,
					additionalData,
					mode: 'integrated',
					observe: undefined,
				};
				const running = this.waiting.run(execution, startDataOfSub(execution, sub));
				if (sub.doNotWaitToFinish) return { executionId: id, data: [null] };
				return resultOfSub(await running);
			},
			getRunExecutionData: async (id) =>
				retryOf?.executionId === id
					? throughDatabase(retryOf.data.data)
					: this.waiting.stored(id),
		});
	}
}

/** Loads the built package and starts n8n's engine: once a test file, and `engine.stop()` at its end. */
export async function startEngine(options?: EngineOptions): Promise<Engine> {
	return await Engine.start(options);
}
