/**
 * `tsx tools/release/check-tag.ts TAG`: exits with 1 unless the tag is the version that the checkout says
 * it is, and the checkout was prepared for it (`npm run release`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tagFindings } from './tag-findings';

const root = join(__dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const findings = tagFindings(process.argv[2] ?? '', {
	version,
	changelog: read('CHANGELOG.md'),
	hasSavedWorkflows: existsSync(join(root, 'test', 'saved-workflows', version)),
});
for (const finding of findings) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
