import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { operations } from '../../nodes/CrmMessaging/actions';
import { everyEndpoint, guests } from './every-operation/endpoint-cases';
import { processedJob } from './every-operation/processed-job';
import { NodeRunner } from './node-runner';

/** What the editor shows as the output before a first run; `additionalProperties` says that there is more. */
interface Preview {
	type: string;
	properties?: Record<string, Preview>;
	additionalProperties?: boolean;
}

const dist = join(__dirname, '../../dist/nodes/CrmMessaging');

/** The file that n8n looks for, below the node's folder, by version, resource and operation. */
function previewOf(resource: string, operation: string): Preview {
	const path = join(dist, '__schema__', 'v1.0.0', resource, `${operation}.json`);
	return JSON.parse(readFileSync(path, 'utf8')) as Preview;
}

/** A value as a preview would describe it. */
function shapeOf(value: unknown): Preview {
	if (typeof value !== 'object' || value === null) return { type: typeof value };
	if (Array.isArray(value)) return { type: 'array' };
	const inner = Object.entries(value).map(([key, one]) => [key, shapeOf(one)]);
	return { type: 'object', properties: Object.fromEntries(inner) as Record<string, Preview> };
}

/** The preview with what it says of the entries of lists left out, and only so many keys. */
function comparable({ type, properties }: Preview): Preview {
	if (!properties) return { type };
	const inner = Object.entries(properties).map(([key, one]) => [key, comparable(one)]);
	return { type, properties: Object.fromEntries(inner) as Record<string, Preview> };
}

/** What the editor says comes out must be what comes out. */
describe('the output previews', () => {
	const node = new NodeRunner();
	const cases = everyEndpoint.filter(({ operation }) => operations.includes(operation));

	it.each(cases)('show what comes out: $name', async ({ operation, form, node: own }) => {
		node.service.state.bulkJobs.push(processedJob(guests[0]!.user_id));
		const preview = previewOf(operation.resource.name, operation.operation);
		const { output, error } = await node.run(form, { items: guests.slice(0, 1), ...own });
		expect(error).toBeUndefined();
		const json = output[0]!.json;
		const named = Object.keys(preview.properties!);
		const shown: IDataObject = preview.additionalProperties
			? Object.fromEntries(named.map((key) => [key, json[key]]))
			: json;
		expect(shapeOf(shown)).toEqual(comparable(preview));
	});
});
