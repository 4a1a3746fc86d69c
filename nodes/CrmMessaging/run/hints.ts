import { shownItems } from './shownItems';

/** A hint that was given once or more. */
interface Given {
	message: string;
	times: number;
	items: Set<number>;
	/** Other messages of the same kind. */
	others: Set<string>;
}

/** What people should know although nothing is wrong; what was said often is said once, with a count. */
export class Hints {
	private readonly given = new Map<string, Given>();

	/**
	 * @param item the input item it is about, where it is about one
	 * @param kind hints of one kind are one hint, although each names another value
	 */
	add(message: string, item?: number, kind = message): void {
		const known = this.given.get(kind);
		const given = known ?? { message, times: 0, items: new Set(), others: new Set() };
		if (!known) this.given.set(kind, given);
		given.times++;
		if (item !== undefined) given.items.add(item);
		if (message !== given.message) given.others.add(message);
	}

	/** The hints as n8n shows them. */
	get texts(): string[] {
		return [...this.given.values()].map(({ message, times, items, others }) => {
			const more =
				others.size > 0 ? ` And ${others.size.toLocaleString('en')} more like this.` : '';
			const place = items.size > 1 ? ` (${shownItems([...items])})` : '';
			const often =
				items.size === 0 && times > 1 ? ` (${times.toLocaleString('en')} times)` : '';
			return `${message}${more}${place}${often}`;
		});
	}
}
