import { readApi } from '../../../playground/service/http/api-validator';

/** The part of a schema that tests read; references are followed. */
export interface Schema {
	type?: string;
	enum?: unknown[];
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	additionalProperties?: unknown;
	anyOf?: unknown[];
	minLength?: number;
	maxLength?: number;
	maxItems?: number;
	default?: unknown;
	pattern?: string;
	format?: string;
}

interface Method {
	security: Array<Record<string, unknown>>;
	parameters?: Array<{ name: string; required?: boolean; schema: Schema }>;
}

const root: unknown = readApi();
const document = resolved(root) as {
	/** The methods of each path, in lower case, next to what all of them share. */
	paths: Record<string, Record<string, Method | undefined>>;
	components: { schemas: Record<string, Schema> };
};

/** A part of the document with every `$ref` replaced by what it leads to. */
function resolved(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(resolved);
	if (typeof value !== 'object' || value === null) return value;
	const { $ref } = value as { $ref?: unknown };
	if (typeof $ref === 'string') {
		const path = $ref.split('/').slice(1);
		return resolved(path.reduce((part, key) => (part as Record<string, unknown>)[key], root));
	}
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one)]));
}

/** The paths of the mock service's description. */
export const paths = document.paths;

/** A schema by its name and the path of a property inside, for example `Contact`, `tags`. */
export function schemaOf(name: string, ...path: string[]): Schema {
	let schema = document.components.schemas[name];
	for (const key of path) {
		schema = schema?.properties?.[key];
		if (schema?.type === 'array' && schema.items?.properties) schema = schema.items;
	}
	if (!schema) throw new Error(`no schema ${[name, ...path].join('.')}`);
	return schema;
}

/** The parameters of a path in the query, as the properties of a schema. */
export function querySchema(path: string): Schema {
	const parameters = paths[path]?.get?.parameters ?? [];
	return {
		required: parameters.filter((one) => one.required).map(({ name }) => name),
		properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
	};
}
