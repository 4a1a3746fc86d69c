/** A schema of openapi.yaml, as far as examples and the service's page are made of it. */
export interface Schema {
	$ref?: string;
	type?: string;
	format?: string;
	enum?: unknown[];
	example?: unknown;
	description?: string;
	default?: string | number | boolean;
	maxLength?: number;
	maxItems?: number;
	required?: string[];
	properties?: Record<string, Schema>;
	additionalProperties?: boolean | Schema;
	items?: Schema;
}

/** A parameter of a path or a query. */
interface ApiParameter {
	name: string;
	in: string;
	required?: boolean;
	description?: string;
	schema: Schema;
}

/** The part of openapi.yaml for one method of a path. */
export interface ApiOperation {
	operationId: string;
	summary: string;
	parameters?: ApiParameter[];
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** openapi.yaml, or paths that are added to it. */
export interface ApiDescription {
	paths: Record<string, Record<string, ApiOperation>>;
	components?: object;
}

/** The schema of a success, unless it has no content. */
export function schemaOfSuccess({ responses }: ApiOperation): Schema | undefined {
	const success = Object.keys(responses).find((code) => code.startsWith('2'))!;
	return responses[success]!.content?.['application/json']?.schema;
}

/** The schema that another one refers to, with the description of the nearer one. */
export function resolved<S extends Schema | undefined>(api: ApiDescription, schema: S): S {
	if (schema?.$ref === undefined) return schema;
	const target = resolved(api, schemaAt(api, schema.$ref));
	return { ...target, description: schema.description ?? target.description } as S;
}

function schemaAt(api: ApiDescription, ref: string): Schema {
	const way = ref.split('/').slice(1);
	return way.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], api) as Schema;
}
