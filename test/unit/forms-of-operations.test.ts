import { runInNewContext } from 'node:vm';
import type { INodeProperties } from 'n8n-workflow';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node';
import { operations } from '../../nodes/CrmMessaging/actions';
import { madeUpOperations } from '../engine/every-operation/made-up';
import { choicesOf, groupsOf, madeUp, shownFor } from './forms';

const action = new CrmMessaging().description;

describe('the line below a node', () => {
	it('drops articles, as n8n’s actions do', () => {
		const withArticle = operations.filter(({ action }) => /\b(an?|the)\b/i.test(action));
		expect(withArticle.map(({ action }) => action)).toEqual([]);
	});

	it('says what each operation does', () => {
		const [, subtitle] = /^=\{\{ (.*) \}\}$/.exec(action.subtitle!)!;
		// As the editor evaluates it.
		for (const { resource, operation, action } of operations) {
			const $parameter = { resource: resource.name, operation };
			expect(runInNewContext(subtitle!, { $parameter })).toBe(action);
		}
	});
});

describe('the form of one operation', () => {
	const controls = [...action.properties, ...madeUp];
	const offered = controls
		.filter(({ name }) => name === 'operation')
		.flatMap((property) =>
			choicesOf(property).map(({ value }): [resource: string, operation: string] => [
				shownFor(property)[0] ?? '',
				String(value),
			]),
		);
	const visibleIn = (resource: string, operation: string) =>
		controls.filter(({ name, displayOptions }) => {
			const { show = {} } = displayOptions ?? {};
			const shows = (key: string, value: string) =>
				show[key] === undefined || (show[key] as string[]).includes(value);
			return (
				name !== 'resource' && shows('resource', resource) && shows('operation', operation)
			);
		});

	it('is that of each declared operation', () => {
		const declared = [...operations, ...madeUpOperations].map(({ resource, operation }) => [
			resource.name,
			operation,
		]);
		expect(offered).toHaveLength(declared.length);
		expect(offered).toEqual(expect.arrayContaining(declared));
	});

	it.each(offered)('has no two parameters of one name: %s, %s', (resource, operation) => {
		const lists = [visibleIn(resource, operation)];
		for (const list of lists) {
			lists.push(...list.flatMap(groupsOf));
			const names = list.map(({ name }) => name);
			expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
		}
	});

	it.each(offered)('asks only for what it shows: %s, %s', (resource, operation) => {
		const visible = visibleIn(resource, operation);
		const options = visible.find(({ name }) => name === 'options')!
			.options as INodeProperties[];
		const names = new Set([
			'resource',
			// n8n's own, of a form for agents.
			'@tool',
			...visible.map(({ name }) => name),
			...options.map(({ name }) => `options.${name}`),
		]);
		const conditions = visible.flatMap(({ displayOptions: { show, hide } = {} }) =>
			Object.keys({ ...show, ...hide }).map((key) => key.replace(/^\//, '')),
		);
		expect(conditions.filter((name) => !names.has(name))).toEqual([]);
	});
});
