/** The field reference, out of the node's own declarations. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { fieldOf, optionOf } from '../nodes/CrmMessaging/fields/control';
import type { Operation } from '../nodes/CrmMessaging/engine/operation';
import { Call, Row } from '../nodes/CrmMessaging/engine/row';
import { controlsOf } from '../nodes/CrmMessaging/engine/options';
import { secretNames } from '../nodes/CrmMessaging/service/endpoints';
import type { Field } from '../nodes/CrmMessaging/fields/field';
import {
	choicesOf,
	formatOf,
	initialOf,
	linkTo,
	lowerFirst,
	markdownTable,
	membersOf,
	requestSize,
	shownWhen,
} from './reference-text';

/** Takes a path of any system, where `import()` takes only URLs on Windows. */
const load = createRequire(__filename);

const interfaceFolder = join(__dirname, '..', 'nodes', 'CrmMessaging', 'service/fields');

const introduction = `# Field reference

All operations and fields of the node **CRM Messaging**. This page is generated: \`npm run reference\`.

- **Field** is the label in the form. A star marks required fields.
- **Parameter** is the field's name in a workflow's JSON.
- **Key** is the service's name. Use it in JSON, in mappings and in expressions on the output.
- Numbers, dates and choices may also be text, as expressions often return them.
- Empty values aren't sent, unless the description says otherwise.
`;

const sharedHeading = 'Shared fields and options';

/** A control as the page shows it: its row, and those of the controls in it. */
interface Shown {
	label: string;
	rows: string[][];
}

/** The controls in one place of an operation's form. */
interface Place {
	heading: string;
	controls: Shown[];
}

/** Every field that is declared for the service, also those inside lists. */
export async function declaredFields(): Promise<Field[]> {
	const found = new Set<Field>();
	const collect = (value: unknown): void => {
		if (Array.isArray(value)) value.forEach(collect);
		else if (
			typeof value === 'object' &&
			value !== null &&
			'type' in value &&
			'label' in value
		) {
			const field = value as Field;
			found.add(field);
			field.type.entry?.fields.forEach(collect);
		}
	};
	for (const file of readdirSync(interfaceFolder).sort()) {
		const exported = load(join(interfaceFolder, file)) as object;
		Object.values(exported).forEach(collect);
	}
	return [...found];
}

/** The page on some operations; `fields` are those that it must have. */
export class Reference {
	private readonly used = new Set<Field>();

	constructor(
		private readonly operations: readonly Operation[],
		private readonly fields: readonly Field[],
	) {}

	/** @throws Error naming the fields that no form has */
	page(): string {
		const contents = this.operations.map((operation) => {
			const title = titleOf(operation);
			return `- ${linkTo(title)}: ${lowerFirst(operation.description)}`;
		});
		const shown = new Map(
			this.operations.map((operation) => [operation, this.placesOf(operation)]),
		);
		const shared = sharedBy([...shown.values()]);
		const sections = this.operations.map((operation) =>
			this.section(operation, shown.get(operation)!, shared),
		);
		const unused = this.fields.filter((field) => !this.used.has(field));
		if (unused.length > 0) {
			const names = unused.map(({ name, label }) => `${name} (${label})`).join(', ');
			throw new Error(`no operation's form has ${names}`);
		}
		return [
			introduction,
			'## Operations',
			contents.join('\n'),
			...sections,
			`## ${sharedHeading}`,
			tableOf([...shared.values()]),
		].join('\n\n');
	}

