import type { outsideJest } from '../environment';

/** The modules that the jest environment loaded; see `environment.ts`. */
export const world = (globalThis as unknown as { outsideJest?: typeof outsideJest }).outsideJest!;

if (!world) {
	throw new Error('Engine tests run in the "engine" project: jest --selectProjects engine');
}
