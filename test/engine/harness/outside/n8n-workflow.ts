/** jest resolves `n8n-workflow` to this: `instanceof NodeApiError` holds for the engine's errors. */
import { world } from './world';

module.exports = world.n8nWorkflow;
