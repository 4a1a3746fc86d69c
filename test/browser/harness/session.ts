import type { Browser, Page } from 'playwright-core';
import type { WorkflowFile } from '../../../playground/n8n/workflow-file';
import { type SharedPlayground, sharedPlayground } from '../../server/harness/playground';
import { startLimitMs } from '../../server/harness/set-up';
import { launchBrowser, openPage, signIn } from './browser';
import { nodeOnCanvas, openWorkflow } from './editor';

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
	async open(file: WorkflowFile): Promise<void> {
		const { client, credential, n8n } = this.playground;
		const { id } = await client.importWorkflow(file, credential);
		await openWorkflow(this.page, n8n.url, id);
	}

	/** Opens the panel of a node. */
	async openNode(name: string): Promise<void> {
		await nodeOnCanvas(this.page, name).dblclick();
		await this.page.getByTestId('ndv').waitFor();
	}
}
