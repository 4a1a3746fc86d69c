/** `npm run test:words`: finds words that we don't use in the texts that people read, and exits with 1 then. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CrmMessagingApi } from '../../credentials/CrmMessagingApi.credentials';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node.ts';
import { CrmMessagingTrigger } from '../../nodes/CrmMessaging/CrmMessagingTrigger.node.ts';
import { root } from '../../playground/n8n/machine';

/** Words, and those to use instead. */
const words: ReadonlyArray<[pattern: RegExp, instead: string]> = [
	[/\bgo(es|ing)? on\b(?! to\b)/, 'continue, resume'],
	[/\bwhat (becomes?|became|has become) of\b/, 'what happens to'],
	[/\b(gives?|gave) nothing\b/, 'is blank, returns nothing'],
	[/\b(only|also|even|not|and|or|,) where\b/, 'if, when'],
	[/\b(nobody|somebody|everybody|anybody|whoever|whom)\b/, 'no one, anyone who, that'],
	[/\bstands? (in|under|at|on|there)\b/, 'is in'],
	[/\bbeside\b/, 'next to, with'],
	[/\bunder way\b/, 'in progress, running'],
	[/\bat once\b/, 'in parallel, immediately'],
	[/\b(may|can|cannot|can’t|can't) be had\b/, 'is available'],
	[/\bnone of (which|these|those|its|the)\b/, 'which … none'],
	[/\b(that|so) many\b/, 'up to N'],
	[/\b(anew|all the same|mend(s|ed)?|further(?! (down|up|away)))\b/, 'again, anyway, fix, more'],
	[/\btaken by\b/, 'accepted by'],
	[/\b(keep|kept|hold|held)s? (it|them)? ?back\b/, 'hold, don’t resend'],
	[/\be-mail/, 'email'],
	[/\bstand-?ins?\b/, 'mock service'],
	[/\bsubmissions?\b/, 'import, bulk job'],
	[
		/\b(page|field|answer|error|hint|output|node|n8n|service|it|that)s? (says?|said|tells?|told)\b/,
		'shows, lists, reports',
	],
	[/\bleads? (to|back to)\b/, 'goes to, opens, points to, connect'],
	[/\ba hint counts\b/, 'a hint shows how many'],
	[/\b(installed|done|made|called) so\b/, 'installed this way'],
	[/\ba file of the folder\b/, 'a file in the folder'],
	[/\bleaves? by\b/, 'comes out of'],
	[/\bhow the \w+ do\b/, 'the figures of'],
	[/\b(travel|belong)s? together\b/, 'share a request'],
	[/\b(in order to|utili[sz]e|prior to|please note|thus|hence|whereas)\b/, 'plain words'],
	[
		/\b(behavi|col|fav|neighb)our|\b\w*(recogn|organ|summar|normal)is(e|ed|es|ing)\b/,
		'American spelling',
	],
];

/** A line that a person reads, and its place. */
type Line = [place: string, text: string];

function linesOf(patterns: string[], read = (source: string) => source.split('\n')): Line[] {
	return globSync(patterns, { cwd: root }).flatMap((file) =>
		read(readFileSync(join(root, file), 'utf8')).map((text, at): Line => [
			`${file}:${at + 1}`,
			text,
		]),
	);
}

/** The strings of code that are words and not names, by line, with an X for each value in them. */
const stringsOf = (source: string): string[] =>
	source.split('\n').map((line) =>
		(line.match(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [])
			.map((string) => string.slice(1, -1).replace(/\$\{.*?\}/g, 'X'))
			.filter((text) => /\p{L}{2,} \p{L}/u.test(text))
			.join(' '),
	);

/** The texts at some keys of a value, wherever they are in it; an expression is none. */
function textsAt(keys: string[], value: unknown): string[] {
	const texts = new Set<string>();
	JSON.stringify(value, (key, inner: unknown) => {
		if (keys.includes(key) && typeof inner === 'string' && !inner.startsWith('='))
			texts.add(inner);
		return inner;
	});
	return [...texts].flatMap((text) => text.split('\n'));
}

const forms = [new CrmMessaging(), new CrmMessagingTrigger()].map(({ description }) => description);
const inForms = textsAt(
	['displayName', 'name', 'description', 'action', 'hint'],
	[...forms, new CrmMessagingApi()],
);

const lines: Line[] = [
	// Not service.md, which keeps the words of the service's own document; troubleshooting.md is made of the catalogue.
	...linesOf([
		'*.md',
		'docs/!(troubleshooting).md',
		'docs/contributing/!(service).md',
		'playground/demo/usage.txt',
	]),
	...linesOf(['nodes/CrmMessaging/catalogue/*.ts'], stringsOf),
	...linesOf(['examples/*.json'], (source) =>
		textsAt(['notes', 'content', 'errorMessage'], JSON.parse(source)),
	),
	...inForms.map((text): Line => ['forms', text]),
];

/** Code, quotations and emphasized names aren't judged. */
const proseOf = (markdown: string): string =>
	markdown
		.replace(/`[^`\n]+`|“[^”\n]*”/g, 'X')
		.replace(/(?<![\w*])(_|\*\*)(?=\S)([^\n]*?\S)\1(?![\w*])/g, 'X');

const findings = lines.flatMap(([place, text]) =>
	words.flatMap(([pattern, instead]) => {
		const found = new RegExp(pattern, 'i').exec(proseOf(text));
		return found ? [`${place} ${found[0]} => ${instead}`] : [];
	}),
);
for (const finding of findings) console.log(finding);
console.log(`${lines.length} lines: ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
