/** A text of the package, and the code that identifies it in workflows and tests. */
export interface Sentence {
	/** Its key in the catalogue, which is unique. */
	code: string;
	/** The problem or event, without a final period. It may begin with ‹field›, for its labels. */
	text: string;
	/** The solution in full sentences; empty if the text is enough. */
	advice: string;
	/** For a hint: its importance; the default is a warning. */
	weight?: Weight;
	/** Of a hint: whether those about other values are counted with the first. */
	perValue?: boolean;
	/** Whether the service may have received the request. */
	mayBeSent?: boolean;
	/** Whether the advice means sending again, which mustn't double anything. */
	isToSendAgain?: boolean;
}

/** Facts about sentences of a kind. */
type Traits = Omit<Sentence, 'code' | 'text' | 'advice'>;

const kinds: Readonly<Record<string, Traits>> = {
	danger: { weight: 'danger' },
	info: { weight: 'info' },
	perValue: { perValue: true },
	mayBeSent: { mayBeSent: true },
	sendAgain: { mayBeSent: true, isToSendAgain: true },
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

/** Values of placeholders, already quoted and formatted. */
type ValuesOf<Template> = [NamesIn<Template>] extends [never]
	? []
	: [values: Record<NamesIn<Template>, string | number>];

type Filler = (values?: Readonly<Record<string, string | number>>) => string;

/** Compiles a template to a function that fills in its values. */
function filler(template: string): Filler {
	const parts = template.split(/‹(\w+)›/);
	return (values = {}) =>
		parts
			.map((part, index) => (index % 2 === 0 ? part : String(values[part] ?? `‹${part}›`)))
			.join('');
}

/** A part of sentences: a text, or a function that makes it of its values. */
export type Part<Template> = [NamesIn<Template>] extends [never]
	? Template & string
	: ((...values: ValuesOf<Template>) => string) & { template: string };

/** Declares parts of sentences. */
export function words<const All extends Record<string, string>>(
	templates: All,
): { [Key in keyof All]: Part<All[Key]> } {
	const parts = Object.entries(templates).map(([key, template]) => [
		key,
		template.includes('‹') ? Object.assign(filler(template), { template }) : template,
	]);
	return Object.fromEntries(parts) as ReturnType<typeof words<All>>;
}

/** Builds a sentence from its values. */
export interface SentenceMaker<Template = string> extends Traits {
	(...values: ValuesOf<Template>): Sentence;
	code: string;
	/** The text and the advice, with placeholders. */
	template: [text: string, advice: string];
}

/**
 * Declares sentences by their codes. The first line is the text, the second one the advice. It may begin
 * with its kind, such as `[danger] `.
 */
export function catalogue<const All extends Record<string, string>>(
	entries: All,
): { [Code in keyof All]: SentenceMaker<All[Code]> } {
	const makers = Object.entries(entries).map(([code, entry]) => {
		const kind = Object.keys(kinds).find((name) => entry.startsWith(`[${name}] `));
		const traits = kinds[kind ?? ''];
		const [text = '', advice = ''] = entry.slice(kind ? kind.length + 3 : 0).split(/\n\t+/);
		const [textOf, adviceOf] = [filler(text), filler(advice)];
		const maker = (...[values]: Parameters<Filler>): Sentence => ({
			code,
			text: textOf(values),
			advice: adviceOf(values),
			...traits,
		});
		return [code, Object.assign(maker, { code, template: [text, advice] }, traits)];
	});
	return Object.fromEntries(makers) as ReturnType<typeof catalogue<All>>;
}
