/** jest gives this to whoever imports `n8n-core`, so that there is one n8n-core in an engine test. */
import { world } from './world';

module.exports = world.n8nCore;
