import { readFileSync } from 'node:fs';

/** A node of a workflow, as far as it matters here. */
export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion?: number;
	position?: number[];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
	webhookId?: string;
}

/** A workflow as a person exports it. */
export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

/** A credential as a node refers to it. */
export interface CredentialReference {
	id: string;
	name: string;
}

/** The package's own. */
export const credentialType = 'crmMessagingApi';

/** Reads an exported workflow. */
export function readWorkflow(file: string): WorkflowFile {
	return JSON.parse(readFileSync(file, 'utf8')) as WorkflowFile;
}

/** The workflow with the credential in every node that can use it, also HTTP Request. */
export function withCredential(
	workflow: WorkflowFile,
	credential: CredentialReference,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		const { type, parameters, credentials } = node;
		const usesIt =
			type.startsWith('n8n-nodes-crm-messaging.') ||
			parameters.nodeCredentialType === credentialType ||
			credentials?.[credentialType] !== undefined;
		if (!usesIt) return node;
		return { ...node, credentials: { ...credentials, [credentialType]: credential } };
	});
	return { ...workflow, nodes };
}

/** The path of the workflow's Webhook node, below `/webhook/`. */
export function webhookPath({ name, nodes }: WorkflowFile): string {
	const webhook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
	if (!webhook) throw new Error(`The workflow "${name}" has no Webhook node.`);
	return String(webhook.parameters.path);
}
