/** Builds dist/ unless it is what its sources make of it; throws when that fails. */
declare function buildWhenStale(): void;
export = buildWhenStale;
