import { operations } from '../../../nodes/CrmMessaging/actions';
import { limits } from '../../../nodes/CrmMessaging/service/endpoints';
import { optionsOf } from '../../../nodes/CrmMessaging/engine/options';
import { referencePage } from '../../../tools/reference';
import { withInner } from '../../engine/every-operation/fill-form';
import { madeUpOperations } from '../../engine/every-operation/made-up';
import { itIsCurrent } from './page-tool';

describe('the field reference', () => {
	const page = itIsCurrent('reference.md');

	it('has every limit of the service', () => {
		for (const limit of Object.values(limits)) {
			expect(page).toContain(`| ${limit.toLocaleString('en')} `);
		}
	});

	it('has every control of every operation, also of one that is only declared in a test', () => {
		const every = [...operations, ...madeUpOperations];
		const page = referencePage(every);
		const [, contents, ...sections] = page.split(/^## /m);
		expect(sections).toHaveLength(every.length + 1);
		for (const [at, operation] of every.entries()) {
			const { resource, name, description, endpoint } = operation;
			const section = sections[at]!;
			expect(contents).toContain(`[${resource.label}: ${name}](#`);
			expect(section).toContain(`${resource.label}: ${name}\n\n${description}.`);
			expect(section).toContain(`\`${endpoint.method} ${endpoint.path}\``);
			const controls = [...operation.properties, ...optionsOf(operation)];
			const asked = withInner(controls).filter(({ type }) => type !== 'notice');
			for (const { name } of asked) expect(page).toContain(`\`${name}\``);
		}
	});
});
