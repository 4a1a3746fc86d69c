/** An advisory as `npm audit --json` tells it, or the name of a dependency that has one. */
type Via = string | { name: string; title: string; url: string; severity: string };

/** What `npm audit --json` says. */
export interface Audit {
	vulnerabilities: Record<string, { via: Via[] }>;
}

/** Why an advisory, by its address, does no harm here. */
export type Explanations = Record<string, string>;

/**
 * The open tasks of an audit: advisories without an explanation, and explanations without an
 * advisory.
 */
export function findingsIn({ vulnerabilities }: Audit, explanations: Explanations): string[] {
	const advisories = new Map<string, string>();
	for (const { via } of Object.values(vulnerabilities)) {
		for (const one of via) {
			if (typeof one === 'object') {
				advisories.set(one.url, `${one.name}, ${one.severity}: ${one.title} (${one.url})`);
			}
		}
	}
	const open = [...advisories].filter(([url]) => !explanations[url]?.trim());
	const stale = Object.keys(explanations).filter((url) => !advisories.has(url));
	return [
		...open.map(([, told]) => told),
		...stale.map((url) => `${url} is explained, but nothing here has it any more`),
	];
}
