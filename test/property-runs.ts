import { randomInt } from 'node:crypto';

/**
 * The seed of property tests' values: a new one for each test file, unless PROPERTY_SEED
 * is set. A failing test shows its seed.
 */
export const seed = Number(process.env.PROPERTY_SEED ?? randomInt(2 ** 31));

/** The runs of a property, from its usual number: PROPERTY_TIMES as many, at least one. */
export function runs(usually: number): number {
	return Math.ceil(usually * Number(process.env.PROPERTY_TIMES ?? 1));
}
