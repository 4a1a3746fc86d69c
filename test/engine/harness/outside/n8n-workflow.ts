/** jest gives this to whoever imports `n8n-workflow`: `instanceof NodeApiError` holds for the engine's errors. */
import { world } from './world';

module.exports = world.n8nWorkflow;
