/** The catalogue as its page sees it. */
import * as contacts from '../nodes/CrmMessaging/catalogue/contacts';
import * as messages from '../nodes/CrmMessaging/catalogue/messages';
import * as requests from '../nodes/CrmMessaging/catalogue/requests';
import * as runs from '../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../nodes/CrmMessaging/catalogue/sentence';
import * as values from '../nodes/CrmMessaging/catalogue/values';

/** Parts of sentences, as `words` makes them. */
export type Parts = Record<string, string | ((values: never) => string)>;

type Entry = Parts[string] | ((values: never) => Sentence);

/** A text with its placeholders. */
const templateOf = (entry: Entry) =>
	typeof entry === 'string' ? entry : entry(undefined as never);

/** All texts of the files of the catalogue. */
const texts = [contacts, messages, requests, runs, values]
	.flatMap((file) => Object.values<object>(file))
	.filter((table) => !Object.values(table).some(Array.isArray))
	.flatMap((table) => Object.values<Entry>(table as Record<string, Entry>).map(templateOf));

/** Every sentence with a code. */
export const sentences = texts.filter((text) => typeof text !== 'string');

/** Every text of the catalogue that is no sentence with a code. */
export const parts = texts.filter((text) => typeof text === 'string');

/** The templates of parts. */
export function templatesOf(table: Parts): string[] {
	return Object.values(table).map((part) => templateOf(part) as string);
}

function some<T extends Parts>(table: T, ...names: Array<keyof T & string>): Parts {
	return Object.fromEntries(names.map((name) => [name, table[name]!]));
}

const { choiceAdvice, expressionAdvice } = values;

const wayToField = some(expressionAdvice, 'meant', 'fields', 'otherNode', 'missing', 'argument');

/** The parts that can be the value of a placeholder, by the code of its sentence. */
export const partsOf: Record<string, Record<string, Parts>> = {
	unknownKey: { advice: some(choiceAdvice, 'use', 'meant') },
	notInList: { advice: some(choiceAdvice, 'use', 'gender') },
	undefinedExpression: { advice: wayToField },
	emptyExpression: { advice: wayToField },
	meaninglessValue: {
		advice: some(expressionAdvice, 'object', 'function', 'calculation', 'gap', 'mark', 'date'),
	},
	damagedText: { advice: values.damageAdvice },
	unidentified: { advice: contacts.contactAdvice },
	noPlaceholderValue: { advice: messages.placeholderAdvice },
	unreadableAnswer: { reason: requests.unreadable },
	outcomes: { outcomes: runs.outcomesOfRun },
};
