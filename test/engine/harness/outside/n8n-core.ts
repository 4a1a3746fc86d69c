/** jest resolves `n8n-core` to this, so that there is one n8n-core in an engine test. */
import { world } from './world';

module.exports = world.n8nCore;
