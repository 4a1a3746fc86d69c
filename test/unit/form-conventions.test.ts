import { runInNewContext } from 'node:vm';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { CrmMessagingApi } from '../../credentials/CrmMessagingApi.credentials';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node';
import { CrmMessagingTrigger } from '../../nodes/CrmMessaging/CrmMessagingTrigger.node';
import { currency } from '../../nodes/CrmMessaging/fields/types/price';
import { dateTime, day } from '../../nodes/CrmMessaging/fields/types/date';
import { language } from '../../nodes/CrmMessaging/fields/types/language';
import { callingCode, phone } from '../../nodes/CrmMessaging/fields/types/phone';
import { formOf } from '../../nodes/CrmMessaging/editor/form';
import { fieldOf, optionOf, propertiesOf } from '../../nodes/CrmMessaging/fields/control';
import { contactFields } from '../../nodes/CrmMessaging/service/fields/contact';
import { operations } from '../../nodes/CrmMessaging/actions';
import { withInner } from '../engine/every-operation/fill-form';
import { madeUpOperations } from '../engine/every-operation/made-up';

/** Labels of fields that need no description. */
const selfExplaining =
	/^((First |Last |Hotel )?Name|Email|City|Country|Region|ZIP|Full Address|Gender|List ID|Coupon Code|Description|Schedule( Type)?|Value|Contacts?|Specify (Contacts|Translations)|Texts by Language|Channel|Hotel UUID|Price|Status|(Facebook|Twitter) (ID|Friends|Followers))$/;

const action = new CrmMessaging().description;
/** A form with operations that only the tests know. */
const madeUp = formOf(madeUpOperations, madeUpOperations[0]!.resource);
const forms: Array<[form: string, properties: INodeProperties[]]> = [
	['action', action.properties],
	['trigger', new CrmMessagingTrigger().description.properties],
	['credential', new CrmMessagingApi().properties],
	['made up', madeUp],
];

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

/** All properties with their paths, including those inside collections. */
function allOf(
	properties: INodeProperties[],
	path: string,
): Array<{ path: string; property: INodeProperties }> {
	return properties.flatMap((property) => {
		const own = [path, ...shownFor(property), property.name].join('.');
		return [
			{ path: own, property },
			...groupsOf(property).flatMap((inner) => allOf(inner, own)),
		];
	});
}

function shownIn({ type, options = [] }: INodeProperties): string[] {
	const isChoice = type === 'options' || type === 'multiOptions';
	return options.map((one) => (isChoice ? one.name : (one as INodeProperties).displayName));
}

const smallWords = new Set(
	'a an and as at but by for from if in into is no not of on or per that the to with without'.split(
		' ',
	),
);

function isTitleCase(text: string): boolean {
	const words = text.split(/[\s/]+/);
	return words.every((word, index) => {
		const plain = word.replace(/^[^\p{L}\p{N}]+/u, '');
		const isSmall = index > 0 && smallWords.has(plain.toLowerCase());
		return isSmall || plain === '' || !/^\p{Ll}/u.test(plain);
	});
}

/** The two spellings of the product id, which are the service's own words. */
const ownWords = new Set(['UUID', 'product_uuid']);

const placed = forms.flatMap(([form, properties]) => allOf(properties, form));
const read = placed.filter(({ property }) => property.type !== 'notice');

const names = (property: INodeProperties) => [property.displayName, ...shownIn(property)];
const ownFormats = new Set<unknown>([dateTime, day, language, currency, phone, callingCode]);

/** Resource, operation and collections explain themselves by their contents, some fields by their label. */
const needsNoDescription = ({ name, type, displayName }: INodeProperties) =>
	['resource', 'operation'].includes(name) ||
	type === 'collection' ||
	selfExplaining.test(displayName);

const isWrongDescription = (text?: string) =>
	text !== undefined &&
	(!/^[\p{Lu}%“0-9]/u.test(text) || /;|[.\s]$/.test(text) || text.length > 100);

const isUnsorted = (property: INodeProperties) => {
	// The first step comes first.
	if (property.name === 'resource') return false;
	const shown = shownIn(property);
	const sorted = [...shown].sort((one, other) => one.localeCompare(other));
	return shown.length >= 5 && shown.join() !== sorted.join();
};

const hasWrongChoices = (property: INodeProperties) => {
	if (property.type !== 'options') return false;
	const values = choicesOf(property).map(({ value }) => value);
	return new Set(values).size !== values.length || !values.includes(property.default as string);
};

/** The type of a default, if it isn't a text. */
const kinds: Partial<Record<INodeProperties['type'], string>> = {
	boolean: 'boolean',
	collection: 'object',
	fixedCollection: 'object',
	number: 'number',
	multiOptions: 'object',
	options: 'any',
	resourceLocator: 'object',
	resourceMapper: 'object',
};
const hasWrongDefault = ({ type, default: initial, required }: INodeProperties) => {
	const kind = kinds[type] ?? 'string';
	// A required number begins empty, so that no one sends a 0 without meaning it.
	const isEmpty = required === true && initial === '';
	return kind !== 'any' && typeof initial !== kind && !isEmpty;
};

describe("n8n's conventions for forms", () => {
	it('cover the whole form of the package', () => {
		expect(read.length).toBeGreaterThan(150);
	});

	it.each<[what: string, breaks: (property: INodeProperties) => boolean]>([
		[
			'names are in title case',
			(property) => names(property).some((name) => !isTitleCase(name) && !ownWords.has(name)),
		],
		['parameters are in camel case', ({ name }) => !/^[a-z][a-zA-Z0-9]*$/.test(name)],
		[
			'each property has a description',
			(property) => !property.description && !needsNoDescription(property),
		],
		[
			'descriptions begin with a capital and have no final period',
			(property) =>
				[property, ...choicesOf(property)].some(({ description }) =>
					isWrongDescription(description),
				),
		],
		[
			'descriptions of switches begin with “Whether”',
			({ type, description = '' }) => type === 'boolean' && !/^Whether /.test(description),
		],
		['lists of five or more entries are in alphabetical order', isUnsorted],
		['choices are unique, and the default is one of them', hasWrongChoices],
		['each default has the type of its property', hasWrongDefault],
		[
			'an example begins with “e.g.”, a button with “Add” or “Select”',
			({ placeholder = 'e.g. ' }) => !/^(e\.g\. |Add |Select )/.test(placeholder),
		],
		[
			// n8n publishes no form with an empty required field, even if no one added it.
			'members of a collection are not required',
			({ type, options }) =>
				type === 'collection' && (options as INodeProperties[]).some((one) => one.required),
		],
	])('hold: %s', (_, breaks) => {
		const broken = read.filter(({ property }) => breaks(property));
		expect(broken.map(({ path, property }) => `${path}: ${property.displayName}`)).toEqual([]);
	});

	it('hold for agents: a field with its own format has an example in its description', () => {
		const lacksIt = (property: INodeProperties) =>
			!property.noDataExpression &&
			ownFormats.has((fieldOf(property) ?? optionOf(property))?.type) &&
			!property.description!.includes('such as ');
		const controls = withInner(formOf(operations, operations[0]!.resource));
		const columns = propertiesOf(contactFields);
		expect([...controls, ...columns].filter(lacksIt).map(({ name }) => name)).toEqual([]);
	});
});

describe('the line below a node', () => {
	it('drops articles, as n8n’s actions do', () => {
		const withArticle = operations.filter(({ action }) => /\b(an?|the)\b/i.test(action));
		expect(withArticle.map(({ action }) => action)).toEqual([]);
	});

	it('shows the action of each operation', () => {
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
