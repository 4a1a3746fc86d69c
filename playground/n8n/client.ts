import { setTimeout as pause } from 'node:timers/promises';
import { type ExecutionStatus, ExecutionStatusList } from 'n8n-workflow';
import pWaitFor from 'p-wait-for';
import {
	type CredentialReference,
	credentialType,
	type WorkflowFile,
	withCredential,
} from './workflow-file';

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

/** An execution with all its data, in n8n's flattened form. */
export interface Execution extends ExecutionSummary {
	data: string;
}

/** Whether an execution has come to an end, whichever. */
export function hasEnded({ status }: Pick<ExecutionSummary, 'status'>): boolean {
	return !['new', 'running', 'waiting'].includes(status);
}

function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
	const message = new Error(`Gave up after 30 s waiting ${what}.`);
	return pWaitFor<T>(
		async () => {
			const found = await look();
			return found !== undefined && pWaitFor.resolveWith(found);
		},
		{ interval: 150, timeout: { milliseconds: 30_000, message } },
	);
}

/** Shorter than a test may take, so that its error names the call. */
const longestAnswerMs = 280_000;

/** A person's actions in n8n's editor, through the API that the editor itself uses. */
export class N8nClient {
	private cookie = '';

	/** @param url of n8n, without a slash at the end */
	constructor(private readonly url: string) {}

