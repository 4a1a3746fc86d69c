/**
 * Lints as n8n's own scan does, with its rules in the newest version, and everything else with
 * typescript-eslint. Run with `--max-warnings 0`: a rule that warns is meant.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The scan brings a plugin of its own, somewhat older than the one installed here. */
const scanRules = (await buildScanConfig()).map((block) =>
	block.plugins?.['@n8n/community-nodes'] ? n8nCommunityNodesPlugin.configs.recommended : block,
);

const importPattern =
	/^\s*(?:import|export)\s(?!type\b)[^;'"]*?from\s*'(\.[^']+)'|^\s*import\s*'(\.[^']+)'/gm;
const imports = new Map();

/** The files a file imports at run time, of those in this repository. */
function importsOf(file) {
	const known = imports.get(file);
	if (known) return known;
	const found = [...readFileSync(file, 'utf8').matchAll(importPattern)]
		.map(([, from, bare]) => resolve(dirname(file), from ?? bare))
		.map((path) =>
			[`${path}.ts`, `${path}/index.ts`].find((candidate) => existsSync(candidate)),
		)
		.filter((path) => path !== undefined);
	imports.set(file, found);
	return found;
}

/** The way from a file back to itself, or undefined. */
function cycleFrom(start) {
	const seen = new Set();
	const ways = [[start]];
	for (let way = ways.pop(); way; way = ways.pop()) {
		for (const next of importsOf(way.at(-1))) {
			if (next === start) return [...way, start];
			if (seen.has(next)) continue;
			seen.add(next);
			ways.push([...way, next]);
		}
	}
	return undefined;
}

const noImportCycle = {
	meta: {
		type: 'problem',
		messages: { cycle: 'Imports itself by way of {{ way }}' },
		schema: [],
	},
	create: (context) => ({
		Program(node) {
			if (!existsSync(context.filename)) return;
			imports.delete(context.filename);
			const way = cycleFrom(context.filename);
			const names = way?.map((file) => relative(context.cwd, file)).join(' → ');
			if (names) context.report({ node, messageId: 'cycle', data: { way: names } });
		},
	}),
};

export default defineConfig(
	globalIgnores(['dist/', 'build/', '.ci/', '**/node_modules/']),
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	{
		files: ['nodes/**/*.{ts,json}', 'credentials/**/*.{ts,json}', 'package.json'],
		extends: [scanRules],
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeCheckedOnly, tseslint.configs.recommended],
		plugins: { local: { rules: { 'no-import-cycle': noImportCycle } } },
		languageOptions: {
			parserOptions: { project: './tsconfig.dev.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			eqeqeq: ['error', 'always', { null: 'ignore' }],
			'no-console': 'error',
			'local/no-import-cycle': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			// n8n's interfaces ask for async methods, and many of ours have nothing to wait for.
			'@typescript-eslint/require-await': 'off',
		},
	},
	{
		// They talk to the person at the terminal.
		files: ['tools/**/*.ts', 'playground/**/*.ts'],
		rules: { 'no-console': 'off' },
	},
	{
		files: ['test/**/*.ts', 'bench/**/*.ts'],
		rules: {
			// n8n's interfaces call their functions with `this`, and tests and the benchmark hand those around.
			'@typescript-eslint/unbound-method': 'off',
		},
	},
	{
		files: ['**/*.{js,cjs,mjs}'],
		rules: { eqeqeq: ['error', 'always', { null: 'ignore' }], 'no-var': 'error' },
	},
);
