import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { CredentialTestContext, LoadOptionsContext } from 'n8n-core';
import {
	Expression,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeCredentialTestResult,
	type INodeParameters,
	type INodeType,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type Workflow,
} from 'n8n-workflow';
import {
	openWorkflow,
	startDataOf,
	throughDatabase,
	type EngineRun,
	type Execution,
	type WorkflowRunOptions,
} from './execution';
import { evaluating, loadPackage, startExpressionEngine, type LoadedPackage } from './n8n';
import {
	INPUT_NODE,
	INPUT_TYPE,
	inRow,
	NODE_UNDER_TEST,
	nodeOfType,
	TestNodeTypes,
	webhookId,
	workflowOf,
	type TestNode,
} from './nodes';
import { surroundings } from './surroundings';
import { WaitingExecutions } from './waiting-executions';
import { openTrigger, startWebhookServer, type LiveTrigger, type TriggerOptions } from './webhooks';

/** One node, and what it receives. */
export interface NodeRunOptions extends WorkflowRunOptions {
	node: TestNode;
	settings?: IWorkflowSettings;
}

/** n8n's engine with the package in it. */
export class Engine {
	private constructor(
		private readonly loaded: LoadedPackage,
		/** The executions that wait: resume them here. */
		readonly waiting: WaitingExecutions,
		private readonly server: Awaited<ReturnType<typeof startWebhookServer>>,
	) {}

	/** Loads the built package and starts n8n's engine: once a test file, and `engine.stop()` at its end. */
	static async start(): Promise<Engine> {
		// The step that can fail comes first: an open server would keep jest running.
		const loaded = await loadPackage(join(__dirname, '..', '..', '..'));
		await startExpressionEngine({ sharedCaller: true, lazyAcquire: true });
		const waiting = new WaitingExecutions();
		return new Engine(loaded, waiting, await startWebhookServer(waiting.answerCall));
	}

	/** Closes everything the engine opened; call it in `afterAll`. */
	async stop(): Promise<void> {
		await this.server.stop();
		await Expression.disposeExpressionEngine();
	}

	/** *Input* and one node, as a user saves it. */
	workflow({ node, settings, nodeTypes }: NodeRunOptions): IWorkflowBase {
		const own = this.nodeFrom(node, nodeTypes);
		const { nodes, connections } = inRow([nodeOfType(INPUT_TYPE, INPUT_NODE), own]);
		return workflowOf(nodes, settings, connections);
	}

	/** Runs one node over items; see `EngineRun` for the result. */
	async run(one: NodeRunOptions): Promise<EngineRun> {
		return await this.runWorkflow(this.workflow(one), one);
	}

	/** Runs a whole workflow from its start, or retries one. */
	async runWorkflow(
		workflow: Partial<IWorkflowBase> & Pick<IWorkflowBase, 'nodes' | 'connections'>,
		options: WorkflowRunOptions,
	): Promise<EngineRun> {
		const { credential, retryOf, whenStored } = options;
		const execution: Execution = {
			id: randomUUID(),
			json: { ...workflowOf([]), ...structuredClone(workflow) },
			nodeTypes: this.nodeTypesWith(options.nodeTypes),
			additionalData: this.additionalData(credential, retryOf),
			mode: options.mode ?? (retryOf ? 'retry' : 'trigger'),
			retryOf: retryOf?.executionId,
			whenStored,
		};
		return await this.waiting.run(execution, startDataOf(execution, options));
	}

	/** A trigger that listens at a real address: call it, or give `trigger.url` to the service. */
	async trigger(
		parameters: IDataObject,
		// The node may remember by workflow, for as long as the process lives.
		{ credential, workflowId = randomUUID(), mode = 'webhook', ...own }: TriggerOptions,
	): Promise<LiveTrigger> {
		const made = this.nodeFrom({ type: 'crmMessagingTrigger', parameters, ...own });
		const [workflow, node] = this.open({ webhookId, ...made }, workflowId);
		const additionalData = this.additionalData(credential);
		return openTrigger({ workflow, node, additionalData, mode }, this.server.handlers);
	}

