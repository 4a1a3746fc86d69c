import { startEngine, type Engine } from './harness';

/** An engine of its own: create it where tests are declared, and it starts before them and stops after them. */
export class EngineOfFile {
	private started: Engine | undefined;

	constructor() {
		beforeAll(async () => {
			this.started = await startEngine();
		});
		afterAll(async () => await this.started?.stop());
	}

	get engine(): Engine {
		return this.started!;
	}
}
