/**
 * The jest environment of the engine tests. n8n is loaded here, outside jest's module registry:
 * in plain Node as in production (the vm expression engine needs a native `import()`), and once
 * a worker instead of once a test file. So is the mock service, whose validators take a while.
 */
import './settings';
import * as n8nCore from 'n8n-core';
import * as n8nWorkflow from 'n8n-workflow';
import { TestEnvironment } from 'jest-environment-node';
import { startMockService } from '../../../playground/service/mock-service';
import { capabilities } from './capabilities';
import { Engine } from './engine';
import { chosenEngine, pauses } from './n8n';

process.env.NODE_ENV = 'test';

/** The world outside jest's module registry, for test files. */
export const outsideJest = {
	n8nCore,
	n8nWorkflow,
	startEngine: Engine.start,
	chosenEngine,
	capabilities,
	pauses,
	startMockService,
};

export default class EngineTestEnvironment extends TestEnvironment {
	override async setup(): Promise<void> {
		await super.setup();
		Object.assign(this.global, { outsideJest });
	}
}
