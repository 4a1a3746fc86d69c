import type { Locator } from 'playwright-core';
import { operations } from '../../nodes/CrmMessaging/actions';
import { crmMessaging, inRow, nodeAt } from '../server/harness/workflows';
import { screenshot, BrowserSession } from './harness/browser';
import { fieldOf } from './harness/editor';

const session = new BrowserSession();

/** One node for each operation, so that the editor is loaded once. */
const forms = operations.map(({ resource, choice }, at) =>
	nodeAt(at + 1, choice.action, crmMessaging, 1, {
		resource: resource.name,
		operation: choice.name,
	}),
);
beforeAll(() => session.open(inRow('Forms', ...forms)), 60_000);

test.each(operations)(
	'$resource.label: $choice.label fits a screen of 1440 × 900 down to its Options',
	async ({ resource, choice }) => {
		const { page } = session;
		await session.openNode(choice.action);
		const panel = page.getByTestId('ndv');
		const options = panel.getByText('Options', { exact: true }).last();
		await options.waitFor();
		await screenshot(page, `form-${resource.name}-${choice.name}`);
		// Two forms are too long to fit, but their fields do up to the contacts and the schedule.
		const inForms: Partial<Record<string, Locator>> = {
			purchase: panel.getByRole('button', { name: 'Add Contact' }),
			push: fieldOf(page, 'schedule'),
		};
		const last = inForms[resource.name] ?? options;
		const { y, height } = (await last.boundingBox())!;
		const seen = (await panel.boundingBox())!;
		expect(y + height).toBeLessThanOrEqual(seen.y + seen.height);
		await page.keyboard.press('Escape');
		await panel.waitFor({ state: 'hidden' });
	},
);