	/** The editor's calls of the node's `methods`, in n8n-core's LoadOptionsContext as n8n's server makes them. */
	editor(credential: IDataObject) {
		const node = this.nodeFrom({ parameters: { resource: 'purchase', operation: 'upsert' } });
		const [workflow, opened, { methods }] = this.open(node);
		const currentNodeParameters = opened.parameters;
		const additionalData = { ...this.additionalData(credential), currentNodeParameters };
		const context = new LoadOptionsContext(workflow, opened, additionalData, 'parameters');
		const { listSearch, resourceMapping } = methods!;
		return {
			listSearch: (name: string, filter?: string) =>
				evaluating(workflow, () => listSearch![name]!.call(context, filter)),
			resourceMapping: (name: string) =>
				evaluating(workflow, () => resourceMapping![name]!.call(context)),
		};
	}

	/** A workflow of one node with its default parameters. */
	private open(node: INode, id = 'workflow'): [Workflow, INode, INodeType] {
		const nodeTypes = this.nodeTypesWith();
		const workflow = openWorkflow({ json: { ...workflowOf([node]), id }, nodeTypes });
		const type = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		return [workflow, workflow.getNode(node.name)!, type];
	}

	/** Tests a credential with the function of a node, in n8n-core's context. */
	async testCredential(node: string, data: IDataObject): Promise<INodeCredentialTestResult> {
		const own = this.nodeTypesWith().getByNameAndVersion(this.fullType(node));
		const [type] = this.loaded.credentialTypes.keys();
		const used = own.description.credentials?.find(({ name }) => name === type);
		const test = own.methods!.credentialTest![used!.testedBy as string]!;
		const context = new CredentialTestContext(this.additionalData(data));
		const secret = structuredClone(data) as ICredentialDataDecryptedObject;
		return await test.call(context, { id: '1', name: 'Account', type: type!, data: secret });
	}

	/** The full name of a node type of the package (a name with a dot is full already). */
	private fullType(type: string): string {
		return type.includes('.') ? type : `${this.loaded.name}.${type}`;
	}

	/** The node as n8n runs it for an agent: options of a run by another type. */
	tool(): { type: string; nodeTypes: Record<string, INodeType> } {
		const name = this.fullType('crmMessaging');
		const own = this.nodeTypesWith().getByNameAndVersion(name);
		const description = { ...own.description, name: `${own.description.name}Tool` };
		const tool = Object.create(own, { description: { value: description } }) as INodeType;
		return { type: `${name}Tool`, nodeTypes: { [`${name}Tool`]: tool } };
	}

	/** A node of a workflow, from a test's description of it. */
	private nodeFrom(test: TestNode, more?: WorkflowRunOptions['nodeTypes']): INode {
		const type = this.fullType(test.type ?? 'crmMessaging');
		const { description } = this.nodeTypesWith(more).getByNameAndVersion(type);
		const { version, defaultVersion, credentials = [] } = description;
		const used = credentials.map(({ name }) => [name, { id: '1', name }] as const);
		const { parameters, ...own } = structuredClone(test);
		return {
			credentials: Object.fromEntries(used),
			...own,
			typeVersion: defaultVersion ?? [version].flat().at(-1)!,
			// A part of a callback's address while the node waits.
			id: '00000000-0000-4000-8000-000000000002',
			name: NODE_UNDER_TEST,
			type,
			position: [200, 0],
			parameters: parameters as INodeParameters,
		};
	}

	private nodeTypesWith(more: WorkflowRunOptions['nodeTypes'] = {}): TestNodeTypes {
		return new TestNodeTypes(this.loaded.nodeTypes, Object.entries(more));
	}

	private additionalData(
		credential?: IDataObject,
		retryOf?: EngineRun,
	): IWorkflowExecuteAdditionalData {
		return surroundings(this.loaded.credentialTypes, credential, this.server.url, {
			getRunExecutionData: async (id) =>
				retryOf?.executionId === id
					? throughDatabase(retryOf.data.data)
					: this.waiting.stored(id),
		});
	}
}
