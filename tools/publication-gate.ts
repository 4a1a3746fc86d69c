/**
 * The publication gate: what n8n's own scan says of the sources and of the very tarball npm would
 * publish, and whether that tarball holds what it should. `tsx tools/publication-gate.ts [folder]`
 * exits with 1 on any finding; warnings count.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative, resolve } from 'node:path';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import { npmCommand } from '../commands/programs.cjs';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	buildScanConfig(): Promise<Linter.Config[]>;
}

interface Manifest {
	n8n?: { nodes?: string[]; credentials?: string[] };
	/** The file of a package that Node.js loads; n8n doesn't need it. */
	main?: string;
	[key: string]: unknown;
}

interface Tarball {
	filename: string;
	size: number;
	files: Array<{ path: string }>;
}

/** The scan n8n makes of a published package's tarball: compiled code and package.json. */
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];
const MAY_BE_PUBLISHED = /^(dist\/.+|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
const MUST_BE_PUBLISHED = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
/** Catches a file that slipped in: the package has 164 kB, of which a tenth are tables of data. */
const MAX_BYTES = 170_000;
const DEPENDENCY_FIELDS = [
	'dependencies',
	'optionalDependencies',
	'bundleDependencies',
	'bundledDependencies',
	'overrides',
];

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
	const entries = [...(manifest.n8n?.nodes ?? []), ...(manifest.n8n?.credentials ?? [])];
	const filled = DEPENDENCY_FIELDS.filter((field) => {
		const value = manifest[field];
		return value === true || Object.keys(value ?? {}).length > 0;
	});
	return [
		...paths
			.filter((path) => !MAY_BE_PUBLISHED.test(path))
			.map((path) => `${path} must not be published`),
		...[
			...MUST_BE_PUBLISHED,
			...entries,
			...(manifest.main ? [posix.normalize(manifest.main)] : []),
		]
			.filter((path) => !paths.includes(path))
			.map((path) => `${path} is missing from the tarball`),
		...(entries.length === 0 ? ['package.json names no node and no credential'] : []),
		...filled.map((field) => `package.json has ${field}, which a community package must not`),
		...(size > MAX_BYTES ? [`the tarball has ${size} bytes, more than ${MAX_BYTES}`] : []),
	];
}

function pack(directory: string, destination: string): Tarball {
	const options = ['--json', '--ignore-scripts', '--pack-destination', destination];
	const { command, args } = npmCommand(['pack', ...options]);
	const answer = execFileSync(command, args, {
		cwd: directory,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const [tarball] = JSON.parse(answer) as Tarball[];
	if (!tarball) throw new Error('npm pack made no tarball');
	execFileSync('tar', ['-xzf', join(destination, tarball.filename), '-C', destination]);
	return tarball;
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
		const tarball = pack(directory, temporary);
		const unpacked = join(temporary, 'package');
		console.log(`tarball: ${tarball.size} bytes, ${tarball.files.length} files`);
		const manifest = JSON.parse(
			readFileSync(join(unpacked, 'package.json'), 'utf8'),
		) as Manifest;
		const source = await scan(scanner, directory, scanner.SOURCE_FILE_PATTERNS);
		const published = await scan(scanner, unpacked, TARBALL_FILE_PATTERNS);
		return [
			...source.map((finding) => `source: ${finding}`),
			...published.map((finding) => `tarball: ${finding}`),
			...contentFindings(tarball, manifest).map((finding) => `tarball: ${finding}`),
		];
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}

async function main(directory: string): Promise<number> {
	if (!existsSync(join(directory, 'package.json'))) {
		console.error(`no package.json in ${directory}`);
		return 1;
	}
	const findings = await findingsOf(directory);
	for (const finding of findings) console.error(finding);
	console.log(
		findings.length
			? `publication gate: ${findings.length} findings`
			: 'publication gate: passed',
	);
	return findings.length ? 1 : 0;
}

main(resolve(process.argv[2] ?? join(__dirname, '..'))).then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
