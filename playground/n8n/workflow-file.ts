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

const credentialType = 'crmMessagingApi';

/** Reads an exported workflow. */
export function readWorkflow(file: string): WorkflowFile {
	return JSON.parse(readFileSync(file, 'utf8')) as WorkflowFile;
}

/** The package's own nodes, and others (HTTP Request) set to use its credential. */
function usesCredential(node: WorkflowNode): boolean {
	return (
		node.type.startsWith('n8n-nodes-crm-messaging.') ||
		node.parameters.nodeCredentialType === credentialType ||
		node.credentials?.[credentialType] !== undefined
	);
}

/** The workflow with the credential in every node that can use it: what a person does by hand. */
export function withCredential(
	workflow: WorkflowFile,
	credential: CredentialReference,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		usesCredential(node)
			? { ...node, credentials: { ...node.credentials, [credentialType]: credential } }
			: node,
	);
	return { ...workflow, nodes };
}

/** The path of the workflow's Webhook node, below `/webhook/`. */
export function webhookPath(workflow: WorkflowFile): string {
	const webhook = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
	if (!webhook) throw new Error(`The workflow "${workflow.name}" has no Webhook node.`);
	return String(webhook.parameters.path);
}
