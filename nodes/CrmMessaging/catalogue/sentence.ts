/** A text of the package, and the code that identifies it in workflows and tests. */
export interface Sentence {
	/** Its key in the catalogue, which is unique. */
	code: string;
	/** The problem or event, without a final period. */
	text: string;
	/** The solution in full sentences; empty if there is none or the text is enough. */
	advice: string;
	/** For a hint: its importance; the default is a warning. */
	weight?: Weight;
	/** Of a hint: whether those about other values are counted with the first. */
	perValue?: boolean;
}

/** A hint's importance, as n8n shows it. */
export type Weight = 'danger' | 'warning' | 'info';

/** A number as sentences show it: `1,200`. */
export function figure(number: number): string {
	return number.toLocaleString('en');
}

/** A number of things: `1 contact`, `1,200 contacts`. */
export function counted(number: number, one: string, several = `${one}s`): string {
	return `${figure(number)} ${number === 1 ? one : several}`;
}

type Part = string | ((...values: never[]) => string);

/** Builds a sentence from values, which are already quoted and formatted. */
interface Entry {
	/** It follows a field's label if it is about one (`is empty`). */
	text: Part;
	/** A function receives all the values. */
	advice?: Part;
	weight?: Weight;
	perValue?: boolean;
	/** Values for the documentation and the tests. */
	example?: readonly unknown[];
	/** The field that the documentation's example is about. */
	field?: string;
	/** An explanation only for the documentation. */
	more?: string;
}

type ValuesOf<E extends Entry> = E extends { advice: (...values: infer Values) => string }
	? Values
	: E extends { text: (...values: infer Values) => string }
		? Values
		: [];

/** Builds a sentence from its values. */
export interface SentenceMaker<Values extends unknown[] = never[]> {
	(...values: Values): Sentence;
	code: string;
	example: Sentence;
	field?: string;
	more?: string;
}

/** Declares sentences by their codes. */
export function catalogue<All extends Record<string, Entry>>(
	entries: All,
): { [Code in keyof All]: SentenceMaker<ValuesOf<All[Code]>> } {
	const makers = Object.entries(entries).map(
		([code, { text, advice = '', weight, perValue, example, field, more }]) => {
			const maker = (...values: unknown[]): Sentence => ({
				code,
				text: filled(text, values),
				advice: filled(advice, values),
				...(weight && { weight }),
				...(perValue && { perValue }),
			});
			return [
				code,
				Object.assign(maker, { code, example: maker(...(example ?? [])), field, more }),
			];
		},
	);
	return Object.fromEntries(makers) as ReturnType<typeof catalogue<All>>;
}

function filled(part: Part, values: unknown[]): string {
	return typeof part === 'string' ? part : part(...(values as never[]));
}
