/** The code of docs/contributing/adding-an-operation.md, and the files that it belongs to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../playground/n8n/node24';

/** Files that the guide adds, or code that it adds to a file, before a line. */
export interface Addition {
	file: string;
	code: string;
	before?: string;
}

const inNodes = 'nodes/CrmMessaging';

/** Everything that the guide asks for, in its order. */
export function additions(): Addition[] {
	const page = readFileSync(join(root, 'docs/contributing/adding-an-operation.md'), 'utf8');
	// The page is formatted with spaces, the code with tabs.
	const blocks = [...page.matchAll(/^```(ts|yaml)\n([\s\S]*?)^```/gm)].map(
		([, language, code]) =>
			language === 'ts'
				? code!.replace(/^( {2})+/gm, ({ length }) => '\t'.repeat(length / 2))
				: code!,
	);
	const [endpoints, fields, batch, list, names, paths, ...others] = blocks;
	if (!paths || others.length > 0)
		throw new Error(`The guide has ${blocks.length} blocks, not 6`);
	const imports = ['sign', 'getAll'].map((operation) => {
		const name = `guestBook${operation[0]!.toUpperCase()}${operation.slice(1)}`;
		return `import { ${name} } from './guestBook/${operation}.operation';\n`;
	});
	const actions = `${inNodes}/actions`;
	return [
		{
			file: `${inNodes}/service/endpoints.ts`,
			code: endpoints!,
			before: '} satisfies Record<string, Endpoint>;',
		},
		{ file: `${inNodes}/service/fields/guestBook.ts`, code: fields! },
		{ file: `${actions}/guestBook/sign.operation.ts`, code: batch! },
		{ file: `${actions}/guestBook/getAll.operation.ts`, code: list! },
		{ file: `${actions}/index.ts`, code: imports.join(''), before: 'import { hotelCreate }' },
		{ file: `${actions}/index.ts`, code: names!, before: '];' },
		{
			file: `${inNodes}/CrmMessaging.node.json`,
			code: '"Guest Book",\n    ',
			before: '"Campaign"',
		},
		{
			file: 'playground/service/openapi.yaml',
			code: `${paths.replace(/^(?=.)/gm, '  ')}\n`,
			before: 'components:',
		},
	];
}
