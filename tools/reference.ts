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
	notesOn,
	requestSize,
	shownWhen,
	tablesOf,
} from './reference-text';

/** Takes a path of any system, where `import()` takes only URLs on Windows. */
const load = createRequire(__filename);

const interfaceFolder = join(__dirname, '..', 'nodes', 'CrmMessaging', 'service/fields');

const introduction = `# Field reference

Every operation of the node **CRM Messaging**, and every field of its form. This page is generated from the same declarations as the form and the checks: \`npm run reference\`.

How to read the tables:

- **Field** is what the form shows, **Parameter** its name in a workflow's JSON.
- **Key** is the service's own name. It is what counts where you give JSON, map fields or read results. A dash means that the control shapes the request without a key of its own.
- **Required** fields must have a value wherever they are shown. All others may be left out; an empty value is not sent, unless the description says so.
- Numbers, dates and choices are also taken as text, as expressions often give them. What cannot be read is refused before anything is sent.
`;

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
	/** Tables that were written and a link to where they are; the same one is not repeated. */
	private readonly written = new Map<string, string>();
	private readonly used = new Set<Field>();

	constructor(
		private readonly operations: readonly Operation[],
		private readonly fields: readonly Field[],
	) {}

	/** @throws Error naming the fields that no form has */
	page(): string {
		const contents = this.operations.map((operation) => {
			const title = this.titleOf(operation);
			return `- ${linkTo(title)}: ${lowerFirst(operation.description)}`;
		});
		const sections = this.operations.map((operation) => this.section(operation));
		const unused = this.fields.filter((field) => !this.used.has(field));
		if (unused.length > 0) {
			const names = unused.map(({ name, label }) => `${name} (${label})`).join(', ');
			throw new Error(`no operation's form has ${names}`);
		}
		return [introduction, '## Operations', contents.join('\n'), ...sections].join('\n\n');
	}

	private titleOf({ resource, name }: Operation): string {
		return `${resource.label}: ${name}`;
	}

	private section(operation: Operation): string {
		const data = {};
		const entries = operation.asWhole ? [new Row(0, 0, {}, data, {})] : undefined;
		const row = new Row(0, 0, {}, data, {}, undefined, entries);
		const { body = {} } = operation.request(new Call({}, [row]), {
			signedCallback: (url) => url,
		});
		const { endpoint } = operation;
		const entriesKey = Object.keys(body).find((key) => [body[key]].flat().includes(data));
		const title = this.titleOf(operation);
		const facts = [
			[
				'Resource and operation',
				`\`${operation.resource.name}\`, \`${operation.operation}\``,
			],
			['Endpoint', `\`${endpoint.method} ${endpoint.path}\``],
			['Secret', secretNames[endpoint.secret]],
			['One request holds', requestSize(operation)],
		];
		const options = controlsOf(operation).at(-1)?.options as INodeProperties[];
		const parts = [`## ${title}`, `${operation.description}.`, markdownTable(['', ''], facts)];
		const elsewhere: string[] = [];
		for (const { place, controls } of [
			...tablesOf(operation.properties, []),
			...tablesOf(options, ['Options']),
		]) {
			const heading = place.join(' › ') || 'Fields';
			const content = this.table(controls, place, operation, entriesKey);
			const same = this.written.get(content);
			if (!same) this.written.set(content, `${linkTo(title)}, ${heading}`);
			if (same && elsewhere.some((outer) => heading.startsWith(`${outer} ›`))) continue;
			if (same) elsewhere.push(heading);
			parts.push(`### ${heading}`, same ? `As in ${same}.` : content);
		}
		return parts.join('\n\n');
	}

	private table(
		controls: INodeProperties[],
		place: string[],
		operation: Operation,
		entriesKey?: string,
	): string {
		const rows = controls.map((control) => {
			const field = this.usedFieldOf(control);
			const isEntries = !field && control.name === entriesKey;
			const key = field?.name ?? (isEntries ? control.name : undefined);
			return [
				`**${control.displayName}**`,
				`\`${control.name}\``,
				key ? `\`${key}\`` : '–',
				formatOf(control, field ?? optionOf(control)),
				control.required ? 'yes' : 'no',
				[
					descriptionOf(control),
					...initialOf(control, place),
					...shownWhen(control, operation),
				].join(' '),
			];
		});
		const head = ['Field', 'Parameter', 'Key', 'Format', 'Required', 'Description'];
		return [markdownTable(head, rows), ...controls.flatMap(notesOn)].join('\n\n');
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

/** Collections, and fields whose label says it all, have no description. */
function descriptionOf({ description, type }: INodeProperties): string {
	if (description) return `${description}.`;
	return type === 'collection' ? 'What may be added.' : '';
}
