import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../playground/n8n/node24';
import { node24, npmCommand } from '../../commands/programs.cjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};

/** A script and those that it runs. */
function withInner(name: string): string[] {
	const inner = [...scripts[name]!.matchAll(/npm run ([\w:-]+)/g)].map(([, one]) => one!);
	return [name, ...inner.flatMap(withInner)];
}

describe('what a contributor runs', () => {
	const commands = new Set(['start', 'test', 'build', 'format', 'reference'].flatMap(withInner));

	it('is found with what it runs', () => {
		expect([...commands]).toEqual(expect.arrayContaining(['test:checks', 'test:unit']));
	});

	// cmd.exe knows no variables before a command, no substitution, no exec and no single quotes.
	it.each([...commands])('needs no shell of Unix: npm run %s', (name) => {
		for (const command of scripts[name]!.split(' && ')) {
			expect(command).toMatch(
				/^(node|npm run|tsx|tsc|eslint|prettier|depcruise|jest|gulp) ?/,
			);
			expect(command).not.toMatch(/[$`'|;<>~\\]/);
		}
	});
});

describe('the programs that the tools start', () => {
	it('are started by their names where a name is enough', () => {
		expect(npmCommand(['pack'], 'linux')).toEqual({ command: 'npm', args: ['pack'] });
		expect(node24('darwin')).toMatch(/node_modules.\.bin.node$/);
	});

	it('are real programs on Windows, which starts scripts only in a shell', () => {
		const { command, args } = npmCommand(['pack', '--json'], 'win32');
		expect(command).toBe(process.execPath);
		expect(args[0]).toMatch(/npm-cli\.js$/);
		expect(args.slice(1)).toEqual(['pack', '--json']);
		expect(node24('win32')).toMatch(/node_modules.node.bin.node\.exe$/);
	});
});
