/**
 * The publication gate: what n8n's own scan says of the sources and of the very tarball npm would
 * publish, and whether that tarball holds what it should. `tsx tools/publication-gate.ts [folder]`
 * exits with 1 on any finding; warnings count.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import { root } from '../playground/n8n/node24';
import { packInto, type Tarball } from '../playground/n8n/pack';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	buildScanConfig(): Promise<Linter.Config[]>;
}

interface Manifest {
	n8n: { nodes: string[]; credentials?: string[] };
	optionalDependencies?: object;
}

/** The scan n8n makes of a published package's tarball: compiled code and package.json. */
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];
const MAY_BE_PUBLISHED = /^(dist\/.+|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
const MUST_BE_PUBLISHED = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
/** Catches a file that slipped in. Almost half of the package is libraries. */
const MAX_BYTES = 255_000;

/** Runs the scan over a folder and gives every violation, those that are mere warnings too. */
async function scan(scanner: Scanner, directory: string, patterns: string[]): Promise<string[]> {
	// Not analyzePackage, which lints alike but keeps warnings to itself.
	const eslint = new ESLint({
		cwd: directory,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await scanner.buildScanConfig(),
		errorOnUnmatchedPattern: false,
		ignorePatterns: ['node_modules/**'],
	});
	const results = await eslint.lintFiles(patterns);
	if (results.length === 0) return [`nothing to scan in ${directory}`];
	return results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, ruleId, message }) => {
			const place = `${relative(directory, filePath)}:${line}`;
			return `${place} ${ruleId ?? 'not readable'}: ${message}`;
		}),
	);
}

/** Findings about the tarball's files and its package.json. */
function contentFindings({ size, files }: Tarball, manifest: Manifest): string[] {
	const paths = files.map(({ path }) => path);
	const { n8n, optionalDependencies } = manifest;
	const wanted = [...MUST_BE_PUBLISHED, ...n8n.nodes, ...(n8n.credentials ?? [])];
	const findings = [
		...paths
			.filter((path) => !MAY_BE_PUBLISHED.test(path))
			.map((path) => `${path} must not be published`),
		...wanted
			.filter((path) => !paths.includes(path))
			.map((path) => `${path} is missing from the tarball`),
	];
	// The scan looks for other kinds of dependencies.
	if (optionalDependencies) findings.push('package.json has optionalDependencies');
	if (size > MAX_BYTES) findings.push(`the tarball has ${size} bytes, more than ${MAX_BYTES}`);
	return findings;
}

async function findingsOf(directory: string): Promise<string[]> {
	const temporary = mkdtempSync(join(tmpdir(), 'publication-gate-'));
	// The scanner leaves a folder behind in the system's temporary one.
	process.env.TMPDIR = temporary;
	// The node rules read other file names when they believe themselves under test.
	process.env.NODE_ENV = 'production';
	// A variable, so that the compiler does not ask the module, which has none, for its types.
	const scannerModule: string = '@n8n/scan-community-package/scanner/scanner.mjs';
	const scanner = (await import(scannerModule)) as Scanner;
	try {
		const tarball = packInto(temporary, directory);
		console.log(`tarball: ${tarball.size} bytes, ${tarball.files.length} files`);
		execFileSync('tar', ['-xzf', join(temporary, tarball.filename), '-C', temporary]);
		const unpacked = join(temporary, 'package');
		const manifest = readFileSync(join(unpacked, 'package.json'), 'utf8');
		const source = await scan(scanner, directory, scanner.SOURCE_FILE_PATTERNS);
		const published = [
			...(await scan(scanner, unpacked, TARBALL_FILE_PATTERNS)),
			...contentFindings(tarball, JSON.parse(manifest) as Manifest),
		];
		return [
			...source.map((finding) => `source: ${finding}`),
			...published.map((finding) => `tarball: ${finding}`),
		];
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}

async function main(directory: string): Promise<void> {
	const findings = await findingsOf(directory);
	for (const finding of findings) console.error(finding);
	const outcome = findings.length > 0 ? `${findings.length} findings` : 'passed';
	console.log(`publication gate: ${outcome}`);
	if (findings.length > 0) process.exitCode = 1;
}

void main(resolve(process.argv[2] ?? root));
