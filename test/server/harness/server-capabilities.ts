import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverFolder } from '../../../playground/n8n/cache-folder';
import { node24 } from '../../../playground/n8n/node24';

const inServer = (...path: string[]): string => join(serverFolder(), 'node_modules', ...path);

function ofWorkflow(expression: string): boolean {
	const script = `const it = require(${JSON.stringify(inServer('n8n-workflow'))}); ${expression}`;
	return execFileSync(node24, ['-p', script], { encoding: 'utf8' }).trim() === 'true';
}

/** Whether the server's code that runs nodes contains these words. */
function runsNodesWith(words: string): boolean {
	const code = inServer('n8n-core/dist/execution-engine/workflow-execute.js');
	return readFileSync(code, 'utf8').includes(words);
}

/** Features that some versions of n8n's server lack, detected in its code as in the engine tests. */
export const serverCapabilities = {
	waitForResult: ofWorkflow("'WAIT_FOR_SUB_EXECUTION' in it"),
	dataTables: existsSync(inServer('n8n-nodes-base/dist/nodes/DataTable/actions/table')),
	toolErrors: runsNodesWith('NodeConnectionTypes.AiTool'),
};

type ServerCapability = keyof typeof serverCapabilities;

/** Declares tests of a feature that some servers lack; server-capabilities.test.ts tests those servers. */
export function describeWhere(name: ServerCapability): typeof describe {
	return serverCapabilities[name] ? describe : describe.skip;
}

/** As `describeWhere`, for one test. */
export function testWhere(name: ServerCapability): typeof test {
	return serverCapabilities[name] ? test : test.skip;
}

/** For a test of a server that lacks something. */
export function testWhereNot(name: ServerCapability): typeof test {
	return serverCapabilities[name] ? test.skip : test;
}
