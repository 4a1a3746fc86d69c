import type { RequestHandler } from 'express';

/** A part of openapi.yaml, as far as examples are made of it. */
interface Schema {
	$ref?: string;
	type?: string;
	format?: string;
	enum?: unknown[];
	example?: unknown;
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** The part of openapi.yaml for one method of a path. */
export interface ApiOperation {
	operationId: string;
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

/** Makes a small success of an operation, out of its schema: `example`s, choices, else `guest-1`. */
export function exampleAnswer(api: ApiDescription, { responses }: ApiOperation): ExampleAnswer {
	const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2'))!;
	const schema = response.content?.['application/json']?.schema;
	return { status: Number(status), body: schema && exampleOf(api, schema) };
}

/** Answers with the example: what an endpoint does that need remember nothing. */
export function answerExample(api: ApiDescription, operation: ApiOperation): RequestHandler {
	const { status, body } = exampleAnswer(api, operation);
	return (_req, res) => {
		if (body === undefined) res.status(status).end();
		else res.status(status).json(body);
	};
}

function exampleOf(api: ApiDescription, given: Schema): unknown {
	const schema = given.$ref === undefined ? given : schemaAt(api, given.$ref);
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
			return schema.format?.startsWith('iso-') ? '2026-03-29T09:30:00Z' : 'guest-1';
	}
}

function schemaAt(api: ApiDescription, ref: string): Schema {
	const way = ref.split('/').slice(1);
	return way.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], api) as Schema;
}
