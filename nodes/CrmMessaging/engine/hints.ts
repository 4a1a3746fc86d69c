import type { CountSentence } from '../fields/field';

/** A hint that was given once or more. */
interface Given {
	message: string;
	times: number;
	items: Set<number>;
	/** Other messages of the same kind. */
	others: Set<string>;
}

/** Notes for people although nothing is wrong; repeated hints become one, with a count. */
export class Hints {
	private readonly given = new Map<string, Given>();
	private readonly alarms = new Set<string>();
	/** The things that a hint lists, each once. */
	private readonly lists = new Map<(things: string) => string, Set<string>>();
	private readonly counts = new Map<CountSentence, { count: number; example: string }>();

	/**
	 * @param item the input item it is about, if it is about one
	 * @param kind hints of one kind are one hint, although each names another value
	 */
	add(message: string, item?: number, kind = message): void {
		const known = this.given.get(kind);
		const hint = known ?? { message, times: 0, items: new Set(), others: new Set() };
		if (!known) this.given.set(kind, hint);
		hint.times++;
		if (item !== undefined) hint.items.add(item);
		if (message !== hint.message) hint.others.add(message);
	}

	/** Adds a hint at what a person has to look into. */
	alarm(message: string): void {
		this.add(message);
		this.alarms.add(message);
	}

	/** Whether one of the texts is such a hint. */
	isAlarm(text: string): boolean {
		return [...this.alarms].some((alarm) => text.startsWith(alarm));
	}

	/**
	 * Adds a thing to a hint that lists all of its kind.
	 *
	 * @param sentenceOf makes the hint of the list; the same function makes the same hint
	 */
	list(sentenceOf: (things: string) => string, thing: string): void {
		const things = this.lists.get(sentenceOf);
		if (things) things.add(thing);
		else this.lists.set(sentenceOf, new Set([thing]));
	}

	/**
	 * Adds to a hint that counts things of a kind, with the first as an example.
	 *
	 * @param sentenceOf makes the hint; the same function makes the same hint
	 */
	count(sentenceOf: CountSentence, example: string): void {
		const known = this.counts.get(sentenceOf);
		if (known) known.count++;
		else this.counts.set(sentenceOf, { count: 1, example });
	}

	/** The hints as n8n shows them. */
	get texts(): string[] {
		const lists = [...this.lists].map(([sentenceOf, things]) =>
			sentenceOf(formatList([...things])),
		);
		const counts = [...this.counts].map(([sentenceOf, { count, example }]) =>
			sentenceOf(count, example),
		);
		return [...lists, ...counts, ...this.sentences()];
	}

	private sentences(): string[] {
		return [...this.given.values()].map(({ message, times, items, others }) => {
			const more =
				others.size > 0 ? ` And ${others.size.toLocaleString('en')} more like this.` : '';
			const place = items.size > 1 ? ` (${formatItems([...items])})` : '';
			const often =
				items.size === 0 && times > 1 ? ` (${times.toLocaleString('en')} times)` : '';
			return `${message}${more}${place}${often}`;
		});
	}
}

/** The most that a sentence names. */
const mostNamed = 10;

/** Names some of a list, and counts the rest: `a, b, c and 7 more`. */
export function formatList(texts: ReadonlyArray<string | number>): string {
	const named = texts.slice(0, mostNamed).join(', ');
	const rest = texts.length - mostNamed;
	return rest > 0 ? `${named} and ${rest.toLocaleString('en')} more` : named;
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
