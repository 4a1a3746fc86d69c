/** Looks at texts by the style's rules. */
import { parse } from '@textlint/markdown-to-ast';
import { split } from 'sentence-splitter';
import { never, openings, seldom, sentenceLength, tooltipLength } from './style';

/** A text that a person reads. */
export interface Text {
	/** Texts of one kind, to which the same rules and the same allowance apply. */
	area: string;
	/** Its file, or its place in a form. */
	place: string;
	/** Markdown; its lines are those of the file. */
	text: string;
	/** Texts of forms and messages have rules of their own. */
	kind?: 'label' | 'tooltip' | 'notice' | 'message';
}

/** A part of a page. */
interface Part {
	type: string;
	value?: string;
	loc: { start: { line: number } };
	children?: readonly Part[];
}

/** Parts that a person reads as one piece, also in lists and tables. */
const pieces = ['Paragraph', 'Header', 'TableCell'];

/** Names, code and quotations count as one word each and are not judged. */
const oneWord = 'x';

/** The readable text of a part, without markup. */
function textOf({ type, value = '', children }: Part): string {
	if (children) return children.map(textOf).join('');
	if (type === 'Str') return value.replace(/\n/g, ' ');
	return type === 'Code' ? oneWord : ' ';
}

function readable(piece: Part): string {
	return textOf(piece)
		.replace(/“[^”]*”|"[^"\s][^"]*"|«[^»]*»/g, oneWord)
		.replace(/\b[\w/-]+\.(?:ts|json|md|mjs|cjs|yaml|node|com)\b/g, oneWord);
}

const wordCount = (text: string) =>
	text.split(/[\s–…]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Values, such as the words of a status. */
const isList = (text: string) => (text.match(/,/g) ?? []).length > wordCount(text) / 4;

function wordsIn(text: string, isStrict: boolean): string[] {
	return [...never, ...(isStrict ? seldom : [])].flatMap(([not, but]) => {
		const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${not})(?![\\p{L}\\p{N}])`, 'giu');
		return [...text.matchAll(pattern)].map(([found]) => `“${found}”: write ${but}`);
	});
}

function sentencesIn(text: string, isStrict: boolean): string[] {
	const most = isStrict ? sentenceLength.usual : sentenceLength.most;
	return split(text).flatMap(({ type, raw }) => {
		if (type !== 'Sentence') return [];
		const count = wordCount(raw);
		const [, first = ''] = /^\P{L}*(\p{L}+)/u.exec(raw) ?? [];
		const asks = /\?\s*$/.test(raw) || count < 4;
		const found: string[] = [];
		if (count > most && !isList(raw)) {
			found.push(`a sentence of ${count} words: “${raw.slice(0, 40)}…”`);
		}
		if (openings.includes(first) && !asks) {
			found.push(`a sentence begins with “${first}”: begin with its subject`);
		}
		return found;
	});
}

/** Two sentences, not a semicolon; and a tooltip is short. */
function formIn(text: string, kind: Text['kind']): string[] {
	const found: string[] = [];
	if (text.includes(';')) found.push('a semicolon: write two sentences');
	if (kind === 'tooltip' && text.length > tooltipLength) {
		found.push(`a tooltip of ${text.length} characters`);
	}
	return found;
}

/** The findings in a text; a strict look finds what reads as a translation only at times, too. */
export function findingsIn({ place, text, kind }: Text, isStrict: boolean): string[] {
	const visit = (node: Part): string[] => {
		if (!pieces.includes(node.type)) {
			return (node.children ?? []).flatMap(visit);
		}
		const piece = readable(node);
		const hasSentences = node.type !== 'Header' && kind !== 'label';
		const found = [
			...wordsIn(piece, isStrict),
			...(hasSentences ? sentencesIn(piece, isStrict) : []),
			...(kind && kind !== 'label' ? formIn(piece, kind) : []),
		];
		return found.map((finding) => `${place}:${node.loc.start.line} ${finding}`);
	};
	return visit(parse(text));
}
