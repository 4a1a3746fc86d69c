import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { contactReason } from '../../../../nodes/CrmMessaging/catalogue/runs';
import { parts, partsOf, patternOf, sentences, templatesOf } from '../../../../tools/catalogue';
import { namesMissing } from './named-controls';
import { folderVariable, type Recorded } from './record';

const escapedSuffix = '(?: And [\\d,]+ more like this\\.)?(?: \\([^()]*\\))?';

/** Patterns of what a sentence of the catalogue can become, by its code. */
const patterns = new Map(
	sentences.map(({ code, template: [text, advice] }) => {
		const [ofText, ofAdvice] = [text, advice].map((one) => patternOf(one, partsOf[code]));
		return [
			code,
			{
				// A hint may end with the names of recipients and items.
				// Of hints in one box, only the last has the advice that they share.
				hint: new RegExp(`^${ofText}[^]*\\.(?: ${ofAdvice})?${escapedSuffix}$`),
				// An error may begin with a field, and end with the service's words and the item.
				message: new RegExp(`^(?:[^]*: )?${ofText}(?:[ .:(][^]*)?$`),
				advice: new RegExp(`^${ofAdvice}`),
			},
		];
	}),
);

const closings = new RegExp(`^(?:${parts.map((part) => patternOf(part)).join('|')})`);

/** Patterns of the reasons for unclear results of contacts, by their keys. */
const reasons = Object.keys(contactReason).map((key, at) => {
	const template = templatesOf(contactReason)[at] as string;
	return [`contactReason.${key}`, new RegExp(`^${patternOf(template)}$`)] as const;
});

/** Codes of sentences that only other tests can produce. */
const elsewhere = new Map([
	['blockedAddress', 'a whole n8n with its protection on: test/server/blocked-address.test.ts'],
	['canceled', 'a request that hangs: test/engine/faults/no-answer.test.ts'],
	[
		'newChoice',
		'a service that knows more: test/unit/rules/undocumented-values-are-handled.test.ts',
	],
	[
		'tooDeep',
		'an object that n8n can’t store: test/unit/rules/json-values-can-always-be-sent.test.ts',
	],
	['foreignAddress', 'the HTTP Request node: test/engine/credential.test.ts'],
]);

/** Characters of an error's text; a longer one is cut. */
const longest = 600;

/** @returns the codes that a recorded sentence can be of */
function codesOf({ code, message, description = '', isReason }: Recorded): string[] {
	if (isReason) return reasons.flatMap(([key, pattern]) => (pattern.test(message) ? key : []));
	if (code === undefined) {
		return [...patterns].flatMap(([one, { hint }]) => (hint.test(message) ? [one] : []));
	}
	const pattern = patterns.get(code);
	// An invisible space keeps n8n from reading a cancellation.
	const shown = message.replace(/\u200b/g, '').replace(/ \[items? [^\]]*\]$/, '');
	const isText = shown.length >= longest || pattern?.message.test(shown);
	const isAdvice =
		description === '' || pattern?.advice.test(description) || closings.test(description);
	return isText && isAdvice ? [code] : [];
}

function recordedIn(folder: string): Recorded[] {
	const lines = readdirSync(folder).flatMap((name) =>
		readFileSync(join(folder, name), 'utf8').trim().split('\n'),
	);
	const all = [...new Set(lines)].map((line) => JSON.parse(line) as Recorded);
	// n8n's boxes hold several hints.
	return all.flatMap((one) =>
		one.code === undefined && !one.isReason
			? one.message.split('<br>').map((message) => ({ ...one, message }))
			: [one],
	);
}

/** What narrows a jest run. */
interface Narrowing {
	testPathPatterns: { patterns: string[] };
	testNamePattern?: string;
	onlyChanged: boolean;
	onlyFailures: boolean;
	shard?: object;
}

/** Whether all files of the tests ran, so that every sentence must have been there. */
function isWhole(config: Narrowing): boolean {
	const { testPathPatterns, testNamePattern, onlyChanged, onlyFailures, shard } = config;
	const isNarrowed = testNamePattern || onlyChanged || onlyFailures || shard;
	return !isNarrowed && testPathPatterns.patterns.length === 0;
}

/** @throws for a sentence that isn't in the catalogue or names what the form doesn't have, and for one that no test has produced */
export default function check(config: Narrowing): void {
	const folder = process.env[folderVariable] as string;
	const recorded = recordedIn(folder);
	rmSync(folder, { recursive: true });
	const found = new Set<string>();
	const notThere = new Set<string>();
	const foreign = recorded.filter((one) => {
		const codes = codesOf(one);
		codes.forEach((code) => found.add(code));
		if (codes.length === 1 && one.form) {
			// An error's message begins with labels of its own.
			const advice = one.description ?? one.message;
			for (const name of namesMissing(codes[0]!, advice, one.form))
				notThere.add(`“${name}” isn’t in the form: ${JSON.stringify(one)}`);
		}
		return codes.length === 0;
	});
	const missing = isWhole(config)
		? [...patterns.keys(), ...reasons.map(([key]) => key)].filter(
				(code) => !found.has(code) && !elsewhere.has(code),
			)
		: [];
	const problems = [
		...foreign.map((one) => `Not in the catalogue: ${JSON.stringify(one)}`),
		...missing.map((code) => `No test has produced it: ${code}`),
		...notThere,
	];
	if (problems.length > 0) throw new Error(`Sentences:\n${problems.join('\n')}`);
}
