/**
 * Lints as n8n's own scan does, with its rules in the newest version, and everything else with
 * typescript-eslint. Run with `--max-warnings 0`: a rule that warns is meant.
 */
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { defineConfig, globalIgnores } from 'eslint/config';
import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';

/** The scan brings a plugin of its own, somewhat older than the one installed here. */
const scanRules = (await buildScanConfig()).map((block) =>
	block.plugins?.['@n8n/community-nodes'] ? n8nCommunityNodesPlugin.configs.recommended : block,
);

// The other backends of the check of patterns need programs that not every machine has.
process.env.RECHECK_BACKEND = 'pure';

/** The check of a pattern counts steps: with limits of time, a busy machine would find something else. */
const bySteps = {
	ignoreErrors: false,
	cache: true,
	timeout: null,
	seedingTimeout: null,
	incubationTimeout: null,
	attackTimeout: null,
	randomSeed: 0,
};

export default defineConfig(
	globalIgnores(['dist/', 'build/', '.ci/', '**/node_modules/']),
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	{
		files: ['nodes/**/*.{ts,json}', 'credentials/**/*.{ts,json}', 'package.json'],
		extends: [scanRules],
	},
	{
		// Texts of any length may come from items, callers and the service.
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		plugins: { redos },
		rules: { 'redos/no-vulnerable': ['error', bySteps] },
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeCheckedOnly, tseslint.configs.recommended],
		languageOptions: {
			parserOptions: { project: './tsconfig.dev.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			eqeqeq: ['error', 'always', { null: 'ignore' }],
			'no-console': 'error',
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
