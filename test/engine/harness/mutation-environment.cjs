/**
 * The environment of the engine tests for Stryker, which loads it without jest's transforms. The
 * package runs outside jest's module registry, where Stryker's counters have to be, too.
 */
let counters = {};
globalThis.__stryker__ = new Proxy(counters, {
	get: (_, name) => counters[name],
	set: (_, name, value) => Reflect.set(counters, name, value),
});
require('tsx/cjs');
const { default: EngineTestEnvironment } = require('./environment');

module.exports = class extends EngineTestEnvironment {
	async setup() {
		await super.setup();
		counters = this.global.__stryker__ ?? counters;
		counters.activeMutant = process.env.__STRYKER_ACTIVE_MUTANT__;
	}
};
