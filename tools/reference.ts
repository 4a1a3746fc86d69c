/** The field reference, out of the node's own declarations. */
import type { INodeProperties } from 'n8n-workflow';
import { fieldOf, optionOf } from '../nodes/CrmMessaging/fields/control';
import type { Operation } from '../nodes/CrmMessaging/engine/operation';
import { Call, Row } from '../nodes/CrmMessaging/engine/row';
import { controlsOf } from '../nodes/CrmMessaging/engine/options';
import { secretNames } from '../nodes/CrmMessaging/service/endpoints';
import {
	formatOf,
	initialOf,
	linkTo,
	lowerFirst,
	markdownTable,
	membersOf,
	requestSize,
	shownWhen,
} from './reference-text';

const introduction = `# Field reference

All operations and fields of the node **CRM Messaging**. This page is generated: \`npm run reference\`.

- **Field** is the label in the form. A star marks required fields.
- **Parameter** is the field's name in a workflow's JSON.
- **Key** is the service's name. Use it in JSON, in mappings and in expressions on the output.
- Numbers, dates and choices may also be text, as expressions often return them.
- Empty values aren't sent, unless the description shows otherwise.
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

/** The page on some operations. */
export function referencePage(operations: readonly Operation[]): string {
	const contents = operations.map((operation) => {
		const title = titleOf(operation);
		return `- ${linkTo(title)}: ${lowerFirst(operation.description)}`;
	});
	const places = operations.map(placesOf);
	const shared = sharedBy(places);
	const sections = operations.map((operation, at) => section(operation, places[at]!, shared));
	return [
		introduction,
		'## Operations',
		contents.join('\n'),
		...sections,
		`## ${sharedHeading}`,
		tableOf([...shared.values()]),
	].join('\n\n');
}

function section(
	operation: Operation,
	places: Place[],
	shared: ReadonlyMap<string, Shown>,
): string {
	const { endpoint, resource, description } = operation;
	const facts = [
		`\`${endpoint.method} ${endpoint.path}\` with the ${secretNames[endpoint.secret]}.`,
		`Resource \`${resource.name}\`, operation \`${operation.operation}\`.`,
		`One request holds ${requestSize(operation)}.`,
	];
	const parts = [`## ${titleOf(operation)}`, `${description}.`, facts.join(' ')];
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

function placesOf(operation: Operation): Place[] {
	const entries = entriesKeyOf(operation);
	const options = controlsOf(operation).at(-1)?.options as INodeProperties[];
	const shown = (all: INodeProperties[], isOption: boolean) =>
		withoutNotices(all).map((control) => ({
			label: control.displayName,
			rows: rowsOf(control, '', isOption, operation, entries),
		}));
	return [
		{ heading: 'Fields', controls: shown(operation.properties, false) },
		{ heading: 'Options', controls: shown(options, true) },
	].filter(({ controls }) => controls.length > 0);
}

/** The key of a request that holds the rows; a control may have its name. */
function entriesKeyOf(operation: Operation): string | undefined {
	const data = {};
	const entries = operation.asWhole ? [new Row(0, 0, {}, data, {})] : undefined;
	const row = new Row(0, 0, {}, data, {}, undefined, entries);
	const call = new Call({}, [row]);
	const { body = {} } = operation.request(call, { signedCallback: (url) => url });
	return Object.keys(body).find((key) => [body[key]].flat().includes(data));
}

/** The rows of a control and of those in it. */
function rowsOf(
	control: INodeProperties,
	above: string,
	isInside: boolean,
	operation: Operation,
	entriesKey?: string,
): string[][] {
	const name = `${above}${control.displayName}`;
	const field = fieldOf(control);
	const key = field?.name ?? (control.name === entriesKey ? control.name : undefined);
	const row = [
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
	const inner = withoutNotices(membersOf(control)).flatMap((member) =>
		rowsOf(member, `${name} › `, true, operation, entriesKey),
	);
	return [row, ...inner];
}

const withoutNotices = (all: INodeProperties[]) => all.filter(({ type }) => type !== 'notice');

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
