/**
 * `npm run test:guide`: adds two operations to a copy of the project, by the code of
 * docs/contributing/adding-an-operation.md alone, and runs the checks of npm test there.
 * `npm run test:guide -- test:lint` runs only that one.
 */
import { execFileSync, execSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../playground/n8n/machine';

/** A file that the guide adds, or code that it adds to a file, before some text. */
export interface Addition {
	file: string;
	code: string;
	before?: string;
}

const inNodes = 'nodes/CrmMessaging';

/** Everything that the guide asks for, in its order. */
export function additions(): Addition[] {
	const page = fs.readFileSync(join(root, 'docs/contributing/adding-an-operation.md'), 'utf8');
	const blocks = [...page.matchAll(/^```(?:ts|yaml)\n([\s\S]*?)^```/gm)].map(([, code]) => code!);
	const [endpoints = '', fields = '', batch = '', list = '', names = '', paths = ''] = blocks;
	if (blocks.length !== 6) throw new Error(`The guide has ${blocks.length} blocks, not 6`);
	const imports = ['sign', 'getAll'].map((operation) => {
		const name = `guestBook${operation[0]!.toUpperCase()}${operation.slice(1)}`;
		return `import { ${name} } from './guestBook/${operation}.operation';\n`;
	});
	const inCode = [
		{ file: 'service/endpoints.ts', code: endpoints, before: '} satisfies Record<' },
		{ file: 'service/fields/guestBook.ts', code: fields },
		{ file: 'actions/guestBook/sign.operation.ts', code: batch },
		{ file: 'actions/guestBook/getAll.operation.ts', code: list },
		{ file: 'actions/index.ts', code: imports.join(''), before: 'import { hotelCreate }' },
		{ file: 'actions/index.ts', code: names, before: '];' },
	];
	const openapi = 'playground/service/openapi.yaml';
	return [
		...inCode.map(({ file, code, ...more }) => ({
			file: `${inNodes}/${file}`,
			// The page is formatted with spaces, the code with tabs.
			code: code.replace(/^( {2})+/gm, ({ length }) => '\t'.repeat(length / 2)),
			...more,
		})),
		{
			file: `${inNodes}/CrmMessaging.node.json`,
			code: '"Guest Book",\n    ',
			before: '"Campaign"',
		},
		{ file: openapi, code: `${paths.replace(/^(?=.)/gm, '  ')}\n`, before: 'components:' },
	];
}

/** Adds what the guide says. The tests have a guest book of their own, so this is another book. */
function addTo(copy: string, { before, ...addition }: Addition): string {
	const [file, code] = [addition.file, addition.code].map((text) =>
		text.replace(/guest(?=[_ ]?book)/gi, (word) => (word === 'guest' ? 'visitor' : 'Visitor')),
	) as [string, string];
	const path = join(copy, file);
	const text = before === undefined ? '' : fs.readFileSync(path, 'utf8');
	if (before && !text.includes(before)) throw new Error(`${file} has no line with ${before}`);
	fs.mkdirSync(dirname(path), { recursive: true });
	fs.writeFileSync(path, before ? text.replace(before, () => code + before) : code);
	return file;
}

function copyProject(copy: string): void {
	const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0');
	for (const file of files.filter((name) => name && fs.existsSync(join(root, name)))) {
		fs.cpSync(join(root, file), join(copy, file));
	}
	fs.symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
}

function main(checks: string[]): void {
	const copy = fs.mkdtempSync(join(tmpdir(), 'crm-messaging-guide-'));
	try {
		copyProject(copy);
		const files = additions().map((addition) => addTo(copy, addition));
		console.log(`Added two operations to ${new Set(files).size} files in ${copy}`);
		for (const check of ['reference', ...checks]) {
			execSync(`npm run ${check}`, { cwd: copy, stdio: 'inherit' });
		}
		console.log('The guide works');
	} catch (error) {
		console.error(`The guide doesn’t work. ${(error as Error).message}`);
		process.exitCode = 1;
	} finally {
		fs.rmSync(copy, { recursive: true, force: true });
	}
}

if (require.main === module) {
	const chosen = process.argv.slice(2);
	main(chosen.length > 0 ? chosen : ['test:checks', 'test:engine']);
}
