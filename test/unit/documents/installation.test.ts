import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installationCommands, runCommands } from './installation-commands';
import { manifest, readText, root } from './page';

const { inRepository, byNpm, inDocker } = installationCommands;
const home = mkdtempSync(join(tmpdir(), 'installation-test-'));
const { name, version } = manifest;

describe('the commands of docs/installation.md', () => {
	const dockerfile = readText('docker/queue-mode/Dockerfile');
	const inImage = /^RUN (.*)$/m
		.exec(dockerfile)![1]!
		.replaceAll('/home/node', join(home, 'image'))
		.replace('${PACKAGE}', join(home, `${name}-${version}.tgz`));

	beforeAll(() => {
		const pack = ['pack', '--ignore-scripts', '--pack-destination', home];
		execFileSync('npm', pack, { cwd: root, stdio: 'pipe' });
	});
	afterAll(() => rmSync(home, { recursive: true, force: true }));

	it('pack the package', () => {
		expect(inRepository.trim().split('\n')).toEqual(['npm ci', 'npm run build', 'npm pack']);
	});

	it.each([
		['with npm', byNpm, home],
		['with Docker', inDocker, join(home, 'container', 'home', 'node')],
		['in the image of docker/queue-mode', inImage, join(home, 'image')],
	])(
		'install the package where n8n loads it from, and nothing else: %s',
		(_, commands, where) => {
			runCommands(commands, home, home);
			const installed = join(where, '.n8n', 'nodes', 'node_modules');
			expect(readdirSync(installed).filter((one) => !one.startsWith('.'))).toEqual([name]);
			const node = 'dist/nodes/CrmMessaging/CrmMessaging.node.js';
			expect(existsSync(join(installed, name, node))).toBe(true);
		},
		120_000,
	);

	it('restart the container', () => {
		expect(existsSync(join(home, 'container', 'restarted'))).toBe(true);
	});
});
