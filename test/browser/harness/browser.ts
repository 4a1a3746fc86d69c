import { join } from 'node:path';
import { type Browser, type Page, chromium, selectors } from 'playwright-core';
import { demoOwner } from '../../../playground/demo/fill-n8n';
import { requireChromium, root } from '../../../playground/n8n/machine';
import type { WorkflowFile } from '../../../playground/n8n/workflow-file';
import {
	type SharedPlayground,
	sharedPlayground,
	startLimitMs,
} from '../../server/harness/playground';
import { nodeOnCanvas, openWorkflow } from './editor';

/** A browser that asks no one but the page's own server for anything. */
export function launchBrowser(): Promise<Browser> {
	// Its name in n8n's editor.
	selectors.setTestIdAttribute('data-test-id');
	return chromium.launch({
		executablePath: requireChromium(),
		args: [
			...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync'],
			...['--disable-background-networking', '--disable-component-update'],
		],
	});
}

/** A page large enough for n8n's editor. */
export function openPage(browser: Browser): Promise<Page> {
	return browser.newPage({ viewport: { width: 1440, height: 900 } });
}

/** Logs in as a person does. */
export async function signIn(page: Page, n8nUrl: string): Promise<void> {
	await page.goto(`${n8nUrl}/signin`);
	await page.locator('input[name=emailOrLdapLoginId]').fill(demoOwner.email);
	await page.locator('input[name=password]').fill(demoOwner.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL(/\/home\//);
}

/** Saves a picture of the page, for a person to judge. */
export async function screenshot(page: Page, name: string): Promise<void> {
	await page.screenshot({ path: join(root, 'build', 'screenshots', `${name}.png`) });
}

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
