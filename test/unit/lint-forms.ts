/**
 * Prints what n8n's rules find in the forms. Its linter reads the sources, where a form is declarations.
 * A program, since jest can't import the rules.
 */
import { join } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import { root } from '../../playground/n8n/node24';
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
	const scanner: string = '@n8n/scan-community-package/scanner/scanner.mjs';
	const { buildScanConfig } = (await import(scanner)) as {
		buildScanConfig(): Promise<Linter.Config[]>;
	};
	const overrideConfig = await buildScanConfig();
	const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig });
	for (const name of Object.keys(forms)) {
		const source = sourceOf(name);
		const filePath = join(root, 'nodes', 'CrmMessaging', 'Form.node.ts');
		const [result] = await eslint.lintText(source, { filePath });
		for (const { ruleId, line, message } of result!.messages) {
			const text = source.split('\n')[line - 1]!.trim();
			const isOfForm = ruleId === null || ruleId.startsWith('n8n-nodes-base/node-param-');
			if (!isOfForm || others.has(ruleId ?? '') || text.includes(ownWord)) continue;
			process.stdout.write(`${name}, ${text} ${message}\n`);
		}
	}
}

void main();