	private section(
		operation: Operation,
		places: Place[],
		shared: ReadonlyMap<string, Shown>,
	): string {
		const { endpoint, resource, description } = operation;
		const title = titleOf(operation);
		const facts = [
			`\`${endpoint.method} ${endpoint.path}\` with the ${secretNames[endpoint.secret]}.`,
			`Resource \`${resource.name}\`, operation \`${operation.operation}\`.`,
			`One request holds ${requestSize(operation)}.`,
		];
		const parts = [`## ${title}`, `${description}.`, facts.join(' ')];
		for (const { heading, controls } of places) {
			const own = controls.filter((control) => !shared.has(keyOf(control)));
			if (own.length > 0) parts.push(`### ${heading}`, tableOf(own));
		}
		const others = places
			.flatMap(({ controls }) => controls)
			.filter((control) => shared.has(keyOf(control)));
		if (others.length > 0) {
			const names = others.map(({ label }) => `**${label}**`).join(', ');
			parts.push(`Also, from ${linkTo(sharedHeading)}: ${names}.`);
		}
		return parts.join('\n\n');
	}

	private placesOf(operation: Operation): Place[] {
		const data = {};
		const entries = operation.asWhole ? [new Row(0, 0, {}, data, {})] : undefined;
		const row = new Row(0, 0, {}, data, {}, undefined, entries);
		const { body = {} } = operation.request(new Call({}, [row]), {
			signedCallback: (url) => url,
		});
		const entriesKey = Object.keys(body).find((key) => [body[key]].flat().includes(data));
		const options = controlsOf(operation).at(-1)?.options as INodeProperties[];
		const shown = (all: INodeProperties[], isOption: boolean) =>
			all
				.filter(({ type }) => type !== 'notice')
				.map((control) => this.shown(control, isOption, operation, entriesKey));
		return [
			{ heading: 'Fields', controls: shown(operation.properties, false) },
			{ heading: 'Options', controls: shown(options, true) },
		].filter(({ controls }) => controls.length > 0);
	}

	private shown(
		control: INodeProperties,
		isInside: boolean,
		operation: Operation,
		entriesKey?: string,
	): Shown {
		const rowsOf = (one: INodeProperties, above: string, inside: boolean): string[][] => {
			const name = `${above}${one.displayName}`;
			const inner = membersOf(one).filter(({ type }) => type !== 'notice');
			return [
				this.row(one, name, inside, operation, entriesKey),
				...inner.flatMap((member) => rowsOf(member, `${name} › `, true)),
			];
		};
		return { label: control.displayName, rows: rowsOf(control, '', isInside) };
	}

	private row(
		control: INodeProperties,
		name: string,
		isInside: boolean,
		operation: Operation,
		entriesKey?: string,
	): string[] {
		const field = this.usedFieldOf(control);
		const isEntries = !field && control.name === entriesKey;
		const key = field?.name ?? (isEntries ? control.name : undefined);
		return [
			`**${name}**${control.required ? ' \\*' : ''}`,
			`\`${control.name}\``,
			key ? `\`${key}\`` : '–',
			formatOf(control, field ?? optionOf(control)),
			[
				...(control.description ? [`${control.description}.`] : []),
				...initialOf(control, isInside),
				...shownWhen(control, operation),
			].join(' '),
		];
	}

	/** The declared field that a control was made of; one may also be a choice of a control. */
	private usedFieldOf(control: INodeProperties): Field | undefined {
		for (const made of [control, ...choicesOf(control)]) {
			const field = fieldOf(made);
			if (field) this.used.add(field);
		}
		return fieldOf(control);
	}
}

const columns = ['Field', 'Parameter', 'Key', 'Format', 'Description'];

const tableOf = (all: readonly Shown[]) =>
	markdownTable(
		columns,
		all.flatMap(({ rows }) => rows),
	);

function titleOf({ resource, name }: Operation): string {
	return `${resource.label}: ${name}`;
}

const keyOf = (shown: Shown) => JSON.stringify(shown);

/** The controls that several operations show alike, by what they show. */
function sharedBy(all: Place[][]): Map<string, Shown> {
	const counts = new Map<string, number>();
	const shared = new Map<string, Shown>();
	for (const { controls } of all.flat()) {
		for (const shown of controls) {
			const key = keyOf(shown);
			counts.set(key, (counts.get(key) ?? 0) + 1);
			if (counts.get(key) === 2) shared.set(key, shown);
		}
	}
	return shared;
}
