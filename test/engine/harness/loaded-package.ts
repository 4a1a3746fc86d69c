import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeType, IVersionedNodeType } from 'n8n-workflow';

/** The package as n8n sees it: full node type names, credential types by name. */
export interface LoadedPackage {
	name: string;
	nodeTypes: Map<string, INodeType | IVersionedNodeType>;
	credentialTypes: Map<string, ICredentialType>;
}

/** Loads the built package in a folder (the one with package.json) with n8n-core's own loader. */
export async function loadPackage(directory: string): Promise<LoadedPackage> {
	const loader = new PackageDirectoryLoader(directory);
	await loader.loadAll();
	return {
		name: loader.packageName,
		nodeTypes: new Map(
			Object.entries(loader.nodeTypes).map(([name, { type }]) => [
				`${loader.packageName}.${name}`,
				type,
			]),
		),
		credentialTypes: new Map(
			Object.entries(loader.credentialTypes).map(([name, { type }]) => [name, type]),
		),
	};
}
