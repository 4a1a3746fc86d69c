import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { currency } from '../../nodes/CrmMessaging/fields/types/price';
import { dateTime, day } from '../../nodes/CrmMessaging/fields/types/date';
import { language } from '../../nodes/CrmMessaging/fields/types/language';
import { callingCode, phone } from '../../nodes/CrmMessaging/fields/types/phone';
import { formOf } from '../../nodes/CrmMessaging/editor/form';
import { fieldOf, optionOf, propertiesOf } from '../../nodes/CrmMessaging/fields/control';
import { contactFields } from '../../nodes/CrmMessaging/service/fields/contact';
import { changes } from '../../nodes/CrmMessaging/service/endpoints';
import { operations } from '../../nodes/CrmMessaging/actions';
import { controlsOf, optionsOf } from '../../nodes/CrmMessaging/engine/options';
import { withInner } from '../engine/every-operation/fill-form';
import { madeUpOperations } from '../engine/every-operation/made-up';

/** An instance of a class of the built package, as n8n makes it. */
function built<T>(path: string, name: string): T {
	const file = join(__dirname, '..', '..', 'dist', path);
	const exported = jest.requireActual<Record<string, new () => T>>(file);
	return new exported[name]!();
}

/** Labels of fields that need no description. */
const selfExplaining =
	/^((First |Last |Hotel )?Name|Email|City|Country|Region|ZIP|Full Address|Gender|List ID|Coupon Code|Description|Schedule( Type)?|Value|Contacts?|Specify (Contacts|Translations)|Texts by Language|Channel|Hotel UUID|Price|Status|(Facebook|Twitter) (ID|Friends|Followers))$/;

const nodes = 'nodes/CrmMessaging';
const action = built<INodeType>(`${nodes}/CrmMessaging.node.js`, 'CrmMessaging').description;
const trigger = built<INodeType>(`${nodes}/CrmMessagingTrigger.node.js`, 'CrmMessagingTrigger');
const credential = built<ICredentialType>(
	'credentials/CrmMessagingApi.credentials.js',
	'CrmMessagingApi',
);
/** A form with operations that only the tests know. */
const madeUp = formOf(madeUpOperations, madeUpOperations[0]!.resource);
const forms: Array<[form: string, properties: INodeProperties[]]> = [
	['action', action.properties],
	['trigger', trigger.description.properties],
	['credential', credential.properties],
	['made up', madeUp],
];

/** A property and the way to it. */
interface Placed {
	path: string;
	property: INodeProperties;
}

/** All properties, those inside collections too. */
function allOf(properties: INodeProperties[], path: string): Placed[] {
	return properties.flatMap((property) => {
		const own = [path, ...shownFor(property), property.name].join('.');
		return [
			{ path: own, property },
			...groupsOf(property).flatMap((inner) => allOf(inner, own)),
		];
	});
}

/** The resource and the operation that a property belongs to, as far as it says so. */
function shownFor({ displayOptions }: INodeProperties): string[] {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	return [...resource, ...operation].filter((value) => typeof value === 'string');
}

/** The lists of properties that stand together inside a property. */
function groupsOf({ type, options = [] }: INodeProperties): INodeProperties[][] {
	if (type === 'collection') return [options as INodeProperties[]];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).map(({ values }) => values);
}

/** What a list to choose from shows, in its order. */
function shownIn({ type, options = [] }: INodeProperties): string[] {
	if (type === 'options' || type === 'multiOptions') {
		return (options as INodePropertyOptions[]).map(({ name }) => name);
	}
	if (type !== 'collection' && type !== 'fixedCollection') return [];
	return (options as INodeProperties[]).map(({ displayName }) => displayName);
}

function choicesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options as INodePropertyOptions[];
}

const smallWords = new Set(
	'a an and as at but by for from if in into is no not of on or per that the to with without'.split(
		' ',
	),
);

function isTitleCase(text: string): boolean {
	const words = text.split(/[\s/]+/);
	return words.every((word, at) => {
		const plain = word.replace(/^[^\p{L}\p{N}]+/u, '');
		const isSmall = at > 0 && smallWords.has(plain.toLowerCase());
		return isSmall || plain === '' || !/^\p{Ll}/u.test(plain);
	});
}

/** Takes the product id's two spellings out, which are the service's own words. */
const ownWords = new Set(['UUID', 'product_uuid']);

const placed = forms.flatMap(([form, properties]) => allOf(properties, form));
const read = placed.filter(({ property }) => property.type !== 'notice');
const where = ({ path, property }: Placed) => `${path}: ${property.displayName}`;

