/** The field reference, out of the node's own declarations. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Operation } from '../nodes/CrmMessaging/engine/operation';
import { columnNames } from '../nodes/CrmMessaging/actions/contacts/columnNames';
import { controlsOf } from '../nodes/CrmMessaging/engine/options';
import {
	allControls,
	type Control,
	membersOf,
	propertyOf,
} from '../nodes/CrmMessaging/fields/control';
import { addTo } from '../nodes/CrmMessaging/fields/values';
import { secretNames } from '../nodes/CrmMessaging/service/endpoints';
import { contactInputs } from '../nodes/CrmMessaging/service/fields/contact';
import { limits } from '../nodes/CrmMessaging/service/endpoints';
import { limitTable } from './limits';
import { markdownTable } from './markdown';

const introduction = `# Field reference

All operations and fields of the node **CRM Messaging**. This page is generated: \`npm run reference\`.

“Field” is the label in the form, and a star marks required fields. “Parameter” is its name in a workflow's JSON. “Key” is the service's name, for JSON, mappings and expressions on the output. Numbers, dates and choices may also be text. Empty values aren't sent, unless the description shows otherwise.`;

/** A control of a form: the labels that lead to it, and whether it's in a collection. */
interface Placed {
	path: string;
	isInside: boolean;
	control: Control;
	operation: Operation;
}

/** The page on some operations. */
export function referencePage(operations: readonly Operation[]): string {
	const isOptions = ({ name }: INodeProperties) => name === 'options';
	const forms = operations.map((operation) => {
		const controls = controlsOf(operation).filter(({ type }) => type !== 'notice');
		return {
			operation,
			fields: controls.filter((control) => !isOptions(control)),
			options: controls.filter(isOptions).flatMap(membersOf),
		};
	});
	const places = (of: 'fields' | 'options') =>
		forms.flatMap(({ operation, [of]: controls }) =>
			controls.flatMap((control) =>
				placesOf({ path: '', isInside: of === 'options', control, operation }),
			),
		);
	return [
		introduction,
		'## Operations',
		forms
			.map(({ operation, fields, options }) => entryOf(operation, fields, options))
			.join('\n'),
		'## Fields',
		tableOf(places('fields')),
		'## Options',
		tableOf(places('options')),
		'## Contact fields',
		'For all ways to specify contacts. Columns and keys are known by the label, the key and the other names. Case, accents and separators don’t matter. Of two columns with a value, the one whose name comes before “then” is used.',
		contactTable(),
		'## Limits',
		'The service names the first three, and no limit for requests per minute or their size. The nodes wait if it asks them to, and halve a request that is too large.',
		limitTable,
	].join('\n\n');
}

function entryOf(
	operation: Operation,
	fields: readonly INodeProperties[],
	options: readonly INodeProperties[],
): string {
	const { endpoint, resource, description, name } = operation;
	const namesOf = (all: readonly INodeProperties[]) =>
		all.map((one) => `_${one.displayName}_${one.required ? ' \\*' : ''}`).join(', ');
	const facts = [
		`${description}. \`${endpoint.method} ${endpoint.path}\` with the ${secretNames[endpoint.secret]}.`,
		`Resource \`${resource.name}\`, operation \`${operation.operation}\`.`,
		`One request holds ${requestSize(operation)}.`,
		`**Fields:** ${namesOf(fields)}. **Options:** ${namesOf(options)}.`,
	];
	return `- **${resource.label}: ${name}**: ${facts.join(' ')}`;
}

function requestSize({ limit, hasParts }: Operation): string {
	const { maxPerRequest, rows, option } = limit;
	if (hasParts)
		return `one booking, with up to ${limits.contactsPerRequest.toLocaleString('en')} contacts`;
	if (maxPerRequest === 1) return 'one input item';
	const lower = option ? ` (option *${option.label}*)` : '';
	return `up to ${maxPerRequest.toLocaleString('en')} ${rows}${lower}`;
}

/** A control, or those in it if it only groups them. */
function placesOf({ path: above, isInside, control, operation }: Placed): Placed[] {
	const path = `${above}${control.displayName}`;
	if (control.type !== 'collection') return [{ path, isInside, control, operation }];
	return membersOf(control).flatMap((member) =>
		placesOf({ path: `${path} › `, isInside: true, control: member, operation }),
	);
}

/** A row for each field, whichever operations have it. */
function tableOf(all: readonly Placed[]): string {
	const rows = new Map<string, Placed[]>();
	for (const placed of all) addTo(rows, `${placed.path} ${placed.control.name}`, placed);
	const head = ['Field', 'Parameter', 'Key', 'Format', 'Description'];
	return markdownTable(head, [...rows.values()].map(rowOf));
}

