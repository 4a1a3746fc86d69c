/** Runs nodes through the real n8n-core, with the package loaded from dist/ as n8n loads it. */
import { world } from './outside/world';

export const { startEngine, startMockService, chosenEngine, capabilities } = world;

/** Lets the pauses between the tries of a request pass immediately in this file or block. */
export function skipPauses(): void {
	beforeAll(() => world.pauses.skip());
	afterAll(() => world.pauses.keep());
}

export type { CapabilityName } from './capabilities';
export type { Engine, NodeRunOptions } from './engine';
export type { EngineRun, WorkflowRunOptions } from './execution';
export type { TriggerOptions, LiveTrigger, WebhookCall } from './webhooks';
