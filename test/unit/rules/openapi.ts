import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** What the tests read of a schema; references are followed. */
export interface Schema {
	type?: string;
	enum?: unknown[];
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	maxLength?: number;
	maxItems?: number;
	default?: unknown;
	pattern?: string;
	format?: string;
}

interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	schema: Schema;
}

interface Method {
	security: Array<Record<string, unknown>>;
	parameters?: Parameter[];
}

export type PathItem = Record<string, unknown> & { parameters?: Parameter[] };

const file = join(__dirname, '../../../playground/service/openapi.yaml');
const document = resolved(parse(readFileSync(file, 'utf8'))) as {
	paths: Record<string, PathItem>;
	components: { schemas: Record<string, Schema> };
};

/** The document with every `$ref` replaced by what it leads to. */
function resolved(root: unknown, value: unknown = root): unknown {
	if (Array.isArray(value)) return value.map((one) => resolved(root, one));
	if (typeof value !== 'object' || value === null) return value;
	const { $ref } = value as { $ref?: unknown };
	if (typeof $ref === 'string') {
		const way = $ref.split('/').slice(1);
		return resolved(
			root,
			way.reduce((at, key) => (at as Record<string, unknown>)[key], root),
		);
	}
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, resolved(root, inner)]),
	);
}

/** The paths of the stand-in's description. */
export const paths = document.paths;

/** A schema by its name and the way to a property inside, for example `Contact`, `tags`. */
export function schemaOf(name: string, ...way: string[]): Schema {
	let schema = document.components.schemas[name];
	for (const key of way) {
		schema = schema?.properties?.[key];
		if (schema?.type === 'array' && schema.items?.properties) schema = schema.items;
	}
	if (!schema) throw new Error(`no schema ${[name, ...way].join('.')}`);
	return schema;
}

/** The method of a path, lower case as the description has it. */
export function methodOf(item: PathItem, name: string): Method | undefined {
	return item[name] as Method | undefined;
}

/** The parameters of a path in the query, as the properties of a schema. */
export function querySchema(path: string): Schema {
	const item = paths[path];
	const parameters = (item && methodOf(item, 'get')?.parameters) ?? [];
	return {
		required: parameters.filter((one) => one.required).map(({ name }) => name),
		properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
	};
}
