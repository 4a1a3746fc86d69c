import { figure, type Sentence, type Weight } from '../catalogue/sentence';
import type { CountSentence, ListSentence } from '../fields/field';
import { withoutTags } from '../n8n/errors';
import { displayName } from './recipient';
import { itemsOf, type Row } from './row';

/** Importance of hints, as n8n's boxes show it, most important first. */
const weights: readonly Weight[] = ['danger', 'warning', 'info'];

/** A hint as n8n shows it. */
export interface Hint {
	message: string;
	type: Weight;
	/** The end of the message, which a box shows once for all hints that have it. */
	advice?: string;
}

const mostBoxes = 2;

interface Given extends Hint {
	times: number;
	items: Set<number>;
	/** The messages about other values. */
	others: Set<string>;
}

/** Information about a run without an error. Repeated hints merge, with a count. */
export class Hints {
	private readonly given = new Map<string, Given>();
	private readonly lists = new Map<ListSentence, Set<string>>();
	private readonly aboutRows = new Map<string, { sentence: Sentence; rows: Row[] }>();
	private readonly counts = new Map<CountSentence, { count: number; example: string }>();

	/**
	 * Adds a hint; hints with the same code merge.
	 *
	 * @param item its input item, if it concerns one
	 */
	add(sentence: Sentence, item?: number): void {
		const { message, type, advice } = hintOf(sentence);
		const key = sentence.perValue ? sentence.code : message;
		const known = this.given.get(key);
		const hint = known ?? {
			message,
			type,
			advice,
			times: 0,
			items: new Set(),
			others: new Set(),
		};
		if (!known) this.given.set(key, hint);
		hint.times++;
		if (item !== undefined) hint.items.add(item);
		if (message !== hint.message) hint.others.add(message);
	}

	/**
	 * Adds a thing to a hint that lists all of its kind.
	 *
	 * @param sentenceOf makes the hint; the same function means the same hint
	 */
	list(sentenceOf: ListSentence, thing: string): void {
		const things = this.lists.get(sentenceOf);
		if (things) things.add(thing);
		else this.lists.set(sentenceOf, new Set([thing]));
	}

	/**
	 * Adds to a hint that counts things of a kind, with the first as an example.
	 *
	 * @param sentenceOf makes the hint; the same function means the same hint
	 */
	count(sentenceOf: CountSentence, example: string): void {
		const known = this.counts.get(sentenceOf);
		if (known) known.count++;
		else this.counts.set(sentenceOf, { count: 1, example });
	}

	/** Adds a hint about rows; those about the same are one, with all their names. */
	addTo(sentence: Sentence, rows: readonly Row[]): void {
		const known = this.aboutRows.get(sentence.text) ?? { sentence, rows: [] };
		this.aboutRows.set(sentence.text, known);
		known.rows.push(...rows);
	}

	get all(): Hint[] {
		const aboutRows = [...this.aboutRows.values()].map(({ sentence, rows }) =>
			hintOf({ ...sentence, text: sentence.text + namesOfRows(rows) }),
		);
		const lists = [...this.lists].map(([sentenceOf, things]) =>
			hintOf(sentenceOf({ list: formatList([...things], mostListed) })),
		);
		const counts = [...this.counts].map(([sentenceOf, { count, example }]) =>
			hintOf(sentenceOf({ count, example })),
		);
		const all = [...lists, ...counts, ...aboutRows, ...this.sentences()].map(
			({ message, type, advice }) => ({
				// A value in the message must not become a tag.
				message: withoutTags(message),
				type,
				advice: advice && withoutTags(advice),
			}),
		);
		return bySeverity(all).flat();
	}

	/** The hints in n8n's boxes. */
	get boxes(): Hint[] {
		return boxesOf(this.all);
	}

	private sentences(): Hint[] {
		return [...this.given.values()].map(({ message, type, advice, times, items, others }) => {
			const more = others.size > 0 ? ` And ${figure(others.size)} more like this.` : '';
			const place = items.size > 1 ? ` (${formatItems([...items])})` : '';
			const often = items.size === 0 && times > 1 ? ` (${figure(times)} times)` : '';
			return { message: `${message}${more}${place}${often}`, type, advice };
		});
	}
}

function bySeverity(hints: readonly Hint[]): Hint[][] {
	return weights.map((weight) => hints.filter(({ type }) => type === weight));
}

/** Hints in at most two boxes: the most severe ones share one, and all others the other. */
export function boxesOf(hints: readonly Hint[]): Hint[] {
	const [worst = [], ...others] = bySeverity(hints).filter(({ length }) => length > 0);
	const rest = others.flat();
	const inOrder = [...worst, ...rest];
	const boxes = hints.length > mostBoxes ? [worst, rest] : inOrder.map((hint) => [hint]);
	return boxes.flatMap(inOneBox);
}

function inOneBox([first, ...more]: readonly Hint[]): Hint[] {
	if (!first) return [];
	const hints = [first, ...more];
	const messages = hints.map(({ message, advice }, at) => {
		const isLater = hints.slice(at + 1).some((other) => advice && other.advice === advice);
		return isLater ? message.replace(` ${advice}`, '') : message;
	});
	return [{ message: messages.join('<br>'), type: first.type }];
}

/** A sentence as a hint. */
export function hintOf({ text, advice, weight = 'warning' }: Sentence): Hint {
	const message = advice ? `${text}. ${advice}` : `${text}.`;
	return { message, type: weight, advice };
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

/** The first recipients and items of rows, as they follow a count. */
export function namesOfRows(rows: readonly Row[]): string {
	const names = [...new Set(rows.flatMap(({ recipient }) => displayName(recipient) ?? []))];
	const recipients = names.length > 0 ? `: ${formatList(names)}` : '';
	return `${recipients} (${formatItems(itemsOf(rows))})`;
}
