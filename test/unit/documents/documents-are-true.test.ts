import type { INodeProperties } from 'n8n-workflow';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrmMessagingApi } from '../../../credentials/CrmMessagingApi.credentials';
import { CrmMessaging } from '../../../nodes/CrmMessaging/CrmMessaging.node';
import { CrmMessagingTrigger } from '../../../nodes/CrmMessaging/CrmMessagingTrigger.node';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { contentOf } from '../../../nodes/CrmMessaging/service/answer';
import { endpoints } from '../../../nodes/CrmMessaging/service/endpoints';
import { networkFault, refusalFailure } from '../../../nodes/CrmMessaging/service/failure';
import { exampleFiles, readExample } from '../../../playground/demo/fill-n8n';
import { root } from '../../../playground/n8n/machine';
import { parts, sentences } from '../../../tools/catalogue';
import { previewFile, previewFolder } from '../../../tools/output-previews';
import { troubleshooting } from '../../../tools/troubleshooting';

const readText = (file: string) => readFileSync(join(root, file), 'utf8');

/** Names in italics or bold: they begin with a capital, and a lead-in or sentence isn't one. */
function termsIn(page: string): string[] {
	const prose = page.replace(/^( *)```[^]*?^\1```$/gm, '').replace(/`[^`\n]+`/g, '');
	const marked = prose.matchAll(/(?<![\w\\*])(_|\*\*)(?! )([^_*\n]+)\1(?!\w)/g);
	return [...marked]
		.map(([, , term]) => term!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
		.filter((term) => /^[\p{Lu}⋯]/u.test(term) && !/[.:,]$/.test(term));
}

/** Names in pages and sentences that n8n, the demo and spreadsheets show, but not these nodes. */
const foreignNames = `
	On Error|Continue|Continue (using error output)|Execute Sub-workflow|Run once for each item|Retry On Fail|
	Loop Over Items|Retry|Retry with currently saved workflow|Predefined Credential Type|Authentication|
	CRM Messaging Tool|Production URL|Test URL|Crashed|Operation|Clear Deduplication History|From file|From URL|
	Publish|Execute step|Execute workflow|Settings → Community nodes|Settings → Community nodes → Install|
	⋯ → Import → From URL|Install a community node|Install|Book|Open in n8n|Extract from File|CSV UTF`
	.split('|')
	.map((name) => name.trim());

type Labelled = Partial<INodeProperties> & { values?: INodeProperties[] };

/** The labels of controls, of their choices, and of the controls inside them. */
const labelsOf = (controls: readonly object[]): string[] =>
	controls.flatMap(({ displayName, name = '', options = [], values = [] }: Labelled) => [
		displayName ?? name,
		...labelsOf([...options, ...values]),
	]);

const types = [
	new CrmMessaging().description,
	new CrmMessagingTrigger().description,
	new CrmMessagingApi(),
];
const names = [
	...types.flatMap(({ displayName, properties }) => [displayName, ...labelsOf(properties)]),
	...operations.flatMap(({ resource, choice }) => [resource.label, choice.action]),
	...exampleFiles().flatMap((file) => readExample(file).nodes.map(({ name }) => name)),
	...foreignNames,
];
const known = new Set(names.flatMap((name) => [name, name.replace(/ \(.*\)$/, '')]));

// The sentences of docs/troubleshooting.md are the catalogue's.
const pages = globSync(['README.md', 'docs/!(troubleshooting).md'], { cwd: root }).sort();

it.each(pages)('a page names only what exists in a form: %s', (file) => {
	const unknown = termsIn(readText(file)).filter(
		(term) => !known.has(term) && !term.split(/: | › /).every((part) => known.has(part)),
	);
	expect(unknown).toEqual([]);
});

describe('the catalogue', () => {
	const codes = sentences.map(({ code }) => code);
	const word = '\\p{Lu}\\p{L}*(?:-\\p{Lu}\\p{L}*)?';
	/** Words that begin a sentence before a name. */
	const verb = '(?:Add|Check|Choose|Copy|In|Lower|Set|The|Write) ';
	/** A name of several words, such as “Map Each Field”. */
	const name = new RegExp(
		`(?<!\\p{L})(?!${verb})${word}(?: (?:(?:as|for|from|on) )?${word}| \\(JSON\\))+`,
		'gu',
	);

	it('names no control or choice that doesn’t exist', () => {
		const all = [...sentences.flatMap(({ text, advice }) => [text, advice]), ...parts];
		const named = all.flatMap((text) => text.match(name) ?? []);
		expect(named.length).toBeGreaterThan(50);
		expect([...new Set(named)].filter((label) => !known.has(label))).toEqual([]);
	});

	it('has a code of its own and an advice for each sentence', () => {
		expect([...new Set(codes)]).toEqual(codes);
		expect(sentences.filter(({ advice }) => advice === '')).toEqual([]);
	});

	it('is used as a whole, and the code writes no other sentence', () => {
		const files = globSync('nodes/**/*.ts', { cwd: root }).filter(
			(file) => !file.includes('/catalogue/'),
		);
		const code = files.map(readText).join('\n');
		expect(codes.filter((one) => !new RegExp(`\\.${one}\\b`).test(code))).toEqual([]);
		const literal = /(InputError|CredentialError|hint|hints\.add|alarm)\(\s*['"`]/g;
		expect(code.match(literal)).toBeNull();
	});

	it('is on the troubleshooting page as a whole', () => {
		const page = troubleshooting().replace(/\\/g, '');
		const entries = [...page.matchAll(/^- `(\w+)` /gm)].map(([, code]) => code);
		expect(entries.sort()).toEqual(codes.sort());
		expect(parts.filter((part) => !page.includes(part))).toEqual([]);
	});
});

it('the generated pages match the source; if not, run: npm run reference', () => {
	const folder = mkdtempSync(join(tmpdir(), 'page-test-'));
	const command = ['--import', 'tsx', join('tools', 'write-pages.ts'), folder];
	execFileSync(process.execPath, command, { cwd: root, stdio: 'pipe' });
	const previews = operations.map((one) => join(previewFolder, previewFile(one)));
	for (const page of [...previews, 'docs/reference.md', 'docs/troubleshooting.md']) {
		expect(readFileSync(join(folder, page), 'utf8')).toBe(readText(page));
	}
	rmSync(folder, { recursive: true });
});

const rows = readText('docs/errors-and-retries.md')
	.split('\n')
	.filter((line) => line.startsWith('| HTTP') || /`E[A-Z]+`/.test(line));
const cases = rows.flatMap((row) => {
	const [, error = '', wasSent = ''] = row.split('|').map((cell) => cell.trim());
	const causes = error.match(/\b[1-5]\d\d\b|\bE[A-Z]{4,}\b/g) ?? [];
	return causes.map((cause) => [cause, wasSent] as const);
});
const { smsDeliveries: endpoint } = endpoints;

it.each(cases)(
	'docs/errors-and-retries.md shows whether it was sent after %s: %s',
	(cause, wasSent) => {
		const answer = { status: Number(cause), headers: {}, content: contentOf('') };
		const { outcome } = /^\d/.test(cause)
			? refusalFailure({ endpoint }, answer, '')
			: networkFault(endpoint, 'api.example.com', cause);
		expect(outcome === 'unknown' ? 'Maybe' : 'No').toBe(wasSent);
	},
);