/** Words with which a tooltip says no more than its label. */
const wordsThatAddNothing =
	'of the a an this that which what how when is are you it its for to in each enter'.split(' ');

/** The longest tooltip that people read, in characters. */
const longest = 100;

/** Words that the voice of this package replaces by plainer ones. */
const notOurWords = new RegExp(
	`\\b(${[
		'go(es)? on',
		'what (became|becomes) of',
		'becomes nothing',
		'nobody',
		'everybody',
		'whoever',
		'somebody',
		'stands? (in|under)',
		'stand-in',
		'beside',
		'under way',
		'at once',
		'(may|cannot) be had',
		'(is|are) to (be|have|send|wait)',
		'none of which',
		'of whom',
		'anew',
		'all the same',
		'mend',
		'further',
		'took',
		'taken',
		'keeps? back',
		'kept back',
		'e-mail',
		'submission',
		'brings',
	].join('|')})\\b`,
	'i',
);

/** What the forms show in words: labels, tooltips and notices, and those of choices. */
function saidIn(all: Placed[]): Array<{ path: string; text: string; isTooltip: boolean }> {
	return all.flatMap(({ path, property }) => {
		const { type, displayName, description, options = [] } = property;
		const isList = type === 'options' || type === 'multiOptions';
		const choices = (isList ? options : []) as INodePropertyOptions[];
		const tooltips = [description, ...choices.map((choice) => choice.description)];
		const labels = [displayName, ...choices.map((choice) => choice.name)];
		return [
			...labels.map((text) => ({ path, text, isTooltip: false })),
			...tooltips.flatMap((text) => (text ? { path, text, isTooltip: true } : [])),
		];
	});
}

/** The properties that break a convention; there should be none. */
const breaking = (breaks: (property: INodeProperties) => boolean): string[] =>
	read.filter(({ property }) => breaks(property)).map(where);

