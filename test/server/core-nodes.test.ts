import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureServer } from '../../playground/n8n/install';
import { node24 } from '../../playground/n8n/node24';

/** Requires every node and credential that a package of n8n lists; prints those that do not load. */
const loadAll = `
	const [folder] = process.argv.slice(1);
	const { nodes, credentials } = require(folder + '/package.json').n8n;
	const failed = [];
	for (const file of [...nodes, ...credentials]) {
		try {
			require(folder + '/' + file);
		} catch (error) {
			failed.push(file + ': ' + error.message.split('\\n')[0]);
		}
	}
	process.stdout.write(JSON.stringify({ tried: nodes.length, failed }), () => process.exit());
`;

// n8n starts without a node that does not load, and shows a red toast when someone adds it.
test.each(['n8n-nodes-base', '@n8n/n8n-nodes-langchain'])(
	'every node of %s loads in the n8n that npm start installs',
	async (name) => {
		const folder = join(await ensureServer(), 'node_modules', name);
		const answer = execFileSync(node24, ['-e', loadAll, folder], { encoding: 'utf8' });
		const { tried, failed } = JSON.parse(answer) as { tried: number; failed: string[] };
		expect(failed).toEqual([]);
		expect(tried).toBeGreaterThan(100);
	},
	120_000,
);
