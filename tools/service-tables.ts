/** The tables of docs/contributing/service.md, out of the declared endpoints and openapi.yaml. */
import {
	endpoints,
	secretNames,
	mayRepeat,
	type Endpoint,
} from '../nodes/CrmMessaging/service/endpoints';
import { readApi } from '../playground/service/http/api-validator';

/** The part of a schema that the tables show. */
interface Schema {
	$ref?: string;
	type?: string;
	format?: string;
	enum?: unknown[];
	description?: string;
	default?: string | number | boolean;
	maxLength?: number;
	maxItems?: number;
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	additionalProperties?: boolean | Schema;
}

interface Described {
	summary: string;
	parameters?: Array<{
		name: string;
		in: string;
		required?: boolean;
		description?: string;
		schema: Schema;
	}>;
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Api {
	paths: Record<string, Record<string, Described>>;
	components: Record<string, Record<string, Schema>>;
}

const api = readApi() as unknown as Api;

function resolved(schema: Schema): Schema {
	if (schema.$ref === undefined) return schema;
	const { description, ...target } = resolved(
		api.components.schemas![schema.$ref.split('/').at(-1)!]!,
	);
	return { ...target, description: schema.description ?? description };
}

/** In place of a custom field's name. */
const custom = '_custom field_';

/** A key of a request or an answer. */
interface Key {
	name: string;
	type: string;
	required: boolean;
	notes: string;
}

/** The keys of an object, and of objects in it by their paths, such as `deliveries[].multiple`. */
function keysOf(given: Schema, path = ''): Key[] {
	const { properties = {}, required = [], additionalProperties } = resolved(given);
	const own = Object.entries(properties).flatMap(([name, one]): Key[] => {
		const schema = resolved(one);
		const key = path + name;
		const items = schema.items && innermost(schema.items);
		const inner = schema.type === 'array' ? items : schema;
		const brackets = key + (schema.type === 'array' ? '[]' : '');
		const isList = schema.type === 'array';
		const type = isList && items ? `list of ${typeOf(items, 's')}` : typeOf(schema);
		const described = {
			...schema,
			description: schema.description ?? (isList ? items?.description : undefined),
		};
		return [
			{ name: key, type, required: required.includes(name), notes: notesOf(described) },
			...(inner?.type === 'object' ? keysOf(inner, `${brackets}.`) : []),
		];
	});
	const counters = required.filter((name) => !(name in properties));
	const more =
		typeof additionalProperties === 'object' ? typeOf(resolved(additionalProperties)) : 'any';
	const isOpen = additionalProperties === true || typeof additionalProperties === 'object';
	if (counters.length > 0) {
		return [
			...own,
			...counters.map((name) => ({
				name: path + name,
				type: more,
				required: true,
				notes: '',
			})),
		];
	}
	const isNamed = Object.keys(properties).length > 0;
	const open = {
		name: path + custom,
		type: more,
		required: false,
		notes: 'By the name that the account defines',
	};
	return isOpen && isNamed ? [...own, open] : own;
}

/** A list's entries; those of the inner list if lists are nested. */
function innermost(schema: Schema): Schema {
	const own = resolved(schema);
	return own.type === 'array' && own.items ? innermost(own.items) : own;
}

function typeOf(schema: Schema, plural = ''): string {
	const { type, format, enum: choices } = schema;
	if (choices && type === 'string') return choices.map((one) => `\`${String(one)}\``).join(', ');
	if (choices) return `boolean${plural}`;
	const formats: Record<string, string> = {
		'iso-date': 'ISO 8601 date or time',
		'iso-timestamp': 'ISO 8601 time',
		'iso-currency': 'ISO 4217 code',
		'web-address': 'URL',
	};
	return formats[format ?? ''] ?? (type ? type + plural : `any${plural && ' value'}`);
}

function notesOf({ description = '', default: usual, maxLength, maxItems }: Schema): string {
	return [
		description.replace(/\.$/, ''),
		usual === undefined ? '' : `Default \`${usual}\``,
		maxLength === undefined ? '' : `At most ${maxLength} characters`,
		maxItems === undefined ? '' : `At most ${maxItems.toLocaleString('en')}`,
	]
		.filter(Boolean)
		.join('. ');
}

/** A table of keys. Those of an object that differ in nothing else share a row. */
function tableOf(keys: readonly Key[]): string {
	const rows = new Map<string, { names: string[]; key: Key }>();
	for (const key of keys) {
		const { name, type, required, notes } = key;
		const path = name.slice(0, name.lastIndexOf('.') + 1);
		const isAlike = notes === '' && type !== 'object' && !name.includes(custom);
		const id = isAlike ? `${path} ${type} ${required}` : name;
		const row = rows.get(id) ?? { names: [], key };
		rows.set(id, row);
		row.names.push(row.names.length === 0 ? name : name.slice(path.length));
	}
	const lines = [...rows.values()].map(({ names, key: { type, required, notes } }) => {
		const shown = names.map((name) => `\`${name}\``.replace(`${custom}\``, `\`${custom}`));
		return [shown.join(', '), type, required ? 'yes' : 'no', notes].join(' | ');
	});
	const head = ['Key | Type | Required | Notes', '--- | --- | --- | ---'];
	return [...head, ...lines].map((line) => `| ${line} |`).join('\n');
}

function describedIn({ method, path }: Endpoint): Described {
	return api.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
}

function sectionOf(endpoint: Endpoint): string {
	const { parameters = [], requestBody, responses } = describedIn(endpoint);
	const query = parameters.filter((one) => one.in === 'query');
	const body = requestBody?.content['application/json']?.schema;
	const asked = [
		...query.map(({ name, required = false, description, schema }): Key => {
			const own = resolved(schema);
			const notes = notesOf({ ...own, description: description ?? own.description });
			return { name, type: typeOf(own), required, notes };
		}),
		...(body ? keysOf(body) : []),
	];
	const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2'))!;
	const answered = answer.content?.['application/json']?.schema;
	return [
		asked.length > 0 ? tableOf(asked) : '',
		`Success: ${status}${answered ? ', with:' : ', without content.'}`,
		answered ? tableOf(keysOf(answered)) : '',
	]
		.filter(Boolean)
		.join('\n\n');
}

/** The name of an endpoint's heading in links. */
const anchor = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

/** The endpoints, one a row. */
function overview(): string {
	const rows = Object.values<Endpoint>(endpoints).map((endpoint) => {
		const { method, path, secret } = endpoint;
		const { summary } = describedIn(endpoint);
		return [
			`[${summary}](#${anchor(summary)})`,
			`\`${method} ${path}\``,
			secretNames[secret],
			mayRepeat(endpoint) ? 'yes' : 'no',
		];
	});
	const head = ['Endpoint', 'Request', 'Secret', 'May be repeated'];
	return [head, head.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

/** The tables of all endpoints: an overview, and a section for each. */
function tables(): string {
	const all = Object.values<Endpoint>(endpoints);
	const sections = all.map((one) => `### ${describedIn(one).summary}\n\n${sectionOf(one)}`);
	return [overview(), ...sections].join('\n\n');
}

/** The page with its generated tables. @throws Error if it has no place for them */
export function withServiceTables(page: string): string {
	const place = /(?<=<!-- generated: npm run reference -->\n)[^]*?(?=<!-- end -->)/;
	if (!place.test(page))
		throw new Error('docs/contributing/service.md has no place for its tables');
	return page.replace(place, () => `\n${tables()}\n\n`);
}
