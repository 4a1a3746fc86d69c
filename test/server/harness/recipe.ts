import {
	hasEnded,
	type Execution,
	type ExecutionSummary,
	type StoredWorkflow,
} from '../../../playground/n8n/client';
import { atService, readExample } from '../../../playground/demo/fill-n8n';
import { webhookPath, type WorkflowFile } from '../../../playground/n8n/workflow-file';
import { postJson } from './booking-events';
import type { SharedPlayground } from './playground';
import { until } from './until';

/** What became of a call: how its execution ended, and all that n8n keeps of it. */
export type Played = Pick<Execution, 'status' | 'data'>;

/** A booking recipe that is published in a real n8n. */
export class Recipe {
	private constructor(
		private readonly playground: SharedPlayground,
		private readonly example: WorkflowFile,
		readonly workflow: StoredWorkflow,
		readonly url: string,
	) {}

	/** @param file of the folder `examples/` */
	static async published(playground: SharedPlayground, file: string): Promise<Recipe> {
		const example = atService(readExample(file), playground.service);
		const all = await playground.client.workflows();
		const workflow = all.find(({ name }) => name === example.name)!;
		await playground.client.activate(workflow);
		const url = `${playground.n8n.url}/webhook/${webhookPath(example)}`;
		return new Recipe(playground, example, workflow, url);
	}

	/** Posts each body as a booking system does, the next when the execution of the one before has ended. */
	async play(...bodies: unknown[]): Promise<Played[]> {
		const played: Played[] = [];
		for (const body of bodies) {
			played.push(await this.endOf(async () => await postJson(this.url, body)));
		}
		return played;
	}

	/** A node's parameters as the example has them. */
	own(node: string): Record<string, unknown> {
		return structuredClone(this.example.nodes.find(({ name }) => name === node)!.parameters);
	}

	/** Maps a field otherwise, and publishes that. */
	async mend(field: string, value: string): Promise<void> {
		const mended = this.own('Map') as {
			assignments: { assignments: Array<{ name: string; value: string }> };
		};
		mended.assignments.assignments.find(({ name }) => name === field)!.value = value;
		await this.change('Map', mended);
	}

	/** Changes parameters of a node, and publishes that. */
	async change(node: string, parameters: object): Promise<void> {
		const { client } = this.playground;
		await client.edit(this.workflow.id, node, parameters);
		const all = await client.workflows();
		await client.activate(all.find(({ id }) => id === this.workflow.id)!);
	}

	/** Runs it from the canvas with its pinned sample. */
	async playSample(): Promise<Played> {
		return await this.start('Sample event');
	}

	/** Runs it from the canvas, from a trigger. */
	async start(trigger: string): Promise<Played> {
		const { client } = this.playground;
		return await this.endOf(() => client.execute(this.workflow.id, trigger));
	}

	private async endOf(begin: () => Promise<void>): Promise<Played> {
		const { client } = this.playground;
		const newest = async () => (await client.executions(this.workflow.id))[0];
		const before = (await newest())?.id;
		await begin();
		let ended: ExecutionSummary | undefined;
		await until('the execution', async () => {
			ended = await newest();
			return ended !== undefined && ended.id !== before && hasEnded(ended);
		});
		return await client.execution(ended!.id);
	}
}
