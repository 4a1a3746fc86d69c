/**
 * Writes the page on limits out of the numbers that the nodes use.
 * `tsx tools/write-limits.ts [--check] [file]` writes docs/limits.md, or with `--check` exits with 1
 * when it is out of date.
 */
import { runPageTool } from './generated-page';
import { limitsPage } from './limits';

runPageTool({ file: 'docs/limits.md', tool: 'tools/write-limits.ts', text: limitsPage });
