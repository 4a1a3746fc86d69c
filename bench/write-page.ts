/** `npm run bench:page`: shows in docs/contributing/performance.md what docs/performance.json holds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../playground/n8n/node24';
import { tablesOf, withTables } from './page';
import type { BenchReport } from './results';

const page = join(root, 'docs', 'contributing', 'performance.md');
const stored = join(root, 'docs', 'contributing', 'performance.json');
const report = JSON.parse(readFileSync(stored, 'utf8')) as BenchReport;
writeFileSync(page, withTables(readFileSync(page, 'utf8'), tablesOf(report)));
