/** A text of the package, and the code that identifies it in workflows and tests. */
export interface Sentence {
	/** Its key in the catalogue, which is unique. */
	code: string;
	/** The problem or event, without a final period. It may begin with ‹field›, for its labels. */
	text: string;
	/** The solution in full sentences. */
	advice: string;
	/** Of a hint; a warning if there is none. */
	weight?: Weight;
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

/** The place of a field's labels in a text. */
export const fieldPlace = '‹field›';

/** Names of a template's placeholders, which are written ‹name›. */
type NamesIn<Template> = Template extends `${string}‹${infer Name}›${infer Rest}`
	? Exclude<Name, 'field'> | NamesIn<Rest>
	: never;

/** A function of a template's values, already quoted and formatted. */
type Maker<Template, Result> = [NamesIn<Template>] extends [never]
	? () => Result
	: (values: Record<NamesIn<Template>, string | number>) => Result;

type SentenceValues = Readonly<Record<string, string | number>>;

/** A placeholder without a value stays, so that the pages show it. */
function fill(template: string, values: SentenceValues = {}): string {
	return template.replace(/‹(\w+)›/g, (place, name: string) => String(values[name] ?? place));
}

function mapped<T>(entries: Record<string, string>, make: (entry: string, key: string) => T) {
	return Object.fromEntries(Object.entries(entries).map(([key, one]) => [key, make(one, key)]));
}

type SentencePart<Template> = [NamesIn<Template>] extends [never]
	? string
	: Maker<Template, string>;

/** Declares parts of sentences: each is a text, or a function that makes it of its values. */
export function words<const All extends Record<string, string>>(entries: All) {
	const part = (one: string) =>
		one.includes('‹') ? (values?: SentenceValues) => fill(one, values) : one;
	return mapped(entries, part) as { [Key in keyof All]: SentencePart<All[Key]> };
}

/**
 * Declares functions that make sentences, by their codes: a line of text, and one of advice. A hint's may
 * begin with `[danger]` or `[info]`.
 */
export function catalogue<const All extends Record<string, string>>(entries: All) {
	const maker = (entry: string, code: string) => {
		const [first = '', advice = ''] = entry.split(/\n\t+/);
		const [prefix = '', weight] = /^\[(\w+)\] /.exec(first) ?? [];
		return (values?: SentenceValues) => ({
			code,
			text: fill(first.slice(prefix.length), values),
			advice: fill(advice, values),
			...(weight && { weight }),
		});
	};
	return mapped(entries, maker) as { [Code in keyof All]: Maker<All[Code], Sentence> };
}
