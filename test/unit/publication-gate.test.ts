import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../playground/n8n/machine';

const node = `import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

export class Faulty implements INodeType {
	description: INodeTypeDescription = {
		properties: [{ displayName: 'some text', name: 'someText', type: 'string', default: '' }],
	};

	async execute() {
		/* eslint-disable-next-line */
		console.log(1);
	}
}
`;

/** A package with every fault, so that ESLint runs only once. */
const faulty: Record<string, string> = {
	'package.json': JSON.stringify({
		name: 'n8n-nodes-faulty',
		version: '1.0.0',
		files: ['dist', 'notes.txt'],
		n8n: { n8nNodesApiVersion: 1, strict: true, nodes: ['dist/nodes/Bad/Bad.node.js'] },
		dependencies: { lodash: '4' },
		optionalDependencies: { moment: '2' },
	}),
	'nodes/Faulty/Faulty.node.ts': node,
	'dist/nodes/Faulty/Faulty.node.js': "require('fs'); exports.Faulty = class {};",
	// It doesn't compress.
	'dist/noise.json': JSON.stringify(randomBytes(300_000).toString('base64')),
	'notes.txt': 'x',
};

/** The gate's findings in the faulty package; `npm run test:gate` runs it on this package. */
const directory = mkdtempSync(join(tmpdir(), 'gate-test-'));
let output = '';
beforeAll(() => {
	for (const [path, text] of Object.entries(faulty)) {
		mkdirSync(dirname(join(directory, path)), { recursive: true });
		writeFileSync(join(directory, path), text);
	}
	const args = ['--import', 'tsx', join('tools', 'publication-gate.ts'), directory];
	// In a terminal, jest makes its workers' children print colors.
	const env = { ...process.env, FORCE_COLOR: '0' };
	const gate = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
	expect(gate.status).toBe(1);
	output = gate.stdout + gate.stderr;
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it.each<[what: string, reason: string | RegExp]>([
	['an error of the community rules, disabled inline', / +10:3 .* no-console\n/],
	['an error of the node rules', 'n8n-nodes-base/node-param-display-name-miscased'],
	['compiled code unlike the sources', /package\/dist\/.*\.js\n.*no-restricted-imports\n/],
	['a mere warning', 'require-homepage'],
	['a dependency', '@n8n/community-nodes/no-runtime-dependencies'],
	['an optional dependency', 'package.json has optionalDependencies'],
	['a file that doesn’t belong to the package', 'notes.txt must not be published'],
	['a package without its changelog', 'CHANGELOG.md is missing from the tarball'],
	['a node that was not built', 'dist/nodes/Bad/Bad.node.js is missing from the tarball'],
	['a large tarball', 'more than 255000'],
])('the publication gate reports %s', (_what, reason) => expect(output).toMatch(reason));
