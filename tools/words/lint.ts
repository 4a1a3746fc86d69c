/**
 * The text linter: `tsx tools/words/lint.ts [part of a path or area]…` shows what it finds, and exits
 * with 1 if an area has more than it is allowed.
 */
import { findingsIn } from './check';
import { allTexts } from './texts';

/** Areas that people read a lot: less is let pass in them. */
const strict = [
	'user pages',
	'messages',
	'notes',
	'demo page',
	'forms',
	'comments in nodes',
	'titles of tests',
];

/** Findings that an area still has. Lower a number when you have made an area better; raise none. */
const allowed: Record<string, number> = {
	'user pages': 1,
	'contributor pages': 1,
	'generated pages': 3,
	'demo page': 1,
	messages: 1,
};

function main(parts: string[]): number {
	const texts = allTexts().filter(
		({ place, area }) =>
			parts.length === 0 || parts.some((part) => place.includes(part) || area === part),
	);
	let failed = 0;
	for (const area of new Set(texts.map((text) => text.area))) {
		const findings = texts
			.filter((text) => text.area === area)
			.flatMap((text) => findingsIn(text, strict.includes(area)));
		const most = allowed[area] ?? 0;
		const isTooMany = findings.length > most;
		if (isTooMany) failed++;
		if (isTooMany || parts.length > 0) {
			for (const finding of findings) console.log(finding);
		}
		console.log(`${area}: ${findings.length} findings (${most} allowed)`);
	}
	return failed;
}

process.exitCode = main(process.argv.slice(2)) > 0 ? 1 : 0;
