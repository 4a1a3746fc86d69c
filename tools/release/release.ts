/**
 * A release. `npm run release -- 1.2.3` is `npm version`, which runs this before and after it sets the
 * version, and dates the changelog. A tag publishes, by
 * .github/workflows/release.yml, which first runs `tsx tools/release/release.ts TAG`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from '../programs.cjs';
import { root } from '../../playground/n8n/machine';

const unreleased = '## [Unreleased]';

/** Whether the changelog has the day of a version: `## [1.2.3] - 2026-11-22`. */
export function isReleased(changelog: string, version: string): boolean {
	return changelog.includes(`## [${version}] - 2`);
}

/** The changelog with the day of a release; throws if it can't have one. */
export function withRelease(changelog: string, version: string, day: string): string {
	if (isReleased(changelog, version)) {
		throw new Error(`CHANGELOG.md already has the day of ${version}.`);
	}
	if (!changelog.includes(unreleased)) {
		throw new Error(
			`CHANGELOG.md has no heading “${unreleased}”. Write what is new there first.`,
		);
	}
	return changelog.replace(unreleased, `## [${version}] - ${day}`);
}

/** Files besides package.json that name the version of the package. */
export const filesWithVersion = ['docker/queue-mode/Dockerfile', 'docker/queue-mode/compose.yaml'];

/** A text with another version of the package; versions of anything else in it stay as they are. */
export function withVersion(text: string, version: string): string {
	return text.replace(/(crm-messaging(?:@|:[\d.]+-))\d+\.\d+\.\d+(?:-[\w.]+)?/g, `$1${version}`);
}

/** The parts of a checkout that a release prepares. */
export interface Checkout {
	version: string;
	changelog: string;
}

/** Why a tag may not be published, each with what to do; empty if it may. */
export function tagFindings(tag: string, { version, changelog }: Checkout): string[] {
	if (tag !== version) {
		return [
			`The tag is “${tag}”, package.json has ${version}. Tag the commit that npm run release prepared with its version, without a “v”.`,
		];
	}
	if (isReleased(changelog, version)) return [];
	return [`CHANGELOG.md has no day for ${version}. Run: npm run release -- ${version}`];
}

/** What `npm outdated --json` reports, by package. */
type Outdated = Record<string, { current: string; latest: string }>;

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
function askNpm(cwd: string): Outdated {
	const { command, args } = npmCommand(['outdated', '--json']);
	const { stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' });
	const answer = JSON.parse(stdout || '{}') as Outdated | { error: { summary: string } };
	if ('error' in answer && 'summary' in answer.error) {
		throw new Error(`npm outdated failed: ${String(answer.error.summary)}`);
	}
	return answer as Outdated;
}

function rewrite(file: string, change: (text: string) => string): void {
	writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')));
}

function assertNone(findings: string[]): void {
	if (findings.length > 0) throw new Error(findings.join('\n'));
}

function main([tag = '']: string[]): void {
	const { npm_lifecycle_event: event, npm_new_version: next = '' } = process.env;
	const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
	const dated = (): string => withRelease(changelog, next, new Date().toISOString().slice(0, 10));
	// A refusal comes first, before anything is changed.
	if (event === 'preversion') {
		dated();
		const page = readFileSync(join(root, 'docs/contributing/dependencies.md'), 'utf8');
		return assertNone(behind(askNpm(root), page));
	}
	if (event === 'version') {
		for (const file of filesWithVersion) rewrite(file, (text) => withVersion(text, next));
		return rewrite('CHANGELOG.md', dated);
	}
	const text = readFileSync(join(root, 'package.json'), 'utf8');
	const { version } = JSON.parse(text) as { version: string };
	assertNone(tagFindings(tag, { version, changelog }));
}

if (require.main === module) {
	try {
		main(process.argv.slice(2));
	} catch (error) {
		console.error((error as Error).message);
		process.exitCode = 1;
	}
}
