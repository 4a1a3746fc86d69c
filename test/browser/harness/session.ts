import type { Browser, Page } from 'playwright-core';
import type { WorkflowNode } from '../../../playground/n8n/workflow-file';
import { type SharedPlayground, sharedPlayground } from '../../server/harness/playground';
import { startLimitMs } from '../../server/harness/set-up';
import { launchBrowser, openPage, signIn } from './browser';
import { nodeOnCanvas, openWorkflow } from './editor';

/** A node in the editor, at a place of its own. */
export function nodeAt(
	nth: number,
	name: string,
	type: string,
	{ typeVersion = 1, parameters = {} } = {},
): WorkflowNode & Record<string, unknown> {
	return { id: name, name, type, typeVersion, position: [0, nth * 220], parameters };
}

/** A node of the package, at a place of its own. */
export const ownNode = (nth: number, name: string, type: string, more = {}) =>
	nodeAt(nth, name, `n8n-nodes-crm-messaging.${type}`, more);

/** A browser in which a person works with n8n and the mock service, for the tests of one file. */
export class BrowserSession {
	playground!: SharedPlayground;
	browser!: Browser;
	page!: Page;

	constructor() {
		beforeAll(async () => {
			this.playground = await sharedPlayground();
			this.browser = await launchBrowser();
			this.page = await openPage(this.browser);
			await signIn(this.page, this.playground.n8n.url);
		}, startLimitMs);
		afterAll(async () => {
			await this.browser?.close();
			await this.playground?.stop();
		});
	}

	/** Imports a workflow and opens it. */
	async open(name: string, nodes: WorkflowNode[], areLinked = false): Promise<void> {
		const { client, credential, n8n } = this.playground;
		const following = areLinked ? nodes.slice(1) : [];
		const links = following.map(({ name: node }, index) => [
			nodes[index]!.name,
			{ main: [[{ node, type: 'main', index: 0 }]] },
		]);
		const connections = Object.fromEntries(links) as Record<string, unknown>;
		const { id } = await client.importWorkflow({ name, nodes, connections }, credential);
		await openWorkflow(this.page, n8n.url, id);
	}

	/** Opens the panel of a node. */
	async openNode(name: string): Promise<void> {
		await nodeOnCanvas(this.page, name).dblclick();
		await this.page.getByTestId('ndv').waitFor();
	}
}
