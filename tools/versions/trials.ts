import type { N8nVersion } from './n8n-version';

/** One way in which a version is tried. */
export interface Trial {
	version: N8nVersion;
	kind: 'engine' | 'server';
	/** The version of Node.js. */
	node: string;
	environment: Record<string, string>;
}

/** The installation, the trigger, and whom no one may reach twice; `npm run test:e2e` runs all on the newest. */
export const serverTests = [
	'package',
	'server-capabilities',
	'trigger',
	'nothing-twice',
	'booking',
];

/** All trials of a version: on its own Node.js and, where that needs a setting, on the newest without it; its server, where one is defined. */
export function trialsOf(version: N8nVersion, newestNode: string): Trial[] {
	const { node, environment, definition, server } = version;
	const needsSetting = Object.keys(environment).length > 0;
	const trial = { version, environment: {} };
	return [
		{ ...trial, kind: 'engine', node, environment },
		...(needsSetting ? [{ ...trial, kind: 'engine' as const, node: newestNode }] : []),
		...(server || !definition ? [{ ...trial, kind: 'server' as const, node: newestNode }] : []),
	];
}