function rowOf(places: readonly Placed[]): string[] {
	const [{ path, control }] = places as [Placed];
	const { field } = control;
	const choices = new Map(
		places.flatMap((one) => choicesOf(one.control).map((choice) => [choice.value, choice])),
	);
	return [
		`**${path}**${control.required ? ' \\*' : ''}`,
		`\`${control.name}\``,
		field ? `\`${field.name}\`` : '–',
		choices.size > 0
			? formatOf({ ...control, options: [...choices.values()] })
			: ofEach(places, (one) => formatOf(one.control)),
		ofEach(places, descriptionOf),
	];
}

/** A text on a field of several forms, or that of each form if they differ. */
function ofEach(places: readonly Placed[], textOf: (placed: Placed) => string): string {
	const labels = new Map<string, string>();
	for (const placed of places) {
		const text = textOf(placed);
		if (!labels.has(text)) labels.set(text, placed.operation.resource.label);
	}
	if (labels.size === 1) return [...labels.keys()].join('');
	return [...labels].map(([text, label]) => `${label}: ${text}`).join('<br>');
}

function descriptionOf({ control, isInside, operation }: Placed): string {
	return [
		control.description ? `${control.description}.` : '',
		isInside ? '' : defaultText(control),
		shownWhen(control, operation),
	]
		.filter(Boolean)
		.join(' ');
}

/** A control's default, if it's a choice, a number or a switch. */
function defaultText(control: INodeProperties): string {
	const { type, default: initial } = control;
	if (initial === '' || !['options', 'boolean', 'number'].includes(type)) return '';
	return `Default: *${valueText(initial, control)}*.`;
}

/** The choices with which a control appears. */
function shownWhen({ displayOptions }: INodeProperties, operation: Operation): string {
	const conditionsIn = (rules: Record<string, unknown[] | undefined>, verb: string) =>
		Object.entries(rules).map(([path, values = []]) => {
			if (path === '@tool') return `the node ${verb} an agent’s tool`;
			const name = path.split(/[/.]/).at(-1)!;
			const control = allControls(controlsOf(operation)).find((one) => one.name === name);
			const label = `*${control?.displayName ?? path}*`;
			if (typeof values[0] === 'object') return `${label} isn’t added`;
			const texts = values.map((value) => `*${valueText(value, control)}*`);
			return `${label} ${verb} ${texts.join(' or ')}`;
		});
	const { show = {}, hide = {} } = displayOptions ?? {};
	const conditions = [...conditionsIn(show, 'is'), ...conditionsIn(hide, 'isn’t')];
	return conditions.length > 0 ? `Shown when ${conditions.join(' and ')}.` : '';
}

/** A value as the form of its control shows it. */
function valueText(value: unknown, control?: INodeProperties): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	const choice = choicesOf(control).find((one) => one.value === value);
	return choice?.name ?? String(value);
}

/** The values that a control accepts. */
function formatOf(control: Control): string {
	const choices = choicesOf(control);
	if (choices.length > 0) return `one of ${choices.map(choiceText).join(', ')}`;
	const field = control.field ?? control.option;
	if (field) {
		const { format, example } = field.type;
		return example === undefined ? format : `${format}, for example ${example}`;
	}
	if (control.name === 'contacts') return 'list of [contacts](#contact-fields)';
	if (control.type === 'fixedCollection') {
		const members = membersOf(control).map(({ displayName, name }) =>
			choiceText({ name: displayName, value: name }),
		);
		return `list of ${members.join(', ')}`;
	}
	return formats[control.type] ?? control.type;
}

const formats: Partial<Record<INodeProperties['type'], string>> = {
	string: 'text',
	json: 'JSON',
	multiOptions: 'any of the fields in the output',
	resourceMapper: '[contact fields](#contact-fields)',
};

function choiceText({ name, value }: INodePropertyOptions): string {
	if (value === '') return `empty (${name})`;
	return name === value ? `\`${value}\`` : `\`${String(value)}\` (${name})`;
}

function choicesOf(control?: INodeProperties): INodePropertyOptions[] {
	return control?.type === 'options' ? (control.options as INodePropertyOptions[]) : [];
}

/** The fields of a contact, with the names by which columns and keys are known. */
function contactTable(): string {
	const namesOf = (field: string) =>
		columnNames
			.filter((line) => line.field === field)
			.map(({ names }) => names.map((one) => `\`${one}\``).join(', '))
			.join('; then ');
	return markdownTable(
		['Field', 'Key', 'Format and description', 'Other names'],
		contactInputs.map((field) => [
			`**${field.label}**`,
			`\`${field.name}\``,
			[formatOf(propertyOf(field)), field.description].filter(Boolean).join('. '),
			namesOf(field.name),
		]),
	);
}
