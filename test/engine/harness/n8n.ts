/** The parts of n8n that its server starts before any execution, and the package as it loads it. */
import { createRequire } from 'node:module';
import { PackageDirectoryLoader } from 'n8n-core';
import { Expression, type Workflow } from 'n8n-workflow';

type EngineSettings = Parameters<typeof Expression.initExpressionEngine>[0];

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

/** The settings n8n's server starts its expression engine with: its defaults, and N8N_EXPRESSION_ENGINE. */
function expressionSettings(): EngineSettings {
	const ofCore = createRequire(require.resolve('n8n-core'));
	const { Container } = ofCore('@n8n/di') as { Container: { get(type: unknown): unknown } };
	const { GlobalConfig } = ofCore('@n8n/config') as { GlobalConfig: unknown };
	return (Container.get(GlobalConfig) as { expressionEngine: EngineSettings }).expressionEngine;
}

/** The engine that this n8n evaluates expressions with, unless N8N_EXPRESSION_ENGINE names another one. */
export const chosenEngine = expressionSettings().engine;

/**
 * Starts the expression engine of an n8n as installed. A process that ends while it's alive can crash:
 * call `Expression.disposeExpressionEngine()`.
 *
 * @param more settings, such as one isolate for all executions: to make one takes 50 ms
 */
export async function startExpressionEngine(more: Partial<EngineSettings> = {}): Promise<void> {
	await Expression.initExpressionEngine({ ...expressionSettings(), ...more });
}

/** Runs code that evaluates expressions outside an execution. Some versions need no isolate for it. */
export async function evaluating<T>(
	{ expression }: Pick<Workflow, 'expression'>,
	work: () => Promise<T>,
): Promise<T> {
	const { withIsolate } = expression as Partial<Workflow['expression']>;
	return withIsolate ? ((await withIsolate.call(expression, work)) as T) : await work();
}

/** The module of n8n with `sleep`, by which the package waits. */
function sleeper(): { sleep(milliseconds: number): Promise<void> } {
	const inside = createRequire(require.resolve('n8n-workflow'));
	try {
		return inside('@n8n/utils/sleep') as ReturnType<typeof sleeper>;
	} catch {
		// Older versions have it in a module of their own.
		return inside('./utils') as ReturnType<typeof sleeper>;
	}
}

const waiting = sleeper();
const { sleep } = waiting;

/** Lets the package's pauses pass immediately, such as those between the tries of a request. */
export const pauses = {
	skip: () => void (waiting.sleep = async () => await sleep(0)),
	keep: () => void (waiting.sleep = sleep),
};
