import { createRequire } from 'node:module';
import { Expression, type Workflow } from 'n8n-workflow';

type EngineSettings = Parameters<typeof Expression.initExpressionEngine>[0];

/** The engine that this n8n evaluates expressions with, unless N8N_EXPRESSION_ENGINE names another one. */
export const chosenEngine = settings().engine;

/** The settings n8n's server starts its expression engine with: its defaults, and N8N_EXPRESSION_ENGINE. */
function settings(): EngineSettings {
	const ofCore = createRequire(require.resolve('n8n-core'));
	const { Container } = ofCore('@n8n/di') as { Container: { get(type: unknown): unknown } };
	const { GlobalConfig } = ofCore('@n8n/config') as { GlobalConfig: unknown };
	return (Container.get(GlobalConfig) as { expressionEngine: EngineSettings }).expressionEngine;
}

/**
 * Starts the expression engine of an n8n as installed.
 *
 * @param more settings, such as one isolate for all executions: to make one takes 50 ms
 */
export async function startExpressionEngine(more: Partial<EngineSettings> = {}): Promise<void> {
	await Expression.initExpressionEngine({ ...settings(), ...more });
}

/** A process that ends while the engine is alive can crash. */
export async function stopExpressionEngine(): Promise<void> {
	await Expression.disposeExpressionEngine();
}

/** Runs code that evaluates expressions outside an execution. Some versions need no isolate for it. */
export async function evaluating<T>(
	{ expression }: Pick<Workflow, 'expression'>,
	work: () => Promise<T>,
): Promise<T> {
	const { withIsolate } = expression as Partial<Workflow['expression']>;
	return withIsolate ? ((await withIsolate.call(expression, work)) as T) : await work();
}
