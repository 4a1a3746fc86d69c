import { operations } from '../../nodes/CrmMessaging/actions';
import { crmMessaging, inRow, nodeAt } from '../server/harness/workflows';
import { screenshot, BrowserSession } from './harness/browser';

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
		// A purchase form is too long to fit, but its required fields and contacts do.
		const addContact = panel.getByRole('button', { name: 'Add Contact' });
		const last = resource.name === 'purchase' ? addContact : options;
		const { y, height } = (await last.boundingBox())!;
		const seen = (await panel.boundingBox())!;
		expect(y + height).toBeLessThanOrEqual(seen.y + seen.height);
		await page.keyboard.press('Escape');
		await panel.waitFor({ state: 'hidden' });
	},
);
