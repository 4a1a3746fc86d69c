import { CrmMessagingApi } from '../../../credentials/CrmMessagingApi.credentials';
import { CrmMessaging } from '../../../nodes/CrmMessaging/CrmMessaging.node.ts';
import { CrmMessagingTrigger } from '../../../nodes/CrmMessaging/CrmMessagingTrigger.node.ts';
import { parts, sentences } from '../../../tools/catalogue';

interface Labelled {
	displayName?: string;
	name?: string;
	options?: unknown[];
	values?: unknown[];
}

/** The labels of controls, of their choices, and of the controls inside them. */
const labelsOf = (controls: unknown[]): string[] =>
	(controls as Labelled[]).flatMap(({ displayName, name, options = [], values = [] }) => [
		displayName ?? name ?? '',
		...labelsOf(options),
		...labelsOf(values),
	]);

const shown = new Set([
	...labelsOf(new CrmMessaging().description.properties),
	...labelsOf(new CrmMessagingTrigger().description.properties),
	...labelsOf(new CrmMessagingApi().properties),
	// Of n8n and of spreadsheets; the limit’s label has its unit.
	...['CRM Messaging Trigger', 'Extract from File', 'Loop Over Items', 'Production URL'],
	...['CSV UTF', 'Max Wait'],
]);

const word = '\\p{Lu}\\p{L}*(?:-\\p{Lu}\\p{L}*)?';
/** Words that begin a sentence before a name. */
const verb = '(?:Add|Check|Choose|Copy|In|Lower|Set|The|Write) ';
/** A name of several words, such as “Map Each Field”. */
const name = new RegExp(
	`(?<!\\p{L})(?!${verb})${word}(?: (?:(?:as|for|from|on) )?${word}| \\(JSON\\))+`,
	'gu',
);

it('a sentence names no control or choice that doesn’t exist', () => {
	const all = [...sentences.flatMap(({ text, advice }) => [text, advice]), ...parts];
	const named = all.flatMap((text) => text.match(name) ?? []);
	expect(named.length).toBeGreaterThan(50);
	expect([...new Set(named)].filter((label) => !shown.has(label))).toEqual([]);
});