	/** Logs in; makes the owner's account first where n8n has none yet. */
	async enter(owner: { email: string; password: string }): Promise<void> {
		const { userManagement } = await this.call<{
			userManagement: { showSetupOnFirstLoad: boolean };
		}>('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) {
			await this.call('POST', '/owner/setup', {
				firstName: 'Demo',
				lastName: 'Owner',
				...owner,
			});
		}
		const { email, password } = owner;
		await this.call('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	/** Creates a credential, the package's unless a type is given, or updates the one of that name. */
	async saveCredential(
		name: string,
		data: Record<string, string>,
		type = credentialType,
	): Promise<CredentialReference> {
		type Known = CredentialReference & { type: string };
		const all = await this.call<Known[]>('GET', '/credentials');
		const known = all.find((one) => one.name === name && one.type === type);
		const body = { name, type, data };
		const { id } = known
			? await this.call<Known>('PATCH', `/credentials/${known.id}`, body)
			: await this.call<Known>('POST', '/credentials', body);
		return { id, name };
	}

	/** Every workflow that is not archived. */
	async workflows(): Promise<StoredWorkflow[]> {
		type Listed = StoredWorkflow & { isArchived: boolean };
		const all = await this.call<Listed[]>('GET', '/workflows');
		return all.filter(({ isArchived }) => !isArchived);
	}

	/** Deletes a workflow and its executions. */
	async deleteWorkflow({ id }: StoredWorkflow): Promise<void> {
		await this.call('POST', `/workflows/${id}/archive`);
		// n8n answers 409 until its triggers have stopped listening.
		await until('to delete a workflow', async () => {
			try {
				return (await this.call('DELETE', `/workflows/${id}`)) ?? true;
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
		return this.call('POST', '/workflows', body);
	}

	/** Activates a workflow and waits until its triggers listen. */
	async activate({ id, versionId, name }: StoredWorkflow): Promise<void> {
		await this.call('POST', `/workflows/${id}/activate`, { versionId });
		const path = `/workflows/${id}/publication-status`;
		// If n8n has no such status, it answers when the triggers listen.
		if ((await this.get(`/rest${path}`)).status === 404) return;
		await until(`for the triggers of "${name}"`, async () => {
			const { status, triggers } = await this.call<{
				status: string;
				triggers: Array<{ status: string; errorMessage: string | null }>;
			}>('GET', path);
			const failed = triggers.find(({ errorMessage }) => errorMessage);
			if (failed) throw new Error(`"${name}" does not start: ${failed.errorMessage}`);
			const listens = triggers.every((trigger) => trigger.status === 'activated');
			return status === 'published' && listens ? true : undefined;
		});
	}

	/** The newest executions first. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		// Without statuses, n8n reads those in progress and the others by two queries at a time, and
		// one that is being resumed is in neither.
		const filter = JSON.stringify({ workflowId, status: ExecutionStatusList });
		const all = new Map<string, ExecutionSummary>();
		// n8n lists a hundred at a time, those that started last first.
		for (let cursor: string | null | undefined = ''; cursor != null;) {
			const query = new URLSearchParams({ limit: '100', filter, ...(cursor && { cursor }) });
			const page: { results: ExecutionSummary[]; nextCursor?: string | null } =
				await this.call('GET', `/executions?${query}`);
			for (const one of page.results) all.set(one.id, one);
			cursor = page.nextCursor;
		}
		return [...all.values()].sort((one, other) => Number(other.id) - Number(one.id));
	}

	/** One execution with its data. */
	execution(id: string): Promise<Execution> {
		return this.call('GET', `/executions/${id}`);
	}

	/** Waits until the newest execution of the workflow waits. */
	waitingExecution(workflowId: string): Promise<ExecutionSummary> {
		return until('for an execution to wait', async () => {
			const [newest] = await this.executions(workflowId);
			return newest?.status === 'waiting' ? newest : undefined;
		});
	}

	/** Waits until a number of the workflow's executions have finished; the newest first. */
	finishedExecutions(workflowId: string, count: number): Promise<ExecutionSummary[]> {
		return until(`for ${count} executions to end`, async () => {
			const ended = (await this.executions(workflowId)).filter(hasEnded);
			return ended.length >= count ? ended : undefined;
		});
	}

	/** The button "Retry" of the executions list. */
	async retry(executionId: string, loadWorkflow = false): Promise<void> {
		await this.call('POST', `/executions/${executionId}/retry`, { loadWorkflow });
	}

	/** The button "Stop" of the executions list. */
	async stop(executionId: string): Promise<void> {
		await this.call('POST', `/executions/${executionId}/stop`);
	}

	/**
	 * The button "Execute workflow" with the trigger of that name, or the trigger's "Listen for test event":
	 * its test URL then takes one call.
	 */
	async execute(workflowId: string, trigger: string): Promise<void> {
		const path = `/workflows/${workflowId}`;
		// Older versions run what the editor shows, newer ones also what is saved.
		const workflowData = await this.call('GET', path);
		await this.call('POST', `${path}/run`, {
			workflowData,
			triggerToStartFrom: { name: trigger },
		});
	}

	/** Saves a workflow with other parameters of a node, as a person does in the editor. */
	async edit(workflowId: string, nodeName: string, parameters: object): Promise<void> {
		const path = `/workflows/${workflowId}`;
		const saved = await this.call<WorkflowFile & StoredWorkflow>('GET', path);
		const { name, nodes, connections, settings, versionId } = saved;
		for (const node of nodes)
			if (node.name === nodeName) Object.assign(node.parameters, parameters);
		await this.call('PATCH', path, { name, nodes, connections, settings, versionId });
	}

	/** The rows of a data table; none where there is no such table. */
	async tableRows(name: string): Promise<Array<Record<string, unknown>>> {
		const filter = encodeURIComponent(JSON.stringify({ name }));
		type Tables = { data: Array<{ id: string; projectId: string }> };
		const { data } = await this.call<Tables>('GET', `/data-tables-global?filter=${filter}`);
		const [table] = data;
		if (!table) return [];
		const path = `/projects/${table.projectId}/data-tables/${table.id}/rows`;
		return (await this.call<{ data: Array<Record<string, unknown>> }>('GET', path)).data;
	}

	/** Every node n8n offers, as the editor learns of it. */
	async nodeTypes(): Promise<Array<{ name: string; displayName: string; iconUrl?: object }>> {
		const answer = await this.get('/types/nodes.json');
		return (await answer.json()) as Awaited<ReturnType<typeof this.nodeTypes>>;
	}

	/** Any path of the server, such as an icon's. */
	get(path: string): Promise<Response> {
		return this.fetch('GET', path);
	}

	/** One call below `/rest`; rejects with n8n's own words when it is refused. */
	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		let answer = await this.fetch(method, `/rest${path}`, body);
		// n8n runs, and its database doesn't answer yet. Only reading may be repeated.
		for (let look = 0; answer.status === 503 && method === 'GET' && look < 60; look++) {
			await pause(500);
			answer = await this.fetch(method, `/rest${path}`, body);
		}
		const text = await answer.text();
		if (!answer.ok) throw new Error(`n8n ${answer.status} to ${method} ${path}: ${text}`);
		return (JSON.parse(text) as { data: T }).data;
	}

	private async fetch(method: string, path: string, body?: unknown): Promise<Response> {
		const answer = await fetch(this.url + path, {
			method,
			headers: {
				// The cookie is bound to it.
				'browser-id': 'playground',
				// n8n may close an idle connection at the moment of the next call.
				connection: 'close',
				'content-type': 'application/json',
				cookie: this.cookie,
			},
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(longestAnswerMs),
		}).catch((cause: unknown) => {
			throw new Error(`n8n gave no answer to ${method} ${path}`, { cause });
		});
		const [cookie] = answer.headers.getSetCookie();
		if (cookie) this.cookie = cookie.split(';')[0] ?? '';
		return answer;
	}
}
