/**
 * npm's advisories about the packages that this one is built and tested with. `tsx tools/audit.ts` asks
 * the registry. It exits with 1 on an advisory that `tools/audit.json` doesn't explain, on an outdated
 * explanation, and on any advisory about the package's own dependencies.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsIn, type Audit, type Explanations } from './audit-findings';

const root = join(__dirname, '..');

function ask(...options: string[]): Audit {
	const { stdout, stderr } = spawnSync('npm', ['audit', '--json', ...options], {
		cwd: root,
		encoding: 'utf8',
		maxBuffer: 1e9,
	});
	const audit = JSON.parse(stdout || '{}') as Partial<Audit>;
	if (audit.vulnerabilities) return audit as Audit;
	// A registry that cannot be asked is no clean result.
	throw new Error(`npm audit gave no report: ${JSON.stringify(audit)} ${stderr}`);
}

const explanations = JSON.parse(
	readFileSync(join(__dirname, 'audit.json'), 'utf8'),
) as Explanations;
const findings = [
	...findingsIn(ask('--omit=dev'), {}).map((finding) => `Installed with the package: ${finding}`),
	...findingsIn(ask(), explanations),
];
for (const finding of findings) process.stderr.write(`${finding}\n`);
process.stdout.write(`${findings.length === 0 ? 'Clean or explained' : 'Not explained'}\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
