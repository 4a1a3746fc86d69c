/** The field reference, out of the node's own declarations. */
import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../nodes/CrmMessaging/engine/operation';
import { controlsOf } from '../nodes/CrmMessaging/engine/options';
import { fieldOf, propertyOf } from '../nodes/CrmMessaging/fields/control';
import type { Field } from '../nodes/CrmMessaging/fields/field';
import { secretNames } from '../nodes/CrmMessaging/service/endpoints';
import { contactFields } from '../nodes/CrmMessaging/service/fields/contact';
import { addTo } from '../nodes/CrmMessaging/fields/values';
import {
	choicesOf,
	defaultOf,
	formatOf,
	markdownTable,
	membersOf,
	requestSize,
	shownWhen,
} from './reference-text';

const introduction = `# Field reference

All operations and fields of the node **CRM Messaging**. This page is generated: \`npm run reference\`.

“Field” is the label in the form, and a star marks required fields. “Parameter” is its name in a workflow's JSON. “Key” is the service's name, for JSON, mappings and expressions on the output. Numbers, dates and choices may also be text. Empty values aren't sent, unless the description shows otherwise.`;

/** A control of a form: the labels that lead to it, and whether it's in a collection. */
interface Placed {
	path: string;
	isInside: boolean;
	control: INodeProperties;
	operation: Operation;
}

/** The page on some operations. */
export function referencePage(operations: readonly Operation[]): string {
	const placed = operations.map((operation) => {
		const all = controlsOf(operation).filter(isField);
		const isOptions = ({ name }: INodeProperties) => name === 'options';
		return {
			fields: all.filter((control) => !isOptions(control)),
			options: all.filter(isOptions).flatMap(membersOf),
			operation,
		};
	});
	const places = (of: 'fields' | 'options') =>
		placed.flatMap(({ operation, ...controls }) =>
			controls[of].flatMap((control) =>
				placesOf({ path: '', isInside: of === 'options', control, operation }),
			),
		);
	return [
		introduction,
		'## Operations',
		...placed.map(({ operation, fields, options }) => section(operation, fields, options)),
		'## Fields',
		tableOf(places('fields')),
		'## Options',
		tableOf(places('options')),
		'## Contact fields',
		'For _Map Each Field_, _Several Contacts_ and _JSON_. Other keys are custom fields.',
		contactTable(contactFields),
	].join('\n\n');
}

function section(
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
	return `### ${resource.label}: ${name}\n\n${facts.join(' ')}`;
}

const isField = ({ type }: INodeProperties) => type !== 'notice';

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
	return markdownTable(
		['Field', 'Parameter', 'Key', 'Format', 'Description'],
		[...rows.values()].map(rowOf),
	);
}

function rowOf(places: readonly Placed[]): string[] {
	const [{ path, control }] = places as [Placed];
	const field = fieldOf(control);
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

function descriptionOf({ control, isInside, operation }: Placed): string {
	return [
		...(control.description ? [`${control.description}.`] : []),
		...(isInside ? [] : defaultOf(control)),
		...shownWhen(control, operation),
	].join(' ');
}

/** A text on a field of several forms, or that of each form if they differ. */
function ofEach(places: readonly Placed[], textOf: (placed: Placed) => string): string {
	const texts = new Map<string, string[]>();
	for (const placed of places) {
		addTo(texts, textOf(placed), `${placed.operation.resource.label}: ${textOf(placed)}`);
	}
	if (texts.size === 1) return [...texts.keys()].join('');
	return [...texts.values()].map(([first]) => first).join('<br>');
}

function contactTable(fields: readonly Field[]): string {
	return markdownTable(
		['Field', 'Key', 'Format', 'Description'],
		fields.map((field) => [
			`**${field.label}**`,
			`\`${field.name}\``,
			formatOf(propertyOf(field)),
			field.description ? `${field.description}.` : '',
		]),
	);
}
