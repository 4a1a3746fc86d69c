import { join } from 'node:path';
import { type Browser, chromium, type Page, selectors } from 'playwright-core';
import { demoOwner } from '../../../playground/demo/fill-n8n';
import { requireChromium, root } from '../../../playground/n8n/machine';

/** A browser that asks no one but the page's own server for anything. */
export function launchBrowser(): Promise<Browser> {
	// Its name in n8n's editor.
	selectors.setTestIdAttribute('data-test-id');
	return chromium.launch({
		executablePath: requireChromium(),
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
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
