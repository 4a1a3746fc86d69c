/**
 * A release. `npm run release -- 1.2.3` is `npm version`, which runs this before and after it sets the
 * version, and dates the changelog. A tag publishes, by .github/workflows/release.yml, which first runs
 * `tsx tools/release/release.ts TAG`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../playground/n8n/machine';

const unreleased = '## [Unreleased]';

/** Whether the changelog has the day of a version: `## [1.2.3] - 2026-11-22`. */
const isReleased = (changelog: string, version: string): boolean =>
	changelog.includes(`## [${version}] - 2`);

/** The changelog with the day of a release; throws if it can't have one. */
export function withRelease(changelog: string, version: string, day: string): string {
	if (isReleased(changelog, version)) {
		throw new Error(`CHANGELOG.md already has the day of ${version}.`);
	}
	if (changelog.includes(unreleased)) {
		return changelog.replace(unreleased, `## [${version}] - ${day}`);
	}
	throw new Error(`CHANGELOG.md has no heading “${unreleased}”. Write what is new there first.`);
}

/** Files besides package.json that name the version of the package. */
export const filesWithVersion = ['docker/queue-mode/Dockerfile', 'docker/queue-mode/compose.yaml'];

/** A text with another version of the package; versions of anything else in it stay as they are. */
export function withVersion(text: string, version: string): string {
	return text.replace(/(crm-messaging(?:@|:[\d.]+-))\d+\.\d+\.\d+(?:-[\w.]+)?/g, `$1${version}`);
}

/** Why a tag may not be published, each with what to do; empty if it may. */
export function tagFindings(
	tag: string,
	{ version, changelog }: { version: string; changelog: string },
): string[] {
	if (tag !== version) {
		return [
			`The tag is “${tag}”, package.json has ${version}. Tag the commit that npm run release prepared with its version, without a “v”.`,
		];
	}
	if (isReleased(changelog, version)) return [];
	return [`CHANGELOG.md has no day for ${version}. Run: npm run release -- ${version}`];
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Runs as npm's step before a version, as that with the new version, or for a tag; returns what is wrong. */
function main(event: string | undefined, next = '', tag = ''): string[] {
	const changelog = read('CHANGELOG.md');
	const day = new Date().toISOString().slice(0, 10);
	if (event === 'preversion') {
		// A refusal comes first, before anything is changed.
		withRelease(changelog, next, day);
		return [];
	}
	if (event !== 'version') {
		const { version } = JSON.parse(read('package.json')) as { version: string };
		return tagFindings(tag, { version, changelog });
	}
	for (const file of filesWithVersion) {
		writeFileSync(join(root, file), withVersion(read(file), next));
	}
	writeFileSync(join(root, 'CHANGELOG.md'), withRelease(changelog, next, day));
	return [];
}

if (require.main === module) {
	const { npm_lifecycle_event: event, npm_new_version: next } = process.env;
	try {
		const findings = main(event, next, process.argv[2]);
		if (findings.length > 0) throw new Error(findings.join('\n'));
	} catch (error) {
		console.error((error as Error).message);
		process.exitCode = 1;
	}
}
