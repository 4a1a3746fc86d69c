import { Expression } from 'n8n-workflow';

/** Starts n8n's default expression engine, with the settings n8n's server starts it with. */
export async function startExpressionEngine(): Promise<void> {
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
}

/** A process that ends while the engine is alive can crash. */
export async function stopExpressionEngine(): Promise<void> {
	await Expression.disposeExpressionEngine();
}
