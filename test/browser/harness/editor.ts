import type { Locator, Page } from 'playwright-core';

/** Opens a workflow in n8n's editor and waits for its nodes. */
export async function openWorkflow(page: Page, n8nUrl: string, id: string): Promise<void> {
	await page.goto(`${n8nUrl}/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** A node on the canvas. */
export function nodeOnCanvas(page: Page, name: string): Locator {
	return page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
}

/** The control of a parameter in the node's panel. */
export function fieldOf(page: Page, parameter: string): Locator {
	return page.getByTestId(`parameter-input-${parameter}`);
}

/** Chooses from a dropdown of the node's panel. */
export async function choose(page: Page, parameter: string, choice: string): Promise<void> {
	const options = page.locator('[data-test-id=parameter-input-item]:visible .option-headline');
	await fieldOf(page, parameter).click();
	await options.getByText(choice, { exact: true }).click();
	await options.first().waitFor({ state: 'hidden' });
}

/** Adds a member to a collection of the node's panel, by the label of its drop-down or button. */
export async function addToCollection(page: Page, label: string, member: string): Promise<void> {
	const panel = page.getByTestId('ndv');
	const add = panel.getByPlaceholder(label).or(panel.getByRole('button', { name: label }));
	await add.last().click();
	await page
		.locator('li:visible, [role=menuitem]:visible')
		.getByText(member, { exact: true })
		.click();
}

/** The picker's results under a name after a person typed these words. */
export async function foundInPicker(page: Page, words: string, name: string): Promise<Locator> {
	const named = page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	const found = page.getByTestId('item-iterator-item').filter({ has: named });
	const search = page.getByTestId('node-creator-search-bar');
	// The results of earlier words go away first.
	await search.fill('no node is called so');
	await found.first().waitFor({ state: 'hidden' });
	await search.fill(words);
	await found.first().waitFor();
	return found.first();
}
