/** The tables of docs/contributing/service.md, out of the declared endpoints and openapi.yaml. */
import { addTo } from '../nodes/CrmMessaging/fields/values';
import {
	endpoints,
	secretNames,
	changes,
	type Endpoint,
} from '../nodes/CrmMessaging/service/endpoints';
import { readApi } from '../playground/service/http/api-validator';
import {
	resolved,
	schemaOfSuccess,
	type ApiOperation,
	type Schema,
} from '../playground/service/http/api-description';
import { markdownTable } from './markdown';

const api = readApi();

/** In place of a custom field's name. */
const custom = '_custom field_';

/** A key of a request or an answer. */
interface Key {
	/** What leads to it, such as `deliveries[].`. */
	path: string;
	name: string;
	type: string;
	isRequired: boolean;
	notes: string;
}

/** The keys of an object, and of objects in it. */
function keysOf(schema: Schema, path = ''): Key[] {
	const object = resolved(api, schema);
	return Object.entries(propertiesOf(object)).flatMap(([name, property]) => {
		const own = resolved(api, property);
		const entry = own.items && innermost(own.items);
		const key = {
			path,
			name,
			type: entry ? `list of ${typeOf(entry, 's')}` : typeOf(own),
			isRequired: object.required?.includes(name) ?? false,
			notes: notesOf({ ...own, description: own.description ?? entry?.description }),
		};
		const inner = entry ?? own;
		const innerPath = `${path}${name}${entry ? '[]' : ''}.`;
		return [key, ...(inner.type === 'object' ? keysOf(inner, innerPath) : [])];
	});
}

/** The properties of an object: those described, and required or custom ones of a common schema. */
function propertiesOf(schema: Schema): Record<string, Schema> {
	const { properties = {}, required = [], additionalProperties: more } = schema;
	const common = typeof more === 'object' ? more : {};
	const others = required.filter((name) => !(name in properties));
	if (others.length > 0) {
		return { ...properties, ...Object.fromEntries(others.map((name) => [name, common])) };
	}
	if (!more || Object.keys(properties).length === 0) return properties;
	const description = 'By the name that the account defines';
	return { ...properties, [custom]: { ...common, description } };
}

/** A list's entries; those of the inner list if lists are nested. */
function innermost(schema: Schema): Schema {
	const own = resolved(api, schema);
	return own.items ? innermost(own.items) : own;
}

const formats: Record<string, string> = {
	'iso-date': 'ISO 8601 date or time',
	'iso-timestamp': 'ISO 8601 time',
	'iso-currency': 'ISO 4217 code',
	'web-address': 'URL',
};

function typeOf({ type, format = '', enum: choices }: Schema, plural = ''): string {
	if (choices && type === 'string') return choices.map((one) => `\`${String(one)}\``).join(', ');
	if (choices) return `boolean${plural}`;
	return formats[format] ?? (type ? type + plural : `any${plural && ' value'}`);
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
	const rows = new Map<string, Key[]>();
	for (const key of keys) {
		const { path, name, type, isRequired, notes } = key;
		const isAlike = notes === '' && type !== 'object' && name !== custom;
		addTo(rows, isAlike ? `${path} ${type} ${isRequired}` : path + name, key);
	}
	const cellsOf = (alike: readonly Key[]): string[] => {
		const [{ path, name, type, isRequired, notes }, ...others] = alike as [Key];
		const first = name === custom ? `\`${path}\`${custom}` : `\`${path}${name}\``;
		const names = [first, ...(others as Key[]).map((other) => `\`${other.name}\``)];
		return [names.join(', '), type, isRequired ? 'yes' : 'no', notes];
	};
	return markdownTable(['Key', 'Type', 'Required', 'Notes'], [...rows.values()].map(cellsOf));
}

function describedIn({ method, path }: Endpoint): ApiOperation {
	return api.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
}

/** The query of a request, as an object. */
function queryOf({ parameters = [] }: ApiOperation): Schema {
	const query = parameters.filter((one) => one.in === 'query');
	return {
		required: query.filter(({ required }) => required).map(({ name }) => name),
		properties: Object.fromEntries(
			query.map(({ name, description, schema }) => [name, { ...schema, description }]),
		),
	};
}

function sectionOf(endpoint: Endpoint): string[] {
	const operation = describedIn(endpoint);
	const body = operation.requestBody?.content['application/json']?.schema ?? {};
	const sent = [...keysOf(queryOf(operation)), ...keysOf(body)];
	const status = Object.keys(operation.responses).find((code) => code.startsWith('2'))!;
	return [
		`### ${operation.summary}`,
		...(sent.length > 0 ? [tableOf(sent)] : []),
		`Success: ${status}, with:`,
		tableOf(keysOf(schemaOfSuccess(operation) ?? {})),
	];
}

/** The endpoints, one a row. */
function overview(all: readonly Endpoint[]): string {
	const rows = all.map((endpoint) => {
		const { method, path, secret } = endpoint;
		const { summary } = describedIn(endpoint);
		const link = `[${summary}](#${summary.toLowerCase().replaceAll(' ', '-')})`;
		const repeated = changes(endpoint) ? 'no' : 'yes';
		return [link, `\`${method} ${path}\``, secretNames[secret], repeated];
	});
	return markdownTable(['Endpoint', 'Request', 'Secret', 'May be repeated'], rows);
}

/** The tables of all endpoints: an overview, and a section for each. */
export function serviceTables(): string {
	const all = Object.values<Endpoint>(endpoints);
	return [overview(all), ...all.flatMap(sectionOf)].join('\n\n');
}
