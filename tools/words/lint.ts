/**
 * The text linter: `tsx tools/words/lint.ts [--judge] [part of a path or area]…` exits with 1 on any
 * error, and if an area has more words to judge than it is allowed. `--judge` shows those as well.
 */
import { findingsIn, type Finding } from './check';
import { allTexts, type Area } from './texts';

/** Findings that an area still has. Lower a number when you have made an area better; raise none. */
const allowed: Partial<Record<Area, { errors: number; judged: number }>> = {
	'contributor pages': { errors: 1, judged: 161 },
	'user pages': { errors: 0, judged: 1 },
	'generated pages': { errors: 4, judged: 40 },
	messages: { errors: 0, judged: 2 },
	notes: { errors: 0, judged: 0 },
	'demo page': { errors: 0, judged: 1 },
	forms: { errors: 0, judged: 1 },
	comments: { errors: 0, judged: 135 },
	'comments in nodes': { errors: 0, judged: 0 },
	'comments in tests': { errors: 70, judged: 145 },
};

const shown = ({ place, line, message }: Finding) => `${place}:${line} ${message}`;

async function main(args: string[]): Promise<number> {
	const parts = args.filter((arg) => !arg.startsWith('--'));
	const texts = allTexts().filter(
		({ place, area }) =>
			parts.length === 0 || parts.some((part) => place.includes(part) || area === part),
	);
	const findings = (await Promise.all(texts.map(findingsIn))).flat();
	let failed = 0;
	for (const area of new Set(texts.map((text) => text.area))) {
		const own = findings.filter((finding) => finding.area === area);
		const judged = own.filter(({ isJudged }) => isJudged);
		const errors = own.filter(({ isJudged }) => !isJudged);
		const may = { errors: 0, judged: 0, ...allowed[area] };
		const tooMany = errors.length > may.errors;
		const tooManyJudged = judged.length > may.judged;
		if (tooMany || tooManyJudged) failed++;
		if (tooMany || parts.length > 0) errors.forEach((finding) => console.log(shown(finding)));
		if (tooManyJudged || args.includes('--judge')) {
			judged.forEach((finding) => console.log(shown(finding)));
		}
		if (parts.length === 0 && (errors.length < may.errors || judged.length < may.judged)) {
			console.log(`${area}: lower what tools/words/lint.ts allows to what is left`);
		}
		console.log(
			`${area}: ${errors.length} errors (${may.errors} allowed), ${judged.length} to judge (${may.judged} allowed)`,
		);
	}
	return failed > 0 ? 1 : 0;
}

main(process.argv.slice(2)).then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
