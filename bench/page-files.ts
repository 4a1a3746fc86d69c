import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../playground/n8n/node24';
import { tablesOf, withTables } from './page';
import { pictureOf } from './picture';
import type { StoredReport } from './stored-report';

/** Where the page, its picture, and what both are made of are kept. */
export interface PageFiles {
	page: string;
	picture: string;
	stored: string;
}

/** The files in the folder of the documents. */
export function pageFilesIn(docs = join(root, 'docs')): PageFiles {
	return {
		page: join(docs, 'performance.md'),
		picture: join(docs, 'pictures', 'performance.svg'),
		stored: join(docs, 'performance.json'),
	};
}

/** What each file holds when it shows a report; the page's own words stay. */
export async function contentsFor(files: PageFiles, report: StoredReport): Promise<PageFiles> {
	const config = await resolveConfig(files.page);
	const page = withTables(readFileSync(files.page, 'utf8'), tablesOf(report));
	return {
		page: await format(page, { ...config, parser: 'markdown' }),
		picture: pictureOf(report),
		stored: await format(JSON.stringify(report), { ...config, parser: 'json' }),
	};
}
