/** Rules of textlint, made of the style's list. */
import type { TextlintRuleModule } from '@textlint/types';
import type { TxtNode } from '@textlint/ast-node-types';
import { split } from 'sentence-splitter';
import { maskedText } from './masked';
import { habits, openings, sentenceLength, tooltipLength, type Habit } from './style';

/** How a finding begins that is to be judged, and counts against what is allowed. */
export const judged = 'judge: ';

type Report = (message: string, index: number) => void;

/** A rule over everything a person reads as one piece, also in lists and tables. */
function ruleOver(
	types: string[],
	look: (text: string, report: Report, type: string) => void,
): TextlintRuleModule {
	return ({ report, getSource, RuleError, locator }) => {
		const visit = (node: TxtNode): void => {
			const text = maskedText(node, getSource(node));
			const found: Report = (message, index) =>
				report(node, new RuleError(message, { padding: locator.at(index) }));
			look(text, found, node.type);
		};
		return Object.fromEntries(types.map((type) => [type, visit]));
	};
}

interface Sentence {
	text: string;
	at: number;
}

/** The sentences of a text; a colon before a list ends none. */
export function sentencesOf(text: string): Sentence[] {
	return split(text).flatMap((part) =>
		part.type === 'Sentence' ? [{ text: part.raw, at: part.range[0] }] : [],
	);
}

const wordCount = (text: string) =>
	text.split(/[\s–…]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

function habitFinding({ level, but }: Habit, found: string): string {
	return `${level === 'judge' ? judged : ''}“${found}”: write ${but}`;
}

const patterns = habits.map((habit) => ({
	habit,
	pattern: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${habit.not})(?![\\p{L}\\p{N}])`, 'giu'),
}));

const everywhere = ['Paragraph', 'Header', 'TableCell'];

export const words = ruleOver(everywhere, (text, report) => {
	for (const { habit, pattern } of patterns) {
		for (const found of text.matchAll(pattern))
			report(habitFinding(habit, found[0]), found.index);
	}
});

/** A cell of values, such as the words of a status. */
const isList = (text: string) => (text.match(/,/g) ?? []).length > wordCount(text) / 4;

export const length = ruleOver(['Paragraph', 'TableCell'], (text, report, type) => {
	if (type === 'TableCell' && isList(text)) return;
	for (const { text: sentence, at } of sentencesOf(text)) {
		const count = wordCount(sentence);
		const level = count > sentenceLength.most ? '' : judged;
		if (count > sentenceLength.usual) report(`${level}a sentence of ${count} words`, at);
	}
});

export const opening = ruleOver(['Paragraph', 'TableCell'], (text, report) => {
	for (const { text: sentence, at } of sentencesOf(text)) {
		const [, first = ''] = /^\P{L}*(\p{L}+)/u.exec(sentence) ?? [];
		const asks = /\?\s*$/.test(sentence) || wordCount(sentence) < 4;
		if (openings.includes(first) && !asks) {
			report(`a sentence begins with “${first}”: begin with its subject`, at);
		}
	}
});

/** In messages, tooltips and labels: two sentences, not a semicolon. */
export const semicolon = ruleOver(everywhere, (text, report) => {
	const at = text.indexOf(';');
	if (at >= 0) report('a semicolon: write two sentences', at);
});

export const tooltip = ruleOver(['Paragraph'], (text, report) => {
	if (text.length > tooltipLength) report(`a tooltip of ${text.length} characters`, 0);
});
