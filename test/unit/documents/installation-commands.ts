import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readPage } from './page';

const [inRepository = '', byNpm = '', inDocker = ''] = readPage('docs/installation.md').blocks.map(
	({ text }) => text,
);

/** The commands of docs/installation.md, by their place on the page. */
export const installationCommands = { inRepository, byNpm, inDocker };

/** The part of Docker's client that the page uses, for a container whose files are in $CONTAINER. */
const docker = `#!/bin/sh -e
case "$1" in
	cp) cp "$2" "$CONTAINER/\${3#n8n:}" ;;
	exec) cd "$CONTAINER/$3"; [ "$2 $4" = '-w n8n' ]; shift 4; exec "$@" ;;
	restart) [ "$2" = n8n ]; touch "$CONTAINER/restarted" ;;
esac
`;

/**
 * Runs commands of the page as a person would who has just packed the package.
 *
 * @param home the person's home
 * @param tarballs the folder of the tarball
 * @returns the files of the container named n8n, which has a volume at /home/node/.n8n
 */
export function runCommands(commands: string, home: string, tarballs: string): string {
	const container = join(home, 'container');
	const programs = join(home, 'programs');
	for (const folder of [programs, join(container, 'home', 'node', '.n8n')]) {
		mkdirSync(folder, { recursive: true });
	}
	writeFileSync(join(programs, 'docker'), docker);
	chmodSync(join(programs, 'docker'), 0o755);
	const env = {
		...process.env,
		HOME: home,
		CONTAINER: container,
		PATH: [programs, process.env.PATH].join(delimiter),
		npm_config_offline: 'true',
	};
	execFileSync('sh', ['-ec', commands], { cwd: tarballs, env, stdio: 'pipe' });
	return container;
}
