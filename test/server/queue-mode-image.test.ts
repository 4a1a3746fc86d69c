import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackage } from '../../playground/n8n/pack';
import { queueModeFolder } from './harness/queue-mode/configuration';

const home = mkdtempSync(join(tmpdir(), 'home-node-'));

afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the image of docker/queue-mode', () => {
	test('has the package where n8n looks for it, and nothing beside it', () => {
		const dockerfile = readFileSync(join(queueModeFolder, 'Dockerfile'), 'utf8');
		const [, command] = /^RUN (.*)$/m.exec(dockerfile)!;
		const here = command!.replaceAll('/home/node', home).replace('${PACKAGE}', packPackage());
		execFileSync('/bin/sh', ['-c', `${here} --offline`], { stdio: 'pipe' });
		const modules = join(home, '.n8n', 'nodes', 'node_modules');
		const found = readdirSync(modules).filter((name) => !name.startsWith('.'));
		expect(found).toEqual(['n8n-nodes-crm-messaging']);
		expect(readdirSync(join(modules, 'n8n-nodes-crm-messaging'))).toContain('dist');
	}, 60_000);
});
