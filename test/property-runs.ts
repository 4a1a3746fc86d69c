import { randomInt } from 'node:crypto';

/**
 * What property tests make their values of: new ones for each test file, unless PROPERTY_SEED says
 * which. A failing test names its seed.
 */
export const seed = Number(process.env.PROPERTY_SEED ?? randomInt(2 ** 31));

/** How often a property is tried that is usually tried so often: PROPERTY_TIMES as many times. */
export function runs(usually: number): number {
	return usually * Number(process.env.PROPERTY_TIMES ?? 1);
}