describe("n8n's conventions for forms", () => {
	it('find the whole form of the package', () => {
		expect(read.length).toBeGreaterThan(150);
	});

	it('hold for names: they are in title case', () => {
		expect(breaking(({ displayName }) => !isTitleCase(displayName))).toEqual([]);
		const miscased = placed.flatMap(({ path, property }) =>
			shownIn(property)
				.filter((name) => !isTitleCase(name) && !ownWords.has(name))
				.map((name) => `${path}: ${name}`),
		);
		expect(miscased).toEqual([]);
	});

	it('fit the editor: it cuts the labels of JSON controls in a collection after 22 characters', () => {
		const isCut = ({ type, displayName }: INodeProperties) =>
			type === 'json' && displayName.length > 22;
		const inner = read
			.filter(({ property }) => property.type === 'collection')
			.flatMap(({ property }) => property.options as INodeProperties[]);
		expect(inner.filter(isCut).map(({ displayName }) => displayName)).toEqual([]);
	});

	it('let what only reads say nothing of recipients', () => {
		const reading = operations.filter(({ endpoint }) => !changes(endpoint));
		expect(reading.length).toBeGreaterThan(2);
		for (const operation of reading) {
			const said = optionsOf(operation).map(({ description }) => description);
			expect(said.filter((text) => /recipient|sent again/.test(text!))).toEqual([]);
		}
	});

	it('hold for parameters: they are in camel case', () => {
		expect(breaking(({ name }) => !/^[a-z][a-zA-Z0-9]*$/.test(name))).toEqual([]);
	});

	it('hold for descriptions: each property has one that says more than its label', () => {
		// Resource, operation and collections explain themselves by what they hold, some fields by their label.
		const needsNone = (property: INodeProperties) =>
			['resource', 'operation'].includes(property.name) ||
			property.type === 'collection' ||
			selfExplaining.test(property.displayName);
		expect(breaking((property) => !property.description && !needsNone(property))).toEqual([]);
		const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];
		const repeats = ({ displayName, description = '' }: INodeProperties) => {
			const said = new Set([...wordsOf(displayName), ...wordsThatAddNothing]);
			return description !== '' && wordsOf(description).every((word) => said.has(word));
		};
		expect(breaking(repeats)).toEqual([]);
	});

	it('help an agent: what has a format of its own is described with an example', () => {
		const ownFormats = new Set<unknown>([
			dateTime,
			day,
			language,
			currency,
			phone,
			callingCode,
		]);
		const lacksIt = (property: INodeProperties) =>
			!property.noDataExpression &&
			ownFormats.has((fieldOf(property) ?? optionOf(property))?.type) &&
			!property.description!.includes('such as ');
		const controls = withInner(formOf(operations, operations[0]!.resource));
		const columns = propertiesOf(contactFields);
		expect([...controls, ...columns].filter(lacksIt).map(({ name }) => name)).toEqual([]);
	});

	it('hold for descriptions: they begin with a capital and have no final period', () => {
		const isWrong = (text: string | undefined) =>
			text !== undefined && (!/^[\p{Lu}%“0-9]/u.test(text) || /[.\s]$/.test(text));
		expect(breaking(({ description }) => isWrong(description))).toEqual([]);
		const choices = placed.flatMap(({ path, property }) =>
			choicesOf(property)
				.filter(({ description }) => isWrong(description))
				.map(({ name }) => `${path}: ${name}`),
		);
		expect(choices).toEqual([]);
	});

	it('hold for switches: their descriptions begin with “Whether”', () => {
		expect(
			breaking(
				({ type, description = '' }) =>
					type === 'boolean' && !description.startsWith('Whether '),
			),
		).toEqual([]);
	});

	it('hold for descriptions: they are short, of one clause, and in plain words', () => {
		const wrong = saidIn(placed).filter(
			({ text, isTooltip }) =>
				(isTooltip && (text.length > longest || text.includes(';'))) ||
				notOurWords.test(text),
		);
		expect(wrong).toEqual([]);
	});

	it('know the words that are not ours', () => {
		expect(notOurWords.test('The workflow goes on')).toBe(true);
		expect(notOurWords.test('Sent at once')).toBe(true);
		expect(notOurWords.test('The workflow continues')).toBe(false);
	});

	it('let n8n publish a form without what no one added: members of a collection are not required', () => {
		const collections = placed.filter(({ property }) => property.type === 'collection');
		const required = collections.flatMap(({ property }) =>
			(property.options as INodeProperties[])
				.filter((member) => member.required)
				.map(({ name }) => `${property.name}: ${name}`),
		);
		expect(required).toEqual([]);
	});

	it('hold for lists: five or more entries are in alphabetical order', () => {
		const unsorted = (property: INodeProperties) => {
			// What people do first comes first.
			if (property.name === 'resource') return false;
			const names = shownIn(property);
			const sorted = [...names].sort((one, other) => one.localeCompare(other));
			return names.length >= 5 && names.join() !== sorted.join();
		};
		expect(breaking(unsorted)).toEqual([]);
	});

	it('hold for choices: each value is there once, and the default is one of them', () => {
		expect(
			breaking((property) => {
				if (property.type !== 'options') return false;
				const values = choicesOf(property).map(({ value }) => value);
				return (
					new Set(values).size !== values.length ||
					!values.includes(property.default as string)
				);
			}),
		).toEqual([]);
	});

	it('hold for defaults: each has the type of its property', () => {
		const kinds: Partial<Record<INodeProperties['type'], string>> = {
			boolean: 'boolean',
			collection: 'object',
			dateTime: 'string',
			fixedCollection: 'object',
			json: 'string',
			number: 'number',
			resourceLocator: 'object',
			resourceMapper: 'object',
			string: 'string',
		};
		expect(
			breaking(({ type, default: initial, required }) => {
				const kind = kinds[type];
				// A required number begins empty, so that nobody sends a 0 without meaning it.
				const isEmpty = required === true && initial === '';
				return kind !== undefined && typeof initial !== kind && !isEmpty;
			}),
		).toEqual([]);
	});

	it('hold for placeholders: an example begins with “e.g.”, a button with “Add”', () => {
		expect(
			breaking(
				({ placeholder }) =>
					placeholder !== undefined && !/^(e\.g\. |Add |Select )/.test(placeholder),
			),
		).toEqual([]);
	});

	it('hold for secrets: they are hidden', () => {
		const secrets = credential.properties.filter(({ name }) => name.endsWith('Secret'));
		expect(secrets.map(({ typeOptions }) => typeOptions?.password)).toEqual([true, true]);
	});
});

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

	it.each(operations)('asks for little at first: $resource.name, $operation', (one) => {
		const form = controlsOf(one);
		const unset = new Map(form.map(({ name, default: initial }) => [name, initial]));
		const isShown = ({ displayOptions }: INodeProperties) =>
			Object.entries(displayOptions?.show ?? {}).every(([name, values]) =>
				values?.includes(unset.get(name) as never),
			);
		const asked = form.filter(
			(property) =>
				property.type !== 'notice' && property.type !== 'collection' && isShown(property),
		);
		const most = one.resource.name === 'purchase' ? 8 : 6;
		expect(asked.length).toBeGreaterThan(0);
		expect(asked.length).toBeLessThanOrEqual(most);
		const options = form.find(({ name }) => name === 'options')!.options!;
		expect(options.length).toBeLessThanOrEqual(14);
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
