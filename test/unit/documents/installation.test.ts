import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPage, root } from './page';

const page = readPage('docs/installation.md');
const [byNpm = '', inDocker = '', inRepository = ''] = page.blocks.map(({ text }) => text);
const home = mkdtempSync(join(tmpdir(), 'installation-test-'));
const name = 'n8n-nodes-crm-messaging';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	version: string;
};
const tarball = join(home, `${name}-${version}.tgz`);

describe('the commands of docs/installation.md', () => {
	const dockerfile = readFileSync(join(root, 'docker', 'queue-mode', 'Dockerfile'), 'utf8');
	const inImage = /^RUN (.*)$/m.exec(dockerfile)![1]!;

	beforeAll(() => {
		const pack = ['pack', '--ignore-scripts', '--pack-destination', home];
		execFileSync('npm', pack, { cwd: root, stdio: 'pipe' });
	});
	afterAll(() => rmSync(home, { recursive: true, force: true }));

	it.each([
		['by npm', byNpm.replace(name, tarball), home],
		[
			'in the image of docker/queue-mode',
			inImage.replaceAll('/home/node', join(home, 'node')).replace('${PACKAGE}', tarball),
			join(home, 'node'),
		],
	])(
		'install the package where n8n loads it from, and nothing else: %s',
		(_, commands, where) => {
			const env = { ...process.env, HOME: home, npm_config_offline: 'true' };
			execFileSync('sh', ['-ec', commands], { env, stdio: 'pipe' });
			const installed = join(where, '.n8n', 'nodes', 'node_modules');
			expect(readdirSync(installed).filter((one) => !one.startsWith('.'))).toEqual([name]);
			const node = 'dist/nodes/CrmMessaging/CrmMessaging.node.js';
			expect(existsSync(join(installed, name, node))).toBe(true);
		},
		120_000,
	);

	it('build the file that the page names', () => {
		expect(inRepository.trim().split('\n')).toEqual(['npm ci', 'npm run build', 'npm pack']);
		expect(page.code).toContain(`${name}-${version}.tgz`);
	});

	it('are the same in Docker', () => {
		const [make, install, restart] = inDocker.trim().split('\n');
		expect(make).toContain('-w /home/node/.n8n n8n mkdir -p nodes');
		expect(install).toMatch(/^docker exec -w \/home\/node\/\.n8n\/nodes n8n npm install /);
		expect(byNpm.trim().split('\n')).toContain(install!.replace(/^.* n8n npm /, 'npm '));
		expect(restart).toBe('docker restart n8n');
	});
});
