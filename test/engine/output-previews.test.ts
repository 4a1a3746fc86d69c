import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { operations } from '../../nodes/CrmMessaging/actions';
import {
	outputPreview,
	previewFile,
	previewFolder,
	shapeOf,
	type OutputPreview,
} from '../../tools/output-previews';
import { everyEndpoint } from './every-operation/endpoint-cases';
import { OperationRunner } from './every-operation/operation-runner';

const root = join(__dirname, '../..');

/** A preview without the entries of lists, which an answer may not have. */
function comparable({ type, properties }: OutputPreview): OutputPreview {
	if (!properties) return { type };
	const inner = Object.entries(properties).map(([key, one]) => [key, comparable(one)]);
	return { type, properties: Object.fromEntries(inner) as Record<string, OutputPreview> };
}

/** The editor's preview of the output must match the output. */
describe('the output previews', () => {
	const node = new OperationRunner();

	it.each(['', 'dist'])(
		'match the declarations of the operations; if not, run: npm run reference (%s)',
		(place) => {
			const folder = join(root, place, previewFolder);
			const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
			expect(files.filter((file) => file.endsWith('.json')).sort()).toEqual(
				operations.map(previewFile).sort(),
			);
			for (const operation of operations) {
				const text = readFileSync(join(folder, previewFile(operation)), 'utf8');
				expect(JSON.parse(text)).toEqual(outputPreview(operation));
			}
		},
	);

	it.each(everyEndpoint)('match the real output: $name', async (one) => {
		const { operation } = one;
		const { output, error } = await node.runCase(one);
		expect(error).toBeUndefined();
		const json = output[0]!.json;
		const shown: IDataObject = operation.hasMoreOutput
			? Object.fromEntries(Object.keys(operation.output).map((key) => [key, json[key]]))
			: json;
		expect(comparable(shapeOf(shown))).toEqual(comparable(outputPreview(operation)));
	});
});
