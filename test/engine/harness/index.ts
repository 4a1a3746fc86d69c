/**
 * Runs nodes through the real n8n-core, with the package loaded from dist/ as n8n loads it.
 *
 * ```ts
 * let engine: Engine;
 * beforeAll(async () => { engine = await startEngine(); });
 * afterAll(() => engine.stop());
 *
 * const run = await engine.run({ items: [{ phone: '+34600000000' }], node: { parameters }, credential });
 * expect(run.output).toEqual([…]);
 * ```
 *
 * Output is made outside jest's realm: compare it with `toEqual`, not `toStrictEqual`.
 */
import type { CapabilityName } from './capabilities';
import { world } from './outside/world';

export const { startEngine, startServiceStandIn, chosenEngine, capabilities } = world;

/** Declares tests of what only some versions can do; capabilities.test.ts tries the others. */
export function describeWhere(name: CapabilityName): typeof describe {
	return capabilities[name].isThere ? describe : describe.skip;
}

export type { Capability, CapabilityName } from './capabilities';
export type { Engine, EngineOptions } from './engine';
export type { EngineRun, NodeOutcome } from './engine-run';
export type { NodeRunOptions } from './node-under-test';
export type { WorkflowRunOptions } from './execution';
export type { TriggerOptions, LiveTrigger, WebhookCall, WebhookAnswer } from './live-trigger';
export type { EditorOptions, EditorCalls } from './editor-calls';
