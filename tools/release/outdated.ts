/** Which devDependencies are behind their newest version, without a reason. */
import { spawnSync } from 'node:child_process';
import { npmCommand } from '../../commands/programs.cjs';

/** What `npm outdated --json` reports of a package. */
export type Outdated = Record<string, { current: string; latest: string }>;

const { compare } = new Intl.Collator('en', { numeric: true });

/** The libraries that the page of dependencies lists as behind, each with a reason. */
export function heldBack(page: string): string[] {
	const [, section = ''] = page.split('## Behind the newest version');
	return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!);
}

/** Sentences on the packages that are behind, and have no reason on the page. */
export function behind(outdated: Outdated, page: string): string[] {
	const known = heldBack(page);
	return Object.entries(outdated)
		.filter(
			([name, { current, latest }]) => !known.includes(name) && compare(current, latest) < 0,
		)
		.map(
			([name, { current, latest }]) =>
				`${name} is ${current}, and ${latest} is out. Install it, or add a reason to docs/contributing/dependencies.md.`,
		);
}

/** Asks npm. It exits with 1 if anything is outdated. */
export function askNpm(cwd: string): Outdated {
	const { command, args } = npmCommand(['outdated', '--json']);
	const { stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' });
	const answer = JSON.parse(stdout || '{}') as Outdated | { error: { summary: string } };
	if ('error' in answer && 'summary' in answer.error) {
		throw new Error(`npm outdated failed: ${String(answer.error.summary)}`);
	}
	return answer as Outdated;
}
