import { execFileSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../../../playground/n8n/machine';

const readText = (file: string) => readFileSync(join(root, file), 'utf8');
const page = readText('docs/installation.md');
const blocks = [...page.matchAll(/^( *)```sh\n([^]*?)^\1```$/gm)];
const [, byNpm = '', inDocker = ''] = blocks.map(([, , commands = '']) => commands);
const manifest = JSON.parse(readText('package.json')) as {
	name: string;
	version: string;
	n8n: { nodes: string[] };
};
const { name, version } = manifest;
const home = mkdtempSync(join(tmpdir(), 'installation-test-'));
const container = join(home, 'container');
const dockerfile = readText('docker/queue-mode/Dockerfile');
const inImage = /^RUN (.*)$/m
	.exec(dockerfile)![1]!
	.replaceAll('/home/node', join(home, 'image'))
	.replace('${PACKAGE}', join(home, `${name}-${version}.tgz`));

/** The part of Docker's client that the page uses, for a container whose files are in $CONTAINER. */
const docker = `#!/bin/sh -e
case "$1" in
	cp) cp "$2" "$CONTAINER/\${3#n8n:}" ;;
	exec) cd "$CONTAINER/$3"; [ "$2 $4" = '-w n8n' ]; shift 4; exec "$@" ;;
	restart) [ "$2" = n8n ]; touch "$CONTAINER/restarted" ;;
esac
`;

beforeAll(() => {
	const pack = ['pack', '--ignore-scripts', '--pack-destination', home];
	execFileSync('npm', pack, { cwd: root, stdio: 'pipe' });
	mkdirSync(join(container, 'home', 'node', '.n8n'), { recursive: true });
	writeFileSync(join(home, 'docker'), docker, { mode: 0o755 });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it.each([
	['with npm', byNpm, home],
	['with Docker', inDocker, join(container, 'home', 'node')],
	['in the image of docker/queue-mode', inImage, join(home, 'image')],
])(
	'the documented commands put the package, and nothing else, where n8n loads it: %s',
	(_, commands, where) => {
		const env = {
			...process.env,
			HOME: home,
			CONTAINER: container,
			PATH: [home, process.env.PATH].join(delimiter),
			npm_config_offline: 'true',
		};
		execFileSync('sh', ['-ec', commands], { cwd: home, env, stdio: 'pipe' });
		const installed = join(where, '.n8n', 'nodes', 'node_modules');
		expect(readdirSync(installed).filter((one) => !one.startsWith('.'))).toEqual([name]);
		expect(existsSync(join(installed, name, manifest.n8n.nodes[0]!))).toBe(true);
		expect(existsSync(join(container, 'restarted'))).toBe(commands === inDocker);
		rmSync(join(container, 'restarted'), { force: true });
	},
);

it('the image of docker/queue-mode has the n8n of the tests, and this version of the package', () => {
	const { dependencies } = JSON.parse(readText('playground/n8n/package.json')) as {
		dependencies: { n8n: string };
	};
	expect(dockerfile).toContain(`ARG N8N_VERSION=${dependencies.n8n}\n`);
	expect(dockerfile).toContain(`ARG PACKAGE=${name}@${version}\n`);
	const image = `image: n8n-with-crm-messaging:${dependencies.n8n}-${version}\n`;
	expect(readText('docker/queue-mode/compose.yaml')).toContain(image);
});
