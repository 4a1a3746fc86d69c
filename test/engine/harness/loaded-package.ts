import { PackageDirectoryLoader } from 'n8n-core';

/** The package as n8n sees it: full node type names, credential types by name. */
export type LoadedPackage = Awaited<ReturnType<typeof loadPackage>>;

/** Loads the built package in a folder (the one with package.json) with n8n-core's own loader. */
export async function loadPackage(directory: string) {
	const loader = new PackageDirectoryLoader(directory);
	await loader.loadAll();
	const { packageName: name, nodeTypes, credentialTypes } = loader;
	const typesOf = <T>(loaded: Record<string, { type: T }>, prefix = '') =>
		new Map(Object.entries(loaded).map(([short, { type }]) => [prefix + short, type]));
	return {
		name,
		nodeTypes: typesOf(nodeTypes, `${name}.`),
		credentialTypes: typesOf(credentialTypes),
	};
}
