import { limits } from '../../../nodes/CrmMessaging/service/endpoints';
import { itIsCurrent } from './page-tool';

describe('the page on limits', () => {
	const page = itIsCurrent('write-limits.ts', 'limits.md');

	it('has every limit of the service', () => {
		for (const limit of Object.values(limits)) {
			expect(page).toContain(`| ${limit.toLocaleString('en')} `);
		}
	});
});
