import type { Execution, StoredWorkflow } from '../../../playground/n8n/client';
import { readExample } from '../../../playground/demo/fill-n8n';
import { webhookPath } from '../../../playground/n8n/workflow-file';
import type { Playground } from './playground';
import { postJson } from './post-json';

/** What became of a call: how its execution ended, and all that n8n keeps of it. */
export type Played = Pick<Execution, 'status' | 'data'>;

/** A booking recipe that is published in a real n8n. */
export class Recipe {
	private constructor(
		private readonly playground: Playground,
		readonly workflow: StoredWorkflow,
		readonly url: string,
	) {}

	/** @param file of the folder `examples/` */
	static async published(playground: Playground, file: string): Promise<Recipe> {
		const example = readExample(file);
		const all = await playground.client.workflows();
		const workflow = all.find(({ name }) => name === example.name)!;
		await playground.client.activate(workflow);
		const url = `${playground.n8n.url}/webhook/${webhookPath(example)}`;
		return new Recipe(playground, workflow, url);
	}

	/** Posts each body as a booking system does, the next when the execution of the one before has ended. */
	async play(...bodies: unknown[]): Promise<Played[]> {
		const played: Played[] = [];
		for (const body of bodies) {
			played.push(await this.endOf(async () => await postJson(this.url, body)));
		}
		return played;
	}

	/** Runs it from the canvas with its pinned sample. */
	async playSample(): Promise<Played> {
		const { client } = this.playground;
		return await this.endOf(() => client.execute(this.workflow.id, 'Sample event'));
	}

	private async endOf(begin: () => Promise<void>): Promise<Played> {
		const { client } = this.playground;
		const before = (await client.executions(this.workflow.id)).length;
		await begin();
		const [newest] = await client.finishedExecutions(this.workflow.id, before + 1);
		return await client.execution(newest!.id);
	}
}
