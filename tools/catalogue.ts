/** The catalogue as its page sees it. */
import * as contacts from '../nodes/CrmMessaging/catalogue/contacts';
import * as messages from '../nodes/CrmMessaging/catalogue/messages';
import * as panels from '../nodes/CrmMessaging/catalogue/panels';
import * as requests from '../nodes/CrmMessaging/catalogue/requests';
import * as runs from '../nodes/CrmMessaging/catalogue/runs';
import type { SentenceMaker } from '../nodes/CrmMessaging/catalogue/sentence';
import * as texts from '../nodes/CrmMessaging/catalogue/texts';
import * as values from '../nodes/CrmMessaging/catalogue/values';

/** Parts of sentences, as `words` makes them. */
export type Parts = Record<string, string | { template: string }>;

/** All entries of the files of the catalogue. */
const entries = [contacts, messages, requests, runs, texts, values]
	.flatMap((file) => Object.values<object>(file))
	.flatMap((table) => Object.values<Parts[string] | SentenceMaker>(table as Parts));

/** Parts of the catalogue that no one looks up on the page. */
export const unlisted: Parts[] = Object.values(panels);

const isMaker = (entry: (typeof entries)[number]): entry is SentenceMaker =>
	typeof entry === 'function' && 'code' in entry;
const isPart = (entry: (typeof entries)[number]): entry is Parts[string] =>
	!isMaker(entry) && !Array.isArray(entry);

/** Every sentence with a code. */
export const sentences: SentenceMaker[] = entries.filter(isMaker);

/** The template of a part. */
const templateOf = (part: Parts[string]): string =>
	typeof part === 'string' ? part : part.template;

/** Every text of the catalogue that is no sentence with a code. */
export const parts: string[] = entries.filter(isPart).map(templateOf);

/** The templates of parts. */
export function templatesOf(table: Parts): string[] {
	return Object.values(table).map(templateOf);
}

function some<T extends Parts>(table: T, ...names: Array<keyof T & string>): Parts {
	return Object.fromEntries(names.map((name) => [name, table[name]!]));
}

const { choiceAdvice } = values;
const { tagAdvice, expressionAdvice } = texts;
const { choiceInstead, rejection } = runs;
const { noAnswerBecause } = requests;

const wayToField = some(expressionAdvice, 'meant', 'fields', 'otherNode');

/** The parts that can be the value of a placeholder, by the code of its sentence. */
export const partsOf: Record<string, Record<string, Parts>> = {
	unknownKey: { advice: some(choiceAdvice, 'use', 'meant') },
	notInList: { advice: some(choiceAdvice, 'use', 'gender', 'status') },
	bracesInFixedText: { advice: some(tagAdvice, 'fixed') },
	undefinedExpression: { advice: wayToField },
	emptyExpression: { advice: wayToField },
	meaninglessValue: {
		advice: some(expressionAdvice, 'object', 'function', 'calculation', 'gap', 'mark', 'date'),
	},
	foreignTag: { advice: some(tagAdvice, 'other') },
	damagedText: { advice: values.damageAdvice },
	unidentified: { advice: contacts.contactAdvice },
	duplicates: { result: contacts.duplicatesSent },
	noPlaceholderValue: { advice: messages.placeholderAdvice },
	unreachable: {
		problem: some(noAnswerBecause, 'refused', 'unknown', 'noWay', 'notSecure', 'certificate'),
	},
	noAnswer: { reason: some(noAnswerBecause, 'timedOut', 'broken') },
	unreadableAnswer: { reason: requests.unreadable },
	unknownEarlier: { reason: runs.earlierTry },
	notForAgents: { advice: some(choiceInstead, 'contacts', 'wait') },
	severalRequests: { advice: some(choiceInstead, 'fewer', 'alike') },
	rejected: {
		rejection: some(rejection, 'delivery', 'contact'),
		advice: some(rejection, 'check', 'inPart'),
	},
	outcomes: { outcomes: runs.outcomesOfRun },
	noEffect: { reason: runs.otherSetting },
};
