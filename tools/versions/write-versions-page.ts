import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../../playground/n8n/node24';
import type { N8nVersion } from './n8n-version';
import type { Outcome, Trial } from './trial';
import { pageOf, testedWith } from './versions-page';

/** Writes docs/contributing/versions.md, and the sentence of the README. */
export async function writePage(
	outcomes: Array<[Trial, Outcome]>,
	versions: N8nVersion[],
): Promise<void> {
	const file = join(root, 'docs', 'contributing', 'versions.md');
	const config = await resolveConfig(file);
	writeFileSync(
		file,
		await format(pageOf(outcomes, versions), { ...config, parser: 'markdown' }),
	);
	const readme = join(root, 'README.md');
	const text = readFileSync(readme, 'utf8');
	writeFileSync(readme, text.replace(/^Tested with n8n .*$/m, testedWith(versions)));
}
