import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { limits } from '../../../nodes/CrmMessaging/service/endpoints';
import { readApi } from '../../../playground/service/http/api-validator';
import { DOCUMENT_FORMATS } from '../../../playground/service/http/document-formats';
import { READINGS } from '../../../playground/service/readings';
import { filesIn, readText } from '../documents/page';
import { get, PATHS, start } from './client';

const page = readText('docs/contributing/service.md');
/** The text below a heading of the page, up to the next one of its level. */
const sectionOf = (heading: string) => page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;

test('openapi.yaml is a valid OpenAPI description', async () => {
	const [firstLayer] = OpenApiValidator.middleware({
		apiSpec: readApi() as never,
		validateApiSpec: true,
		formats: DOCUMENT_FORMATS,
	});
	const problem = await new Promise((resolve) => {
		void firstLayer!({ app: express() } as never, {} as never, resolve);
	});
	expect(problem).toBeUndefined();
});

test('an answer that openapi.yaml does not describe is never returned', async () => {
	const service = await start({ campaigns: [{ id: 'c-1' } as never] });
	const { status, body } = await get(service, PATHS.campaigns);
	expect([status, JSON.stringify(body)]).toEqual([500, expect.stringContaining('reports')]);
});

describe('the page about the service', () => {
	test('has the limits', () => {
		const text = sectionOf('Limits');
		const { senderLength, contactsPerRequest, campaignsByDefault } = limits;
		for (const limit of [senderLength, contactsPerRequest, campaignsByDefault]) {
			expect(text).toContain(` ${limit.toLocaleString('en')} `);
		}
	});

	test('lists each ambiguity that the mock service interprets, and what is sent', () => {
		const listed = [
			...sectionOf('Readings').matchAll(
				/^- `(\w+)`: .+\. The document: .+ The package sends: .+$/gm,
			),
		];
		expect(listed.map(([, name]) => name)).toEqual(Object.keys(READINGS));
	});

	test.each(Object.entries(READINGS))('describes each interpretation: %s', (name, choices) => {
		const [, after = ''] = sectionOf('Readings').split(`\n- \`${name}\`: `);
		const lines = after.split('\n- ')[0]!.split('\n').slice(1).filter(Boolean);
		const described = lines.map(
			(line) => /^  - `(\w+)`: .+\. \*\*Result:\*\* .+\.$/.exec(line)?.[1],
		);
		expect(described).toEqual(choices);
	});

	test('has each heading that comments in code name', () => {
		const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
		const code = ['nodes', 'playground/service'].flatMap((folder) => filesIn(folder, '.ts'));
		const missing = code.flatMap((file) => {
			const text = readText(file).replace(/\n\s*(\*|\/\/) /g, ' ');
			const named = [...text.matchAll(/contributing\/service\.md, ([\w ]+?)\)/g)];
			return named.flatMap(([, heading]) =>
				headings.includes(heading!) ? [] : [`${file} names the heading “${heading}”`],
			);
		});
		expect(missing).toEqual([]);
	});
});
