/**
 * The text linter: `tsx tools/words/lint.ts [part of a path or area]…` shows what it finds, and exits
 * with 1 if it finds anything.
 */
import { findingsIn } from './check';
import { allTexts } from './texts';

/** Areas that people read a lot, with more rules. */
const strict = [
	'user pages',
	'messages',
	'notes',
	'demo page',
	'forms',
	'comments in nodes',
	'titles of tests',
];

const parts = process.argv.slice(2);
const texts = allTexts().filter(
	({ place, area }) =>
		parts.length === 0 || parts.some((part) => place.includes(part) || area === part),
);
for (const area of new Set(texts.map((text) => text.area))) {
	const findings = texts
		.filter((text) => text.area === area)
		.flatMap((text) => findingsIn(text, strict.includes(area)));
	if (findings.length > 0) process.exitCode = 1;
	for (const finding of findings) console.log(finding);
	console.log(`${area}: ${findings.length} findings`);
}
