/**
 * Writes the page on messages out of the source that says them.
 * `tsx tools/write-troubleshooting.ts [--check] [file]` writes docs/troubleshooting.md, or with
 * `--check` exits with 1 when it is out of date.
 */
import { join } from 'node:path';
import { runPageTool } from './generated-page';
import { messagesIn } from './troubleshooting/messages';
import { troubleshootingPage } from './troubleshooting/page';
import { packageSource } from './troubleshooting/source';

const root = join(__dirname, '..');

runPageTool({
	file: 'docs/troubleshooting.md',
	tool: 'tools/write-troubleshooting.ts',
	text: () =>
		troubleshootingPage(messagesIn(packageSource(root, ['nodes', 'credentials']), root)),
});
