import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverFolder } from '../../../playground/n8n/cache-folder.cjs';

const inServer = (...path: string[]): string => join(serverFolder(), 'node_modules', ...path);

/** Whether the server's code that runs nodes contains these words. */
function runsNodesWith(words: string): boolean {
	const code = inServer('n8n-core/dist/execution-engine/workflow-execute.js');
	return readFileSync(code, 'utf8').includes(words);
}

/** Features that some versions of n8n's server lack, detected in its code as in the engine tests. */
export const serverCapabilities = {
	blockedAddresses: existsSync(inServer('@n8n/backend-network/dist/ssrf')),
	/** Two processes resume an execution once. */
	claimedWaits: existsSync(inServer('n8n/dist/errors/execution-already-resuming.error.js')),
	dataTables: existsSync(inServer('n8n-nodes-base/dist/nodes/DataTable/actions/table')),
	subWorkflowResults: readFileSync(inServer('n8n/dist/workflow-helpers.js'), 'utf8').includes(
		'updateParentExecutionWithChildResults',
	),
	toolErrors: runsNodesWith('NodeConnectionTypes.AiTool'),
};

export type ServerCapability = keyof typeof serverCapabilities;

/** Declares a test of a feature that some servers lack; server-capabilities.test.ts tests those servers. */
export function testWhere(name: ServerCapability): typeof test {
	return serverCapabilities[name] ? test : test.skip;
}
