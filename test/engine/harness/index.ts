/** Runs nodes through the real n8n-core, with the package loaded from dist/ as n8n loads it. */
import type { CapabilityName } from './capabilities';
import { world } from './outside/world';

export const { startEngine, startMockService, chosenEngine, capabilities } = world;

/** Lets the pauses between the tries of a request pass immediately in this file or block. */
export function skipPauses(): void {
	beforeAll(() => world.pauses.skip());
	afterAll(() => world.pauses.keep());
}

/** Declares tests of a feature that only some versions have. capabilities.test.ts tests the others. */
export function describeWhere(name: CapabilityName): typeof describe {
	return capabilities[name].isThere ? describe : describe.skip;
}

export type { CapabilityName } from './capabilities';
export type { Engine, NodeRunOptions } from './engine';
export type { EngineRun, WorkflowRunOptions } from './execution';
export type { TriggerOptions, LiveTrigger, WebhookCall } from './webhooks';
