import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, parse } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { activated } from './harness/import-jobs';
import { sharedPlayground, setUp } from './harness/playground';
import { crmMessaging, inRow, nodeAt, start } from './harness/workflows';

const playground = setUp(() => sharedPlayground());
const path = 'exports';
const folder = join(__dirname, path);
const asked = (key: string) => `={{ $('Start').first().json.body.${key} }}`;

/** The node *Extract from File* for each kind of file. */
const readers: Record<string, IDataObject> = {
	csv: { options: { delimiter: asked('delimiter'), encoding: asked('encoding') } },
	xlsx: { options: {} },
};

beforeAll(async () => {
	for (const [operation, parameters] of Object.entries(readers)) {
		const webhook = start(`${path}-${operation}`);
		const workflow = inRow(
			`Import an export as ${operation}`,
			{ ...webhook, parameters: { ...webhook.parameters, responseMode: 'lastNode' } },
			nodeAt(2, 'Read', 'extractFromFile', 1, {
				operation,
				binaryPropertyName: 'file',
				...parameters,
			}),
			{
				// A row of headings or totals is a wrong item.
				onError: 'continueErrorOutput',
				...nodeAt(3, 'Import', crmMessaging, 1, {
					resource: 'contact',
					operation: 'upsert',
					origin: path,
					contactsFrom: 'mapAutomatically',
					options: {
						defaultCountryCode: asked('countryCode'),
						// Names of languages, and birthdays without a year.
						ifOptionalValueIsWrong: 'leaveOut',
					},
				}),
			},
		);
		await activated(playground(), {
			...workflow,
			settings: { ...workflow.settings, timezone: 'Europe/Madrid' },
		});
	}
});

/** Uploads a file as it was exported; returns the contacts that the service received. */
async function imported(file: string, options: Record<string, string> = {}): Promise<unknown> {
	const { url, service } = playground();
	service.reset();
	const form = new FormData();
	const settings = { delimiter: ',', encoding: 'utf8', countryCode: '+34', ...options };
	for (const [key, value] of Object.entries(settings)) form.append(key, value);
	form.append('file', new Blob([readFileSync(join(folder, file))]), file);
	const address = `${url}/webhook/${path}-${extname(file).slice(1)}`;
	const answer = await (await fetch(address, { method: 'POST', body: form })).text();
	const sent = service.requests.flatMap(({ body }) => (body as IDataObject).contacts);
	// The node's error is in n8n's answer.
	return sent.length > 0 ? sent : answer;
}

const files = readdirSync(folder).filter((file) => extname(file) !== '.json');

it.each(files)('a file of another system, read by n8n, becomes its contacts: %s', async (file) => {
	// How it is read, and its contacts. The people are made up.
	const expected = readFileSync(join(folder, `${parse(file).name}.json`), 'utf8');
	const { settings, contacts } = JSON.parse(expected) as Record<string, Record<string, string>>;
	expect(await imported(file, settings)).toEqual(contacts);
});
