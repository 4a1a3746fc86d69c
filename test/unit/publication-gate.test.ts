import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

const manifest = {
	name: 'n8n-nodes-good',
	version: '1.0.0',
	description: 'A package without a fault',
	keywords: ['n8n-community-node-package'],
	license: 'MIT',
	homepage: 'https://example.com',
	author: { name: 'A', email: 'a@example.com' },
	files: ['dist', 'CHANGELOG.md'],
	n8n: { n8nNodesApiVersion: 1, strict: true, nodes: ['dist/nodes/Good/Good.node.js'] },
	peerDependencies: { 'n8n-workflow': '*' },
};

const node = `import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

export class Good implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Good',
		name: 'good',
		icon: { light: 'file:good.svg', dark: 'file:good.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: 'none',
		description: 'Passes items on',
		defaults: { name: 'Good' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData().map((item, index) => ({ ...item, pairedItem: { item: index } }))];
	}
}
`;

const good: Record<string, string> = {
	'package.json': JSON.stringify(manifest),
	'README.md': '# Good',
	LICENSE: 'MIT',
	'CHANGELOG.md': '# Changelog',
	'nodes/Good/Good.node.ts': node,
	'nodes/Good/good.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>',
	'nodes/Good/good.dark.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h2"/></svg>',
	'dist/nodes/Good/Good.node.js': 'exports.Good = class {};',
};

/** Runs the gate on a package of these files; `npm run test:gate` runs it on this package. */
function gate(files: Record<string, string>): string {
	const directory = mkdtempSync(join(tmpdir(), 'gate-test-'));
	try {
		for (const [path, text] of Object.entries(files)) {
			mkdirSync(dirname(join(directory, path)), { recursive: true });
			writeFileSync(join(directory, path), text);
		}
		const args = ['--import', 'tsx', join('tools', 'publication-gate.ts'), directory];
		const { status, stdout, stderr } = spawnSync(process.execPath, args, {
			cwd: ROOT,
			encoding: 'utf8',
		});
		expect(status).toBe(1);
		return stdout + stderr;
	} finally {
		rmSync(directory, { recursive: true, force: true });
	}
}

/** A package with every fault, so that ESLint runs only once. */
function faulty(): Record<string, string> {
	const badParameter = `[{ displayName: 'some text', name: 'someText', type: 'string', default: '' }]`;
	const badNode = [
		['usableAsTool: true,', ''],
		['return [', '/* eslint-disable-next-line */ console.log(1); return ['],
		['properties: []', `properties: ${badParameter}`],
	].reduce((text, [from, to]) => {
		expect(text).toContain(from);
		return text.replace(from!, to!);
	}, node);
	const badManifest = {
		...manifest,
		homepage: undefined,
		dependencies: { lodash: '4' },
		optionalDependencies: { moment: '2' },
		files: ['dist', 'notes.txt'],
		n8n: { ...manifest.n8n, nodes: ['dist/nodes/Bad/Bad.node.js'] },
	};
	return {
		...good,
		'package.json': JSON.stringify(badManifest),
		'nodes/Good/Good.node.ts': badNode,
		'dist/nodes/Good/Good.node.js': "require('fs'); exports.Good = class {};",
		'dist/noise.json': JSON.stringify(noise(250_000)),
		'notes.txt': 'x',
	};
}

describe('the publication gate, run on a package with every fault,', () => {
	let output = '';
	beforeAll(() => {
		output = gate(faulty());
	});

	it.each<[string, string]>([
		['an action that isn’t a tool', '@n8n/community-nodes/node-usable-as-tool'],
		[
			'an error of the community rules, disabled inline',
			'source: nodes/Good/Good.node.ts:21 no-console',
		],
		['an error of the node rules', 'n8n-nodes-base/node-param-display-name-miscased'],
		[
			'compiled code that differs from the sources',
			'tarball: dist/nodes/Good/Good.node.js:1 @n8n/community-nodes/no-restricted-imports',
		],
		['a mere warning', 'require-homepage'],
		['a dependency', '@n8n/community-nodes/no-runtime-dependencies'],
		['an optional dependency', 'package.json has optionalDependencies'],
		['a file that doesn’t belong to the package', 'notes.txt must not be published'],
		['a package without its changelog', 'CHANGELOG.md is missing from the tarball'],
		['a node that was not built', 'dist/nodes/Bad/Bad.node.js is missing from the tarball'],
		['a large tarball', 'more than 170000'],
	])('reports %s', (_what, reason) => expect(output).toContain(reason));
});

/** Text that doesn't compress, the same each time. */
function noise(length: number): string {
	let seed = 1;
	return Array.from({ length }, () => {
		seed = (seed * 48_271) % 2_147_483_647;
		return String.fromCharCode(33 + (seed % 90));
	}).join('');
}
