/** Builds dist/ unless it is what its sources make of it; throws when that fails. */
declare function buildWhenStale(): void;
declare namespace buildWhenStale {
	/** Whether the dist/ of a checkout is up to date. */
	function isCurrent(checkout: string): boolean;
}
export = buildWhenStale;
