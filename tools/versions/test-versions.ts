/**
 * Tries the package on several versions of n8n.
 *
 *     npm run test:versions                     the engine tests on every version
 *     npm run test:versions -- 1.122.48         on one, named by n8n or by n8n-core
 *     npm run test:versions -- 1.122.48 FILE    some of its tests
 *     npm run test:versions -- --server         the server tests, on the versions with a server
 *     npm run test:versions -- --short          a handful of tests on the oldest version
 *     npm run test:versions -- --docs           what has not passed of all this, then writes docs/contributing/versions.md
 */
import buildWhenStale from '../build-when-stale.cjs';
import { everyVersion } from './n8n-version';
import { outcomeOf, run, trialsOf, type Outcome, type Trial } from './trial';
import { writePage } from './write-versions-page';

/** Tests of the largest differences between versions: errors, memory, callbacks and n8n's inner parts. */
const shortFiles = [
	'capabilities',
	'contracts',
	'harness',
	'nothing-twice.test',
	'sms',
	'trigger.test',
];

const flags = ['--server', '--short', '--docs'] as const;

function say({ version, kind, node }: Trial, { passed, failed, without }: Outcome): void {
	const verdict = failed.length > 0 ? `${failed.length} failed` : 'none failed';
	console.log(`n8n ${version.n8n}, Node.js ${node}, ${kind}: ${passed} passed, ${verdict}`);
	for (const name of failed) console.log(`  ✕ ${name}`);
	for (const line of without) console.log(`  – ${line}`);
}

async function main(words: string[]): Promise<boolean> {
	const unknown = words.find(
		(word) => word.startsWith('-') && !flags.some((flag) => flag === word),
	);
	if (unknown) throw new Error(`${unknown} is unknown; there are ${flags.join(', ')}.`);
	const has = (flag: (typeof flags)[number]) => words.includes(flag);
	const versions = everyVersion();
	const named = versions.filter(({ n8n, core }) => words.includes(n8n) || words.includes(core));
	const names = named.flatMap(({ n8n, core }) => [n8n, core]);
	const given = words.filter((word) => !word.startsWith('-') && !names.includes(word));
	const missing = given.find((word) => /^[\d.]+$/.test(word));
	if (missing) {
		const known = versions.map(({ n8n }) => n8n).join(', ');
		throw new Error(`There is no n8n ${missing} in test/versions/; there are ${known}.`);
	}
	buildWhenStale();
	const chosen = has('--short') ? versions.slice(0, 1) : named.length > 0 ? named : versions;
	const newest = versions.at(-1)!;
	const trials = chosen
		.flatMap((version) => trialsOf(version, newest.node))
		.filter(({ kind }) => has('--docs') || (kind === 'server') === has('--server'))
		.slice(0, has('--short') ? 1 : undefined);
	const files = has('--short') ? shortFiles.map((name) => `test/engine/${name}`) : given;
	const outcomes: Array<[Trial, Outcome]> = [];
	for (const trial of trials) {
		const known = has('--docs') ? outcomeOf(trial) : undefined;
		outcomes.push([trial, known ?? (await run(trial, files))]);
	}
	console.log('');
	for (const [trial, outcome] of outcomes) say(trial, outcome);
	if (has('--docs')) await writePage(outcomes, versions);
	return outcomes.every(([, { failed, passed }]) => failed.length === 0 && passed > 0);
}

main(process.argv.slice(2)).then(
	(isGood) => {
		process.exitCode = isGood ? 0 : 1;
	},
	(error: Error) => {
		console.error(`\n${error.message}`);
		process.exitCode = 1;
	},
);
