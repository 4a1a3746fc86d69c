import { type ExecutionStatus, ExecutionStatusList } from 'n8n-workflow';
import pWaitFor from 'p-wait-for';
import { RestSession } from './rest';
import { type CredentialReference, type WorkflowFile, withCredential } from './workflow-file';

/** Who logs in. */
export interface Owner {
	email: string;
	password: string;
}

/** The values that the user types into the credential's form. */
export interface CrmMessagingSecrets {
	baseUrl: string;
	accountId: string;
	accountSecret: string;
	masterSecret: string;
}

/** n8n's result of a credential's test. */
export interface CredentialTest {
	status: 'OK' | 'Error';
	message: string;
}

/** A workflow n8n keeps. */
export interface StoredWorkflow {
	id: string;
	name: string;
	active: boolean;
	versionId: string;
}

/** One line of the executions list. */
export interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: ExecutionStatus;
	mode: string;
}

/** The statuses of executions that have not come to an end. */
export const unfinished: ReadonlyArray<ExecutionStatus> = ['new', 'running', 'waiting'];

/** Whether an execution has come to an end, whichever. */
export function hasEnded({ status }: Pick<ExecutionSummary, 'status'>): boolean {
	return !unfinished.includes(status);
}

/** The executions of a list: all of them, or those of one workflow or of some statuses. */
interface WantedExecutions {
	workflowId?: string;
	status?: readonly ExecutionStatus[];
}

/**
 * The path of a list of executions. Without statuses, n8n reads those in progress and the others by two
 * queries at a time, and one that is being resumed is in neither; it counts only the others.
 */
function executionsPath(wanted: WantedExecutions, limit: number): string {
	const filter = JSON.stringify({ status: ExecutionStatusList, ...wanted });
	return `/executions?limit=${limit}&filter=${encodeURIComponent(filter)}`;
}

/** An execution with all its data, in n8n's flattened form. */
export interface Execution extends ExecutionSummary {
	data: string;
}

/** A node as the editor learns of it. */
export interface NodeType {
	name: string;
	displayName: string;
	iconUrl?: string | { light: string; dark: string };
}

interface PublicationStatus {
	status: string;
	triggers: Array<{ status: string; errorMessage: string | null }>;
}

const credentialType = 'crmMessagingApi';
const patienceMs = 30_000;

function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
	const message = `Gave up after 30 s waiting ${what}.`;
	const timeout = { milliseconds: patienceMs, message: new Error(message) };
	return pWaitFor<T>(
		async () => {
			const found = await look();
			return found !== undefined && pWaitFor.resolveWith(found);
		},
		{ interval: 150, timeout },
	);
}

interface EditedWorkflow {
	name: string;
	versionId: string;
	nodes: Array<{ name: string; parameters: object }>;
	connections: object;
	settings: object;
}

/** A person's actions in n8n's editor, through the API that the editor itself uses. */
export class N8nClient {
	private readonly rest: RestSession;

	constructor(url: string) {
		this.rest = new RestSession(url);
	}

	/** Logs in; makes the owner's account first where n8n has none yet. */
	async enter(owner: Owner): Promise<void> {
		const { userManagement } = await this.rest.call<{
			userManagement: { showSetupOnFirstLoad: boolean };
		}>('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) {
			const person = { firstName: 'Demo', lastName: 'Owner', ...owner };
			await this.rest.call('POST', '/owner/setup', person);
		}
		const login = { emailOrLdapLoginId: owner.email, password: owner.password };
		await this.rest.call('POST', '/login', login);
	}

	/** Creates a credential, the package's unless a type is given, or brings the one of that name up to date. */
	async saveCredential(
		name: string,
		data: CrmMessagingSecrets | Record<string, string>,
		type = credentialType,
	): Promise<CredentialReference> {
		type Known = CredentialReference & { type: string };
		const all = await this.rest.call<Known[]>('GET', '/credentials');
		const known = all.find((one) => one.name === name && one.type === type);
		const [method, path] = known ? ['PATCH', `/${known.id}`] : ['POST', ''];
		const body = { name, type, data };
		const saved = await this.rest.call<Known>(method, `/credentials${path}`, body);
		return { id: saved.id, name: saved.name };
	}

	/** The button "Test" of the credential's form. */
	testCredential(
		{ id, name }: CredentialReference,
		data: CrmMessagingSecrets,
	): Promise<CredentialTest> {
		const credentials = { id, name, type: credentialType, data };
		return this.rest.call('POST', '/credentials/test', { credentials });
	}

	/** Every workflow that is not archived. */
	async workflows(): Promise<StoredWorkflow[]> {
		type Listed = StoredWorkflow & { isArchived: boolean };
		const all = await this.rest.call<Listed[]>('GET', '/workflows');
		return all.filter(({ isArchived }) => !isArchived);
	}

	/** Deletes a workflow and its executions. */
	async deleteWorkflow({ id }: StoredWorkflow): Promise<void> {
		await this.rest.call('POST', `/workflows/${id}/archive`);
		// n8n answers 409 until its triggers have stopped listening.
		await until('to delete a workflow', async () => {
			try {
				return (await this.rest.call('DELETE', `/workflows/${id}`)) ?? true;
			} catch (error) {
				if (!String(error).includes('n8n 409')) throw error;
				return undefined;
			}
		});
	}

