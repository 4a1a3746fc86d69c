/** Levels that a value may be nested: what is deeper cannot be stored, and breaks whoever reads it. */
export const deepestNesting = 100;

/** Whether a value is nested deeper than anything meant to be read. */
export function isTooDeep(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return (
		depth >= deepestNesting || Object.values(value).some((inner) => isTooDeep(inner, depth + 1))
	);
}
