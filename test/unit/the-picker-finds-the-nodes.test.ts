import { existsSync } from 'node:fs';
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
	return { name: description.name, description, codex: file.replace(/\.js$/, '.json') };
});
const visible = nodes.filter(({ description }) => description.hidden !== true);

/** n8n's categories for services, as its picker spells them. */
const categories =
	'Analytics, Communication, Data & Storage, Development, Finance & Accounting, Marketing, Miscellaneous, Productivity, Sales, Utility'.split(
		', ',
	);

describe('the picker’s metadata', () => {
	it('exists for the visible nodes only', () => {
		expect(visible.map(({ name }) => name)).toEqual(['crmMessaging', 'crmMessagingTrigger']);
		const hidden = nodes.filter((node) => !visible.includes(node));
		for (const { codex } of hidden) expect(existsSync(join(root, codex))).toBe(false);
	});

	it('has a search word for each resource', () => {
		const { alias = [] } = codexIn('nodes/CrmMessaging/CrmMessaging.node.json');
		const missing = operations
			.map(({ resource }) => resource.label)
			.filter((label) => !alias.includes(label) && !alias.includes(label.split(' ')[0]!))
			.map((label) => `“alias” in CrmMessaging.node.json lacks “${label}”`);
		expect(missing).toEqual([]);
	});

	describe.each(visible)('for $name', ({ name, codex: file }) => {
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