	/** Imports a workflow file and chooses the credential in its nodes. */
	importWorkflow(file: WorkflowFile, credential: CredentialReference): Promise<StoredWorkflow> {
		const { name, nodes, connections, ...more } = withCredential(file, credential);
		const { settings = {}, pinData = {} } = more;
		// Some versions want to be told that it is off.
		const body = { name, nodes, connections, settings, pinData, active: false };
		return this.rest.call('POST', '/workflows', body);
	}

	/** Activates a workflow and waits until its triggers listen. */
	async activate({ id, versionId, name }: StoredWorkflow): Promise<void> {
		await this.rest.call('POST', `/workflows/${id}/activate`, { versionId });
		// If n8n has no such status, it answers when the triggers listen.
		if (!(await this.rest.has(`/workflows/${id}/publication-status`))) return;
		await until(`for the triggers of "${name}"`, async () => {
			const { status, triggers } = await this.rest.call<PublicationStatus>(
				'GET',
				`/workflows/${id}/publication-status`,
			);
			const failed = triggers.find(({ errorMessage }) => errorMessage);
			if (failed) throw new Error(`"${name}" does not start: ${failed.errorMessage}`);
			const listens = triggers.every((trigger) => trigger.status === 'activated');
			return status === 'published' && listens ? true : undefined;
		});
	}

	/** The newest executions first. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const all = new Map<string, ExecutionSummary>();
		// n8n lists a hundred at a time, those that started last first.
		for (let cursor: string | undefined = ''; cursor !== undefined;) {
			const path = `${executionsPath({ workflowId }, 100)}${cursor && `&cursor=${cursor}`}`;
			const page: { results: ExecutionSummary[]; nextCursor?: string | null } =
				await this.rest.call('GET', path);
			for (const one of page.results) all.set(one.id, one);
			cursor = page.nextCursor ? encodeURIComponent(page.nextCursor) : undefined;
		}
		return [...all.values()].sort((one, other) => Number(other.id) - Number(one.id));
	}

	/** How many executions there are. */
	async countExecutions(wanted: WantedExecutions = {}): Promise<number> {
		return (await this.rest.call<{ count: number }>('GET', executionsPath(wanted, 1))).count;
	}

	/** One execution with its data. */
	execution(id: string): Promise<Execution> {
		return this.rest.call('GET', `/executions/${id}`);
	}

	/** The button "Retry" of the executions list. */
	async retry(executionId: string, loadWorkflow = false): Promise<void> {
		await this.rest.call('POST', `/executions/${executionId}/retry`, { loadWorkflow });
	}

	/** Saves a workflow with other parameters of a node, as a person does in the editor. */
	async edit(workflowId: string, node: string, parameters: object): Promise<void> {
		const path = `/workflows/${workflowId}`;
		const saved = await this.rest.call<EditedWorkflow>('GET', path);
		const nodes = saved.nodes.map((one) =>
			one.name === node ? { ...one, parameters: { ...one.parameters, ...parameters } } : one,
		);
		const { name, connections, settings, versionId } = saved;
		const changed = { name, nodes, connections, settings, versionId };
		await this.rest.call('PATCH', path, changed);
	}

	/** The rows of a data table; none where there is no such table. */
	async tableRows(name: string): Promise<Array<Record<string, unknown>>> {
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const { data } = await this.rest.call<{ data: Array<{ id: string; projectId: string }> }>(
			'GET',
			`/data-tables-global?filter=${filter}`,
		);
		const [table] = data;
		if (!table) return [];
		const path = `/projects/${table.projectId}/data-tables/${table.id}/rows`;
		return (await this.rest.call<{ data: Array<Record<string, unknown>> }>('GET', path)).data;
	}

	/** The button "Stop" of the executions list. */
	async stop(executionId: string): Promise<void> {
		await this.rest.call('POST', `/executions/${executionId}/stop`);
	}

	/** Waits until the newest execution of the workflow waits. */
	waitingExecution(workflowId: string): Promise<ExecutionSummary> {
		return until('for an execution to wait', async () => {
			const [newest] = await this.executions(workflowId);
			return newest?.status === 'waiting' ? newest : undefined;
		});
	}

	/**
	 * The button "Execute workflow" with the trigger of that name, or the trigger's "Listen for test event":
	 * its test URL then takes one call.
	 */
	async execute(workflowId: string, trigger: string): Promise<void> {
		// Older versions run what the editor shows, newer ones also what is saved.
		const workflowData = await this.rest.call('GET', `/workflows/${workflowId}`);
		await this.rest.call('POST', `/workflows/${workflowId}/run`, {
			workflowData,
			triggerToStartFrom: { name: trigger },
		});
	}

	/** Waits until a number of the workflow's executions have finished; the newest first. */
	finishedExecutions(workflowId: string, count: number): Promise<ExecutionSummary[]> {
		return until(`for ${count} executions to end`, async () => {
			const all = await this.executions(workflowId);
			const ended = all.filter(hasEnded);
			return ended.length >= count ? ended : undefined;
		});
	}

	/** Every node n8n offers. */
	async nodeTypes(): Promise<NodeType[]> {
		return (await (await this.rest.get('/types/nodes.json')).json()) as NodeType[];
	}

	/** Any other path of the server, such as an icon's. */
	get(path: string): Promise<Response> {
		return this.rest.get(path);
	}
}
