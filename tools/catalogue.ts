/** The catalogue as its page and the check of the tests see it. */
import * as contacts from '../nodes/CrmMessaging/catalogue/contacts';
import * as messages from '../nodes/CrmMessaging/catalogue/messages';
import * as panels from '../nodes/CrmMessaging/catalogue/panels';
import * as requests from '../nodes/CrmMessaging/catalogue/requests';
import * as runs from '../nodes/CrmMessaging/catalogue/runs';
import type { SentenceMaker } from '../nodes/CrmMessaging/catalogue/sentence';
import * as texts from '../nodes/CrmMessaging/catalogue/texts';
import * as values from '../nodes/CrmMessaging/catalogue/values';

/** A part of a sentence, as `words` makes it. */
type AnyPart = string | { template: string };

type Table = Record<string, AnyPart>;

/** The exports of all files of the catalogue. */
const tables = [contacts, messages, requests, runs, texts, values].flatMap((file) =>
	Object.values(file as unknown as Record<string, Table>),
);

/** Parts of the catalogue that no one looks up on the page. */
export const unlisted: Table[] = Object.values(panels);

const isMaker = (one: AnyPart | SentenceMaker): one is SentenceMaker =>
	typeof one === 'function' && 'code' in one;

/** Every sentence with a code. */
export const sentences: SentenceMaker[] = tables.flatMap((table) =>
	Object.values(table as Record<string, AnyPart | SentenceMaker>).filter(isMaker),
);

/** The template of a part. */
export function templateOf(part: AnyPart): string {
	return typeof part === 'string' ? part : part.template;
}

/** Every text of the catalogue that is no sentence with a code. */
export const parts: string[] = tables.flatMap((table) =>
	Object.values(table)
		.filter((one) => !isMaker(one) && !Array.isArray(one))
		.map(templateOf),
);

const { choiceAdvice, valueProblem } = values;
const { impossible, future, ...phoneProblem } = valueProblem;
const { tagAdvice, expressionAdvice } = texts;
const { choiceInstead, rejection } = runs;
const { noAnswerBecause, unreadable } = requests;
const { timedOut, broken, ...unreachableBecause } = noAnswerBecause;
const { mapped, at, ...identifiers } = contacts.contactAdvice;
const { meant, fields, noFields, functions, ...ofValue } = expressionAdvice;
const { hotel, texts: hotelTexts, more, unknown, oneOrder } = contacts.oddity;

/** The parts that can be the value of a placeholder, by the code of its sentence. */
export const partsOf: Record<string, Record<string, Table>> = {
	unknownKey: { advice: { use: choiceAdvice.use, meant: choiceAdvice.meant } },
	notInList: { advice: choiceAdvice },
	wrongDay: { problem: { impossible, future } },
	phoneNeedsCode: { problem: phoneProblem },
	bracesInFixedText: {
		advice: { fixed: tagAdvice.fixed, fixedMessage: tagAdvice.fixedMessage },
	},
	undefinedExpression: { advice: { meant, fields, noFields, functions } },
	meaninglessValue: { advice: ofValue },
	foreignTag: {
		advice: { expression: tagAdvice.expression, placeholder: tagAdvice.placeholder },
	},
	unidentified: { advice: identifiers },
	notAContact: { advice: { mapped, at } },
	duplicates: { result: contacts.duplicatesSent },
	otherHotel: { difference: { hotel, hotelTexts } },
	listCut: { rest: { more, unknown, oneOrder } },
	noPlaceholderValue: { advice: messages.placeholderAdvice },
	timePassed: { since: messages.passedSince },
	unreachable: { problem: unreachableBecause },
	noAnswer: { reason: { timedOut, broken } },
	unreadableAnswer: { reason: unreadable },
	unknownEarlier: { reason: runs.earlierTry },
	notForAgents: { advice: { contacts: choiceInstead.contacts, wait: choiceInstead.wait } },
	severalRequests: {
		advice: {
			rounds: choiceInstead.rounds,
			contactsOfItem: choiceInstead.contactsOfItem,
			alike: choiceInstead.alike,
		},
	},
	rejected: {
		rejection: { delivery: rejection.delivery, contact: rejection.contact },
		advice: { check: rejection.check, inPart: rejection.inPart },
	},
	outcomes: { outcomes: runs.outcomesOfRun },
	noEffect: { reason: runs.otherSetting },
};

/** A pattern that a text made of a template matches. */
export function patternOf(template: string, ofPlaceholders: Record<string, Table> = {}): string {
	return template
		.split(/‹(\w+)›/)
		.map((part, index) => {
			if (index % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
			const known = ofPlaceholders[part];
			if (!known) return '[^]*';
			return `(?:${Object.values(known)
				.map((one) => patternOf(templateOf(one)))
				.join('|')})`;
		})
		.join('');
}
