/** A text of the package, and the code that identifies it in workflows and tests. */
export interface Sentence extends Traits {
	/** Its key in the catalogue, which is unique. */
	code: string;
	/** The problem or event, without a final period. It may begin with ‹field›, for its labels. */
	text: string;
	/** The solution in full sentences. */
	advice: string;
}

/** More about a hint. Without a weight, it's a warning. */
interface Traits {
	weight?: Weight;
	/** Whether hints about other values are counted with the first. */
	perValue?: boolean;
}

const kinds: Readonly<Record<string, Traits>> = {
	danger: { weight: 'danger' },
	info: { weight: 'info' },
	perValue: { perValue: true },
};

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

type Values = Readonly<Record<string, string | number>>;

/** Values of placeholders, already quoted and formatted. */
type ValuesOf<Template> = [NamesIn<Template>] extends [never]
	? []
	: [values: Record<NamesIn<Template>, string | number>];

/** A placeholder without a value stays, so that the pages show it. */
function fill(template: string, values: Values = {}): string {
	return template.replace(/‹(\w+)›/g, (place, name: string) => String(values[name] ?? place));
}

/** Parts of sentences: each is a text, or a function that makes it of its values. */
export type Parts<All> = {
	[Key in keyof All]: [NamesIn<All[Key]>] extends [never]
		? string
		: (...values: ValuesOf<All[Key]>) => string;
};

/** Declares parts of sentences. */
export function words<const All extends Record<string, string>>(templates: All): Parts<All> {
	const parts = Object.entries(templates).map(([key, template]) => [
		key,
		template.includes('‹') ? (values?: Values) => fill(template, values) : template,
	]);
	return Object.fromEntries(parts) as Parts<All>;
}

/** Functions that make sentences of their values. */
export type Makers<All> = { [Code in keyof All]: (...values: ValuesOf<All[Code]>) => Sentence };

/**
 * Declares sentences by their codes. The first line is the text, the second one the advice. It may
 * begin with its kind, such as `[danger] `.
 */
export function catalogue<const All extends Record<string, string>>(entries: All): Makers<All> {
	const makers = Object.entries(entries).map(([code, entry]) => {
		const [first = '', advice = ''] = entry.split(/\n\t+/);
		const [prefix = '', kind = ''] = /^\[(\w+)\] /.exec(first) ?? [];
		const text = first.slice(prefix.length);
		const make = (values?: Values): Sentence => ({
			code,
			text: fill(text, values),
			advice: fill(advice, values),
			...kinds[kind],
		});
		return [code, make];
	});
	return Object.fromEntries(makers) as Makers<All>;
}
