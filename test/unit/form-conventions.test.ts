import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node';
import { operations } from '../../nodes/CrmMessaging/actions';
import { allControls } from '../../nodes/CrmMessaging/fields/control';
import { root } from '../../playground/n8n/machine';
import { forms } from './forms';

/** The lists of properties inside a property. */
function groupsOf({ type, options = [] }: INodeProperties): INodeProperties[][] {
	if (type === 'collection') return [options as INodeProperties[]];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).map(({ values }) => values);
}

const choicesOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

describe("n8n's conventions for forms", () => {
	it('hold: its own rules find nothing', () => {
		const args = ['--import', 'tsx', join('test', 'unit', 'lint-forms.ts')];
		expect(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })).toBe('');
	});

	const all = Object.values(forms).flatMap(allControls);

	it('hold: a control has only what n8n knows of', () => {
		const ours = ['field', 'option', 'judged', 'columns'];
		expect(all.filter((control) => ours.some((key) => key in control))).toEqual([]);
	});

	it('hold: descriptions are short, and one sentence, and an example begins with “e.g.”', () => {
		const isBroken = ({ description = '' }: { description?: string }) =>
			/;|[.\s]$|.{101}/.test(description);
		const controls = all.filter(({ type }) => type !== 'notice');
		const broken = controls.filter(
			({ placeholder = 'e.g. ', ...control }) =>
				!/^(e\.g\. |Add |Select )/.test(placeholder) ||
				[control, ...choicesOf(control)].some(isBroken),
		);
		expect(all.length).toBeGreaterThan(150);
		expect(broken.map(({ displayName }) => displayName)).toEqual([]);
	});
});

it('the line below a node shows the action of each operation', () => {
	const [, subtitle] = /^=\{\{ (.*) \}\}$/.exec(new CrmMessaging().description.subtitle!)!;
	// As the editor evaluates it.
	for (const { resource, choice } of operations) {
		const $parameter = { resource: resource.name, operation: choice.name };
		expect(runInNewContext(subtitle!, { $parameter })).toBe(choice.action);
	}
});

describe.each(operations)('the form of $resource.label, $choice.label', ({ resource, choice }) => {
	const shows = ({ displayOptions }: INodeProperties, key: string, value: string) =>
		displayOptions?.show?.[key]?.includes(value) ?? true;
	const visible = forms.action!.filter(
		(property) =>
			property.name !== 'resource' &&
			shows(property, 'resource', resource.name) &&
			shows(property, 'operation', choice.name),
	);

	it('has no two parameters with the same name', () => {
		const lists = [visible];
		for (const list of lists) {
			lists.push(...list.flatMap(groupsOf));
			const names = list.map(({ name }) => name);
			expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
		}
	});

	it('depends only on fields that it shows', () => {
		const { options } = visible.find(({ name }) => name === 'options')!;
		const inner = (options as INodeProperties[]).map(({ name }) => `options.${name}`);
		// “@tool” is n8n's own, of a form for agents.
		const names = ['resource', '@tool', ...visible.map(({ name }) => name), ...inner];
		const conditions = visible.flatMap(({ displayOptions: { show, hide } = {} }) =>
			Object.keys({ ...show, ...hide }).map((key) => key.replace(/^\//, '')),
		);
		expect(conditions.filter((name) => !names.includes(name))).toEqual([]);
	});
});
