import { basename, join } from 'node:path';
import type { CodexData, INodeType } from 'n8n-workflow';
import { operations } from '../../nodes/CrmMessaging/actions';
import { manifest, readText, root } from './documents/page';

interface Codex extends CodexData {
	node: string;
	nodeVersion: string;
	codexVersion: string;
}

const codexIn = (file: string) => JSON.parse(readText(file)) as Codex;
const nodes = manifest.n8n.nodes.map((file) => {
	const exported = jest.requireActual<Record<string, new () => INodeType>>(join(root, file));
	const { description } = new exported[basename(file, '.node.js')]!();
	const words = description.description;
	return { name: description.name, words, codex: file.replace(/\.js$/, '.json') };
});

/** n8n's categories for services, as its picker spells them. */
const categories = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];

describe('the picker’s metadata', () => {
	// n8n shows the trigger's description for both nodes.
	it('begins with what most people look for', () => {
		for (const { words } of nodes) expect(words).toMatch(/^Send SMS and push notifications,/);
	});

	it('has a search word for each resource', () => {
		const { alias = [] } = codexIn('nodes/CrmMessaging/CrmMessaging.node.json');
		const missing = operations
			.map(({ resource }) => resource.label)
			.filter((label) => !alias.includes(label) && !alias.includes(label.split(' ')[0]!))
			.map((label) => `“alias” in CrmMessaging.node.json lacks “${label}”`);
		expect(missing).toEqual([]);
	});

	describe.each(nodes)('for $name', ({ name, codex: file }) => {
		const codex = codexIn(file);

		it('names the right node', () => {
			expect(codex.node).toBe(`${manifest.name}.${name}`);
			expect(codex).toMatchObject({ nodeVersion: '1.0', codexVersion: '1.0' });
		});

		it('uses n8n’s categories', () => {
			expect(codex.categories).not.toHaveLength(0);
			expect(categories).toEqual(expect.arrayContaining(codex.categories!));
		});
	});
});
