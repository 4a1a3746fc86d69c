import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { loadPackage } from '../../test/engine/harness/loaded-package';
import type { LoadedPackage } from '../../test/engine/harness/loaded-package';
import { root } from '../../playground/n8n/node24';
import { workflowInRow } from './engine-workflow';
import type { BenchNode, MakeContender } from './contender';

/** Where the bench unpacks the tarball: what is measured is what users install. */
export const packageFolder = join(root, 'build', 'bench-package', 'package');

export async function loadThisPackage(): Promise<LoadedPackage> {
	return await loadPackage(packageFolder);
}

/**
 * This package's node.
 *
 * @param requestsAtOnce its option
 */
export function thisNode(requestsAtOnce: number): MakeContender {
	return async ({ parameters }, sinkUrl) => {
		const loaded = await loadThisPackage();
		const options = { ...(parameters.options as INodeParameters), requestsAtOnce };
		const node: BenchNode = {
			name: 'CRM Messaging',
			type: `${loaded.name}.crmMessaging`,
			parameters: { ...parameters, options },
			credentials: { crmMessagingApi: { id: '1', name: 'CRM Messaging' } },
		};
		return workflowInRow([node], { loaded, nodeTypes: [], sinkUrl });
	};
}
