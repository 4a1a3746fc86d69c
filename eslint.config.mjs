/**
 * Lints the package by the rules of n8n, with which its own scan and `npm run test:gate` agree, and
 * everything else by typescript-eslint. Run with `--max-warnings 0`: a rule that warns is meant.
 */
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';

const { community, credentials, nodes } = n8nNodesBase.configs;

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
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		languageOptions: { parser: tseslint.parser },
		plugins: { 'n8n-nodes-base': n8nNodesBase },
	},
	{ files: ['package.json'], rules: community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...credentials.rules,
			// For n8n's own credentials: their documentation is a name, and ours a URL.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...nodes.rules,
			// They know inputs and outputs by text only, and n8n has constants for them.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
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
