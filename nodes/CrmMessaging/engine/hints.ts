import { figure, type Sentence, type Weight } from '../catalogue/sentence';
import type { ListSentence } from '../fields/field';
import { addTo } from '../fields/values';
import { withoutTags } from '../n8n/errors';
import { displayName } from './recipient';
import { itemsOf, type Row } from './row';

/** Importance of hints, as n8n's boxes show it, most important first. */
const weights: readonly Weight[] = ['danger', 'warning', 'info'];

export interface Hint {
	message: string;
	type: Weight;
}

/** A hint about rows, whose recipients and items it names; omitted, about a whole run. */
export interface Note {
	sentence: Sentence;
	rows?: readonly Row[];
}

/** A sentence, and what it is about so far. */
interface Given {
	sentence: Sentence;
	times: number;
	items: Set<number>;
	names: Set<string>;
}

/** Information about a run without an error. Repeated hints merge, with a count. */
export class Hints {
	private readonly given = new Map<string, Given>();
	private readonly lists = new Map<ListSentence, string[]>();

	/** Adds a hint about rows, an item or the run. */
	add(sentence: Sentence, rows: ReadonlyArray<Pick<Row, 'items' | 'recipient'>> = []): void {
		const key = sentence.text + sentence.advice;
		const [items, names] = [new Set<number>(), new Set<string>()];
		const hint = this.given.get(key) ?? { sentence, times: 0, items, names };
		this.given.set(key, hint);
		hint.times++;
		for (const item of itemsOf(rows)) hint.items.add(item);
		for (const { recipient } of rows) {
			const name = displayName(recipient);
			if (name !== undefined) hint.names.add(name);
		}
	}

	/** Adds a hint about rows that names them itself. A preview shows it next to each. */
	warn(sentence: Sentence, rows: readonly Row[]): void {
		this.add(sentence);
		for (const row of rows) row.warnings = [...row.warnings, `${sentence.text}.`];
	}

	/** Adds a thing to a hint about all of its kind, which its function identifies. */
	list(sentenceOf: ListSentence, thing: string): void {
		addTo(this.lists, sentenceOf, thing);
	}

	get all(): Hint[] {
		const lists = [...this.lists].map(([sentenceOf, things]) => {
			const list = formatList([...new Set(things)], mostListed);
			return sentenceOf({ list, count: figure(things.length), example: things[0] ?? '' });
		});
		return [...lists, ...[...this.given.values()].map(completeSentence)].map(hintOf);
	}
}

function completeSentence({ sentence, times, items, names }: Given): Sentence {
	const places = [
		...(items.size > 1 || names.size > 0 ? [formatItems([...items])] : []),
		...(items.size === 0 && times > 1 ? [`${figure(times)} times`] : []),
	];
	const about = names.size > 0 ? `: ${formatList([...names])}` : '';
	const place = places.length > 0 ? ` (${places.join(', ')})` : '';
	return { ...sentence, text: sentence.text + about + place };
}

/** Hints in one box for each importance, since n8n would show each in its own. */
export function boxesOf(hints: readonly Hint[]): Hint[] {
	return weights.flatMap((type) => {
		const messages = hints.flatMap((hint) => (hint.type === type ? hint.message : []));
		return messages.length > 0 ? [{ message: messages.join('<br><br>'), type }] : [];
	});
}

function hintOf({ text, advice, weight: type = 'warning' }: Sentence): Hint {
	// A value in it must not become a tag.
	return { message: withoutTags(advice ? `${text}. ${advice}` : `${text}.`), type };
}

const mostNamed = 10;
/** In a hint whose purpose is the list, such as the columns of a file. */
const mostListed = 100;

/** Names some of a list, and counts the rest: `a, b, c and 7 more`. */
export function formatList(texts: ReadonlyArray<string | number>, most = mostNamed): string {
	const named = texts.slice(0, most).join(', ');
	const rest = texts.length - most;
	return rest > 0 ? `${named} and ${figure(rest)} more` : named;
}

/** Names input items: `item 4`, `items 0–999`, `items 1, 4, 9`. */
export function formatItems(items: readonly number[]): string {
	if (items.length <= 1) return `item ${items[0] ?? 0}`;
	const ranges: Array<[first: number, last: number]> = [];
	for (const item of [...items].sort((one, other) => one - other)) {
		const range = ranges.at(-1);
		if (range && item <= range[1] + 1) range[1] = item;
		else ranges.push([item, item]);
	}
	return `items ${formatList(ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)))}`;
}
