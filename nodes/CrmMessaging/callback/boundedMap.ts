/** Keeps a map that remembers things within its bound: drops what was put into it first. */
export function dropOldest(map: Map<string, unknown>, most: number): void {
	const [oldest] = map.keys();
	if (map.size > most && oldest !== undefined) map.delete(oldest);
}
