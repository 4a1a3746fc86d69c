import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import {
	defaultsFile,
	defaultsOf,
	type SavedDefaults,
	savedFolder,
	savedNodes,
	type SavedWorkflow,
	typePrefix,
	versionsOf,
} from '../../tools/release/saved-workflows';
import { OperationRunner } from './every-operation/operation-runner';

const readJson = <T>(...path: string[]): T =>
	JSON.parse(readFileSync(join(savedFolder, ...path), 'utf8')) as T;

const releases = readdirSync(savedFolder);

/** A node of the package in a saved workflow. */
interface SavedNode {
	title: string;
	node: INode;
	description: INodeTypeDescription | undefined;
	items: Array<Record<string, never>>;
}

function nodesOf(release: string): SavedNode[] {
	const files = readdirSync(join(savedFolder, release)).filter((file) => file !== defaultsFile);
	return files.flatMap((file) => {
		const { nodes, pinData = {} } = readJson<SavedWorkflow>(release, file);
		const items = Object.values(pinData)
			.flat()
			.map(({ json }) => json as Record<string, never>);
		const own = nodes.filter(({ type }) => type.startsWith(typePrefix));
		return own.map((node) => ({
			title: `${file}, ${node.name}`,
			node,
			// n8n makes the tool of the node, and adds its description to the form.
			description: currentOf(
				node.type.slice(typePrefix.length).replace(/Tool$/, ''),
				node.typeVersion,
			),
			items,
		}));
	});
}

function currentOf(name: string, version: number): INodeTypeDescription | undefined {
	const description = savedNodes[name]?.description;
	return description && versionsOf(description).includes(version) ? description : undefined;
}

describe.each(releases)('a workflow saved with %s', (release) => {
	const saved = nodesOf(release);
	const runner = new OperationRunner();

	it.each(saved)('finds its node and every parameter: $title', ({ node, description }) => {
		expect(description).toBeDefined();
		const { properties } = description!;
		expect(NodeHelpers.getNodeParametersIssues(properties, node, description!)).toBeNull();
		const known = NodeHelpers.getNodeParameters(
			...([properties, node.parameters, true, false, node, description!] as const),
		);
		const { toolDescription, descriptionType, ...own } = node.parameters;
		expect(known).toMatchObject(own);
	});

	const runnable = saved.filter(({ node }) => node.type === `${typePrefix}crmMessaging`);
	const ownItems = runnable.filter((one) => one.items.length > 0);
	it.each(ownItems.filter(({ title }) => !title.startsWith('example.')))(
		'runs: $title',
		async ({ node: { parameters }, items }) => {
			const run = await runner.run(parameters, { items });
			expect([run.error?.message, run.error?.description]).toEqual([undefined, undefined]);
			expect(['success', 'waiting']).toContain(run.status);
		},
	);

	// n8n stores no parameter that has its default: another default would change saved workflows.
	const defaults = Object.entries(readJson<SavedDefaults>(release, defaultsFile)).flatMap(
		([name, versions]) =>
			Object.entries(versions).map(([version, then]) => ({ name, version, then })),
	);
	it.each(defaults)('has unchanged defaults: $name $version', ({ name, version, then }) => {
		const description = currentOf(name, Number(version));
		expect(description).toBeDefined();
		const now = defaultsOf(description!);
		expect(Object.fromEntries(Object.keys(then).map((way) => [way, now[way]]))).toEqual(then);
	});
});
