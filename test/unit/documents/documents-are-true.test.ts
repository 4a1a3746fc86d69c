import type { INodeProperties } from 'n8n-workflow';
import { CrmMessaging } from '../../../nodes/CrmMessaging/CrmMessaging.node';
import { CrmMessagingTrigger } from '../../../nodes/CrmMessaging/CrmMessagingTrigger.node';
import { CrmMessagingApi } from '../../../credentials/CrmMessagingApi.credentials';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { controlsOf } from '../../../nodes/CrmMessaging/engine/options';
import { endpoints } from '../../../nodes/CrmMessaging/service/endpoints';
import { contentOf } from '../../../nodes/CrmMessaging/service/content';
import { networkFault, refusalFailure } from '../../../nodes/CrmMessaging/service/failure';
import { exampleFiles, readExample } from '../../../playground/demo/fill-n8n';
import { filesIn, manifest, readPage, readText } from './page';

/** Names in italics or bold that n8n and the demo show, but not these nodes. */
const foreignNames = `
	On Error|Continue|Continue (using error output)|Execute Sub-workflow|Run once for each item|Retry On Fail|
	Loop Over Items|Retry|Retry with currently saved workflow|Predefined Credential Type|Authentication|
	CRM Messaging Tool|Production URL|Test URL|Crashed|Operation|Clear Deduplication History|From file|From URL|
	Publish|Execute step|Execute workflow|Settings → Community nodes|Settings → Community nodes → Install|
	⋯ → Import → From URL|Install a community node|Install|Book|Open in n8n`
	.split('|')
	.map((name) => name.trim());

/** Every label of a form, including those of its choices. */
function namesIn(properties: readonly INodeProperties[]): string[] {
	return properties.flatMap((property) => [
		property.displayName,
		...(property.options ?? []).flatMap((option) => {
			if ('values' in option) return [option.displayName, ...namesIn(option.values)];
			return 'displayName' in option ? namesIn([option]) : [option.name];
		}),
	]);
}

describe('the user pages', () => {
	const nodes = [new CrmMessaging(), new CrmMessagingTrigger()];
	const names = [
		...[...nodes.map(({ description }) => description), new CrmMessagingApi()].flatMap(
			({ displayName, properties }) => [displayName, ...namesIn(properties)],
		),
		...operations.flatMap((operation) => [
			operation.resource.label,
			operation.choice.action,
			...namesIn(controlsOf(operation)),
		]),
		...exampleFiles().flatMap((file) => readExample(file).nodes.map(({ name }) => name)),
		...foreignNames,
	];
	const known = new Set(names.flatMap((name) => [name, name.replace(/ \(.*\)$/, '')]));
	const files = ['README.md', ...filesIn('docs', '.md')].filter((file) =>
		/^(README|docs\/(?!troubleshooting)[\w-]+)\.md$/.test(file),
	);

	it.each(files)('name only fields, options, operations and nodes that exist: %s', (file) => {
		const unknown = readPage(file).terms.filter(
			(term) => !known.has(term) && !term.split(/: | › /).every((part) => known.has(part)),
		);
		expect(unknown).toEqual([]);
	});
});

describe('docs/errors-and-retries.md', () => {
	const rows = readPage('docs/errors-and-retries.md')
		.prose.split('\n')
		.filter((line) => line.startsWith('| HTTP') || /`E[A-Z]+`/.test(line));
	const cases = rows.flatMap((row) => {
		const [, error = '', wasSent = ''] = row.split('|').map((cell) => cell.trim());
		const causes = error.match(/\b[1-5]\d\d\b|\bE[A-Z]{4,}\b/g) ?? [];
		return causes.map((cause) => [cause, wasSent] as const);
	});
	const { smsDeliveries: endpoint } = endpoints;

	it.each(cases)('shows whether a message was sent after %s: %s', (cause, wasSent) => {
		const { outcome } = /^\d/.test(cause)
			? refusalFailure(
					{ endpoint },
					{ status: Number(cause), headers: {}, content: contentOf('') },
					'',
				)
			: networkFault(endpoint, 'api.example.com', cause);
		expect(outcome === 'unknown' ? 'Maybe' : 'No').toBe(wasSent);
	});
});

it('each page that a node links to has its heading', () => {
	const sources = ['.ts', '.json'].flatMap((extension) => [
		...filesIn('nodes', extension),
		...filesIn('credentials', extension),
	]);
	const links = sources.flatMap(
		(file) => readText(file).match(/https:\/\/github[^'"\s]+/g) ?? [],
	);
	const { anchors } = readPage('README.md');
	const home = manifest.homepage.split('#')[0]!;
	const allowed = [home, ...['readme', ...anchors].map((anchor) => `${home}#${anchor}`)];
	expect(links.length).toBeGreaterThan(2);
	expect(links.filter((link) => !allowed.includes(link))).toEqual([]);
});
