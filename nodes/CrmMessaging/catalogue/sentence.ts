/** Something the package says, and the code by which workflows and tests know it. */
export interface Sentence {
	/** Its key in the catalogue; no two sentences share one. */
	code: string;
	/** The problem or event, without a final period. */
	text: string;
	/** The way out, in sentences; empty if there is none or the text is enough. */
	advice: string;
	/** Of a hint: how much it matters; left out, it's a warning. */
	weight?: Weight;
	/** Of a hint: whether those about other values are counted with the first. */
	perValue?: boolean;
}

/** How much a hint matters, as n8n shows it. */
export type Weight = 'danger' | 'warning' | 'info';

type Part = string | ((...values: never[]) => string);

/** How a sentence is made of values, which come quoted and formatted. */
interface Entry {
	/** It follows the label of a field if it is about one (`is empty`). */
	text: Part;
	/** If it is a function, it has all the values as parameters. */
	advice?: Part;
	weight?: Weight;
	perValue?: boolean;
	/** Values for the documentation and the tests. */
	example?: readonly unknown[];
	/** An explanation for the documentation alone. */
	more?: string;
}

type ValuesOf<E extends Entry> = E extends { advice: (...values: infer Values) => string }
	? Values
	: E extends { text: (...values: infer Values) => string }
		? Values
		: [];

/** Makes a sentence of its values. */
export interface SentenceMaker<Values extends unknown[] = never[]> {
	(...values: Values): Sentence;
	code: string;
	example: Sentence;
	more?: string;
}

/** Declares sentences by their codes. */
export function catalogue<All extends Record<string, Entry>>(
	entries: All,
): { [Code in keyof All]: SentenceMaker<ValuesOf<All[Code]>> } {
	const makers = Object.entries(entries).map(
		([code, { text, advice = '', weight, perValue, example, more }]) => {
			const maker = (...values: unknown[]): Sentence => ({
				code,
				text: filled(text, values),
				advice: filled(advice, values),
				...(weight && { weight }),
				...(perValue && { perValue }),
			});
			return [code, Object.assign(maker, { code, example: maker(...(example ?? [])), more })];
		},
	);
	return Object.fromEntries(makers) as ReturnType<typeof catalogue<All>>;
}

function filled(part: Part, values: unknown[]): string {
	return typeof part === 'string' ? part : part(...(values as never[]));
}
