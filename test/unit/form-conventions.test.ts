import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node';
import { currency } from '../../nodes/CrmMessaging/fields/types/price';
import { dateTime, day } from '../../nodes/CrmMessaging/fields/types/date';
import { language } from '../../nodes/CrmMessaging/fields/types/language';
import { callingCode, phone } from '../../nodes/CrmMessaging/fields/types/phone';
import {
	allControls,
	fieldOf,
	optionOf,
	propertiesOf,
} from '../../nodes/CrmMessaging/fields/control';
import { contactInputs } from '../../nodes/CrmMessaging/service/fields/contact';
import { operations } from '../../nodes/CrmMessaging/actions';
import { root } from './documents/page';
import { forms } from './forms';

/** Labels of fields that need no description. */
const selfExplaining =
	/^((First |Last |Hotel )?Name|Email|City|Country|Region|ZIP|Full Address|Gender|List ID|Coupon Code|Description|Schedule( Type)?|Value|Contacts?|Specify (Contacts|Translations)|Texts by Language|Channel|Hotel UUID|Price|Status|(Facebook|Twitter) (ID|Friends|Followers))$/;

/** The resource and the operation that a property belongs to, if it names them. */
function shownFor({ displayOptions }: INodeProperties): string[] {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	return [...resource, ...operation].filter((value) => typeof value === 'string');
}

/** The lists of properties inside a property. */
function groupsOf({ type, options = [] }: INodeProperties): INodeProperties[][] {
	if (type === 'collection') return [options as INodeProperties[]];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).map(({ values }) => values);
}

function choicesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options as INodePropertyOptions[];
}

const read = Object.values(forms)
	.flatMap(allControls)
	.filter(({ type }) => type !== 'notice');

const ownFormats = new Set<unknown>([dateTime, day, language, currency, phone, callingCode]);

/** Resource, operation and collections explain themselves by their contents, some fields by their label. */
const needsNoDescription = ({ name, type, displayName }: INodeProperties) =>
	['resource', 'operation'].includes(name) ||
	type === 'collection' ||
	selfExplaining.test(displayName);

describe("n8n's conventions for forms", () => {
	it('hold: its own rules find nothing', () => {
		const args = ['--import', 'tsx', join('test', 'unit', 'lint-forms.ts')];
		expect(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })).toBe('');
	});

	it('cover the whole form of the package', () => {
		expect(read.length).toBeGreaterThan(150);
	});

	it.each<[what: string, breaks: (property: INodeProperties) => boolean]>([
		['parameters are in camel case', ({ name }) => !/^[a-z][a-zA-Z0-9]*$/.test(name)],
		[
			'each property has a description',
			(property) => !property.description && !needsNoDescription(property),
		],
		[
			'descriptions are short, and one sentence',
			(property) =>
				[property, ...choicesOf(property)].some(
					({ description = '' }) =>
						/;|[.\s]$/.test(description) || description.length > 100,
				),
		],
		[
			'an example begins with “e.g.”, a button with “Add” or “Select”',
			({ placeholder = 'e.g. ' }) => !/^(e\.g\. |Add |Select )/.test(placeholder),
		],
	])('hold: %s', (_, breaks) => {
		const broken = read
			.filter(breaks)
			.map(({ name, displayName }) => `${name}: ${displayName}`);
		expect(broken).toEqual([]);
	});

	it('hold for agents: a field with its own format has an example in its description', () => {
		const lacksIt = (property: INodeProperties) =>
			!property.noDataExpression &&
			ownFormats.has((fieldOf(property) ?? optionOf(property))?.type) &&
			!property.description!.includes('such as ');
		const controls = allControls(forms.action!);
		const columns = propertiesOf(contactInputs);
		expect([...controls, ...columns].filter(lacksIt).map(({ name }) => name)).toEqual([]);
	});
});

describe('the line below a node', () => {
	it('drops articles, as n8n’s actions do', () => {
		const withArticle = operations.filter(({ action }) => /\b(an?|the)\b/i.test(action));
		expect(withArticle.map(({ action }) => action)).toEqual([]);
	});

	it('shows the action of each operation', () => {
		const [, subtitle] = /^=\{\{ (.*) \}\}$/.exec(new CrmMessaging().description.subtitle!)!;
		// As the editor evaluates it.
		for (const { resource, operation, action } of operations) {
			const $parameter = { resource: resource.name, operation };
			expect(runInNewContext(subtitle!, { $parameter })).toBe(action);
		}
	});
});

describe('the form of one operation', () => {
	const controls = forms.action!;
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

	it.each(offered)('has no two parameters with the same name: %s, %s', (resource, operation) => {
		const lists = [visibleIn(resource, operation)];
		for (const list of lists) {
			lists.push(...list.flatMap(groupsOf));
			const names = list.map(({ name }) => name);
			expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
		}
	});

	it.each(offered)('depends only on fields that it shows: %s, %s', (resource, operation) => {
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
