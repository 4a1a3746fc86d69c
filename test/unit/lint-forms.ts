/**
 * Prints what n8n's rules find in the forms. Its linter reads the sources, where a form is declarations.
 * A program, since jest can't import the rules.
 */
import { join } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import { root } from '../../playground/n8n/machine';
import { forms } from './forms';

/** Rules about the source of a form, and those that n8n's own newer nodes don't follow. */
const others = new Set(
	[
		'display-name-not-first-position',
		'required-false',
		'description-missing-final-period',
		'description-wrong-for-upsert',
		'fixed-collection-type-unsorted-items',
	].map((rule) => `n8n-nodes-base/node-param-${rule}`),
);
/** The service's own word. */
const ownWord = 'product_uuid';

/** A form as the source of a node, one line a value. */
function sourceOf(name: string): string {
	// The first step of a form comes first.
	const properties = forms[name]!.filter((property) => property.name !== 'resource');
	const json = JSON.stringify(properties, undefined, '\t').replace(/^(\t*)"(\w+)":/gm, '$1$2:');
	const type = 'INodeTypeDescription';
	return `export class Form implements INodeType { description: ${type} = { properties: ${json} } }`;
}

async function main(): Promise<void> {
	// The rules read other file names if they believe themselves under test.
	process.env.NODE_ENV = 'production';
	// A variable, so that the compiler doesn't ask the module for types, which it hasn't.
	const plugin: string = 'eslint-plugin-n8n-nodes-base';
	const { default: rulesOfNodes } = (await import(plugin)) as {
		default: ESLint.Plugin & { configs: { nodes: Linter.Config } };
	};
	const { rules = {} } = rulesOfNodes.configs.nodes;
	const ofForms = Object.entries(rules).filter(
		([rule]) => rule.startsWith('n8n-nodes-base/node-param-') && !others.has(rule),
	);
	const overrideConfig: Linter.Config = {
		files: ['**/*.ts'],
		languageOptions: { parser },
		plugins: { 'n8n-nodes-base': rulesOfNodes },
		rules: Object.fromEntries(ofForms),
	};
	const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig });
	for (const name of Object.keys(forms)) {
		const source = sourceOf(name);
		const filePath = join(root, 'nodes', 'CrmMessaging', 'Form.node.ts');
		const [result] = await eslint.lintText(source, { filePath });
		for (const { line, message } of result!.messages) {
			const text = source.split('\n')[line - 1]!.trim();
			if (!text.includes(ownWord)) process.stdout.write(`${name}, ${text} ${message}\n`);
		}
	}
}

void main();
