import { isReleased } from './changelog';

/** The version's places in a checkout. */
export interface Checkout {
	version: string;
	changelog: string;
	hasSavedWorkflows: boolean;
}

/** Why a tag may not be published, each with what to do; empty where it may. */
export function tagFindings(tag: string, checkout: Checkout): string[] {
	const { version, changelog, hasSavedWorkflows } = checkout;
	if (tag !== version) {
		return [
			`The tag is “${tag}”, package.json has ${version}. Tag the commit that npm run release prepared with its version, without a “v”.`,
		];
	}
	return [
		...(isReleased(changelog, version)
			? []
			: [`CHANGELOG.md has no day for ${version}. Run: npm run release -- ${version}`]),
		...(hasSavedWorkflows
			? []
			: [`test/saved-workflows/ has no ${version}. Run: npm run release -- ${version}`]),
	];
}
