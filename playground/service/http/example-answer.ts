import type { RequestHandler } from 'express';

/** A schema of openapi.yaml, as far as examples are made of it. */
export interface Schema {
	$ref?: string;
	type?: string;
	format?: string;
	enum?: unknown[];
	example?: unknown;
	required?: string[];
	properties?: Record<string, Schema>;
	additionalProperties?: boolean | Schema;
	items?: Schema;
}

/** The part of openapi.yaml for one method of a path. */
export interface ApiOperation {
	operationId: string;
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** openapi.yaml, or paths that are added to it. */
export interface ApiDescription {
	paths: Record<string, Record<string, ApiOperation>>;
	components?: object;
}

/** A success as the description has it; without a body where it holds none. */
export interface ExampleAnswer {
	status: number;
	body?: unknown;
}

/** The example of a text without one of its own: the ID of the first guest in tests. */
export const anyText = 'guest-1';

/** Makes a small success of an operation, out of its schema: `example`s, choices, else `anyText`. */
export function exampleAnswer(api: ApiDescription, operation: ApiOperation): ExampleAnswer {
	const { responses } = operation;
	const [status] = Object.keys(responses).filter((code) => code.startsWith('2')) as [string];
	const schema = schemaOfSuccess(operation);
	return { status: Number(status), body: schema && exampleOf(api, schema) };
}

/**
 * Answers with the example: what an endpoint does that need remember nothing. If request and answer
 * each hold one list, each entry of the request gets a result, with the keys that both describe.
 */
export function answerExample(api: ApiDescription, operation: ApiOperation): RequestHandler {
	const { status, body } = exampleAnswer(api, operation);
	const schema = resolved(api, schemaOfSuccess(operation));
	return (req, res) => {
		const [sent, ...others] = Object.values((req.body ?? {}) as object).filter(Array.isArray);
		const [list, ...otherLists] = listsIn(body);
		if (body === undefined) res.status(status).end();
		else if (!sent || !list || others.length + otherLists.length > 0) {
			res.status(status).json(body);
		} else {
			const [key, [result]] = list;
			const { items } = resolved(api, schema?.properties?.[key]) ?? {};
			const keys = Object.keys(resolved(api, items)?.properties ?? {});
			const results = sent.map((entry: unknown) => withKeysOf(result, entry, keys));
			res.status(status).json({ ...body, [key]: results });
		}
	};
}

function listsIn(body: unknown): Array<[key: string, list: unknown[]]> {
	return Object.entries(body ?? {}).filter((entry): entry is [string, unknown[]] =>
		Array.isArray(entry[1]),
	);
}

/** An example with the values that a request has for some of its keys. */
function withKeysOf(example: unknown, entry: unknown, keys: readonly string[]): unknown {
	if (typeof example !== 'object' || typeof entry !== 'object') return example;
	const shared = Object.entries(entry ?? {}).filter(([key]) => keys.includes(key));
	return { ...example, ...Object.fromEntries(shared) };
}

function exampleOf(api: ApiDescription, given: Schema): unknown {
	const schema = resolved(api, given);
	if (schema.example !== undefined) return schema.example;
	if (schema.enum) return schema.enum[0];
	switch (schema.type) {
		case 'object':
			return Object.fromEntries(
				(schema.required ?? []).map((key) => [
					key,
					exampleOf(api, schema.properties?.[key] ?? { type: 'integer' }),
				]),
			);
		case 'array':
			return schema.items ? [exampleOf(api, schema.items)] : [];
		case 'boolean':
			return true;
		case 'integer':
		case 'number':
			return 1;
		default:
			return schema.format?.startsWith('iso-') ? '2026-03-29T09:30:00Z' : anyText;
	}
}

/** The schema of a success, unless it has no content. */
function schemaOfSuccess({ responses }: ApiOperation): Schema | undefined {
	const success = Object.keys(responses).find((code) => code.startsWith('2'))!;
	return responses[success]!.content?.['application/json']?.schema;
}

/** The schema that another one refers to. */
function resolved<S extends Schema | undefined>(api: ApiDescription, schema: S): S {
	if (schema?.$ref === undefined) return schema;
	const way = schema.$ref.split('/').slice(1);
	const target = way.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], api);
	return resolved(api, target as S);
}
