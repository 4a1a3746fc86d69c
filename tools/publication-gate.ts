/**
 * The publication gate: what n8n's own scan says of the sources and of the very tarball npm would
 * publish, and whether that tarball holds what it should. `tsx tools/publication-gate.ts [folder]`
 * exits with 1 on any finding; warnings count.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import { packInto, root, type Tarball } from '../playground/n8n/machine';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	buildScanConfig(): Promise<Linter.Config[]>;
}

interface Manifest {
	n8n: { nodes: string[]; credentials?: string[] };
	optionalDependencies?: object;
}

/** The scan n8n makes of a published package's tarball: compiled code and package.json. */
const tarballFilePatterns = ['**/*.js', 'package.json'];
const isPublished = /^(dist\/.+|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
/** Catches a file that slipped in. Almost half of the package is libraries. */
const maxBytes = 255_000;

/** Runs the scan over a folder; returns every violation, also mere warnings. */
async function scan(scanner: Scanner, cwd: string, patterns: string[]): Promise<string> {
	// Not analyzePackage, which lints alike but keeps warnings to itself.
	const eslint = new ESLint({
		cwd,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await scanner.buildScanConfig(),
		errorOnUnmatchedPattern: false,
		ignorePatterns: ['node_modules/**'],
	});
	const results = await eslint.lintFiles(patterns);
	const formatter = await eslint.loadFormatter();
	return results.length > 0 ? await formatter.format(results) : `nothing to scan in ${cwd}`;
}

/** Findings about the tarball's files and its package.json. */
function contentFindings({ size, files }: Tarball, manifest: Manifest): string[] {
	const paths = files.map(({ path }) => path);
	const { nodes, credentials = [] } = manifest.n8n;
	const wanted = ['README.md', 'LICENSE', 'CHANGELOG.md', ...nodes, ...credentials];
	const missing = wanted.filter((path) => !paths.includes(path));
	const foreign = paths.filter((path) => !isPublished.test(path));
	return [
		...missing.map((path) => `${path} is missing from the tarball`),
		...foreign.map((path) => `${path} must not be published`),
		// The scan looks for other kinds of dependencies.
		manifest.optionalDependencies ? 'package.json has optionalDependencies' : '',
		size > maxBytes ? `the tarball has ${size} bytes, more than ${maxBytes}` : '',
	];
}

async function main(directory: string): Promise<void> {
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
		const all = [
			await scan(scanner, directory, scanner.SOURCE_FILE_PATTERNS),
			await scan(scanner, unpacked, tarballFilePatterns),
			...contentFindings(tarball, JSON.parse(manifest) as Manifest),
		];
		const findings = all.filter(Boolean);
		for (const finding of findings) console.error(finding);
		console.log(`publication gate: ${findings.length > 0 ? 'failed' : 'passed'}`);
		if (findings.length > 0) process.exitCode = 1;
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}

void main(resolve(process.argv[2] ?? root));
