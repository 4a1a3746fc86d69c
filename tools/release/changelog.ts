/** The heading of a version in CHANGELOG.md: `## [1.2.3] - 2026-11-22`. */
const headingOf = (version: string) => {
	const escaped = version.replaceAll('.', '\\.');
	return new RegExp(`^## \\[?${escaped}\\]?(?: [–-] (?<date>\\S+))?$`, 'm');
};

const unreleased = /^## \[?(?:unreleased)\]?$/im;

const isDate = (text: string | undefined) => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Whether the changelog says when the version was released. */
export function isReleased(changelog: string, version: string): boolean {
	return isDate(headingOf(version).exec(changelog)?.groups?.date);
}

/**
 * The changelog with the day of a release.
 *
 * @throws Error where it has no heading for the version, nor one for what is unreleased
 */
export function withRelease(changelog: string, version: string, day: string): string {
	if (isReleased(changelog, version)) {
		throw new Error(`CHANGELOG.md says already when ${version} was released.`);
	}
	const heading = [headingOf(version), unreleased].find((one) => one.test(changelog));
	if (!heading) {
		throw new Error(
			`CHANGELOG.md has no heading “## [Unreleased]” and none of ${version}. Write what is new there first.`,
		);
	}
	return changelog.replace(heading, `## [${version}] - ${day}`);
}
