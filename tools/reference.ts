/** The field reference, out of the node's own declarations. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Operation } from '../nodes/CrmMessaging/engine/operation';
import { columnNames } from '../nodes/CrmMessaging/actions/contacts/columnNames';
import { testMessages } from '../nodes/CrmMessaging/actions/messages/guards';
import { mostFormValues } from '../nodes/CrmMessaging/callbacks/callback';
import { remembered } from '../nodes/CrmMessaging/callbacks/caller';
import { maxWait } from '../nodes/CrmMessaging/callbacks/waitForResult';
import { figure } from '../nodes/CrmMessaging/catalogue/sentence';
import { controlsOf } from '../nodes/CrmMessaging/engine/options';
import { type Control, membersOf, propertyOf } from '../nodes/CrmMessaging/fields/control';
import { addTo } from '../nodes/CrmMessaging/fields/values';
import { contactInputs } from '../nodes/CrmMessaging/service/fields/contact';
import { limits, secretNames } from '../nodes/CrmMessaging/service/endpoints';
import { concurrency, retryPolicy, transport } from '../nodes/CrmMessaging/service/limiter';

const introduction = `# Field reference

All operations and fields of the node **CRM Messaging**. This page is generated: \`npm run reference\`.

“Field” is the label in the form, and a star marks required fields. “Parameter” is its name in a workflow's JSON. “Key” is the service's name, for JSON, mappings and expressions on the output. Numbers, dates and choices may also be text. Empty values aren't sent, unless the description shows otherwise.`;

/** A control of an operation's form, and the labels that lead to it. */
interface Placed {
	path: string;
	isInside: boolean;
	control: Control;
	operation: Operation;
}

/** The page on some operations. */
export function referencePage(operations: readonly Operation[]): string {
	const entries: string[] = [];
	const fields: Placed[] = [];
	const options: Placed[] = [];
	for (const operation of operations) {
		const controls = controlsOf(operation).filter(({ type }) => type !== 'notice');
		const ofFields = controls.filter(({ name }) => name !== 'options');
		const ofOptions = controls.filter(({ name }) => name === 'options').flatMap(membersOf);
		entries.push(entryOf(operation, ofFields, ofOptions));
		const placed = { path: '', operation };
		for (const control of ofFields)
			fields.push(...placesOf({ ...placed, isInside: false, control }));
		for (const control of ofOptions)
			options.push(...placesOf({ ...placed, isInside: true, control }));
	}
	return [
		introduction,
		'## Operations',
		entries.join('\n'),
		'## Fields',
		tableOf(fields),
		'## Options',
		tableOf(options),
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
	fields: INodeProperties[],
	options: INodeProperties[],
): string {
	const { endpoint, resource, choice } = operation;
	const namesOf = (all: INodeProperties[]) =>
		all.map((one) => `_${one.displayName}_${starOf(one)}`).join(', ');
	const facts = [
		`${choice.description}. \`${endpoint.method} ${endpoint.path}\` with the ${secretNames[endpoint.secret]}.`,
		`Resource \`${resource.name}\`, operation \`${choice.name}\`.`,
		`One request holds ${requestSize(operation)}.`,
		`**Fields:** ${namesOf(fields)}. **Options:** ${namesOf(options)}.`,
	];
	return `- **${resource.label}: ${choice.label}**: ${facts.join(' ')}`;
}

const starOf = ({ required }: INodeProperties): string => (required ? ' \\*' : '');

function requestSize({ limit }: Operation): string {
	const { maxPerRequest, rows, list } = limit;
	if (maxPerRequest === 1 && list)
		return `one booking, with up to ${figure(limits.contactsPerRequest)} contacts`;
	if (maxPerRequest === 1) return 'one input item';
	return `up to ${figure(maxPerRequest)} ${rows} (option *Batch Size*)`;
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
		`**${path}**${starOf(control)}`,
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
	const texts = new Set(places.map(textOf));
	if (texts.size === 1) return [...texts].join('');
	const nameIn = ({ operation: { resource, choice } }: Placed) => {
		const own = places.filter(({ operation }) => operation.resource.name === resource.name);
		const isOne = own.every(({ operation }) => operation.choice === choice);
		return isOne ? resource.label : `${resource.label}, ${choice.label}`;
	};
	const first = (text: string) => places.find((one) => textOf(one) === text)!;
	return [...texts].map((text) => `${nameIn(first(text))}: ${text}`).join('<br>');
}

/** Its description, and its default if that's a choice, a number or a switch. */
function descriptionOf({ control, isInside }: Placed): string {
	const { type, default: initial, description } = control;
	const texts = description ? [`${description}.`] : [];
	if (!isInside && initial !== '' && ['options', 'boolean', 'number'].includes(type)) {
		texts.push(`Default: *${valueText(initial, control)}*.`);
	}
	return texts.join(' ');
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

/** Each limit, and what happens beyond it. */
const limitTable = `| Limit | Number | Beyond it |
| --- | --- | --- |
| Contacts in one request | ${figure(limits.contactsPerRequest)} | More requests. A purchase with more contacts is refused |
| Characters of an SMS sender | ${limits.senderLength} | Refused before anything is sent |
| Campaigns in a list without a limit | ${limits.campaignsByDefault} | _Return All_ asks for more |
| Recipients in one request | ${figure(limits.deliveriesPerRequest)} | More requests. _Batch Size_ lowers it |
| Size of one answer | ${transport.mostBytes / 1024 / 1024} MB | It isn’t read, and its outcome may be unknown |
| Parallel requests | ${concurrency.first} at first, at most ${concurrency.most} | The others wait. _Parallel Requests_ lowers the maximum |
| Time for one answer | ${transport.longestMs / 60_000} minutes | The request ends, and its outcome may be unknown |
| Tries of a request in all | ${retryPolicy.tries} | The error is reported |
| All pauses between the tries of a request | ${retryPolicy.longest / 1000} seconds | The error is reported |
| Messages to the _Test Recipient_ | ${testMessages} | The others are not sent |
| _Wait for Result_ | ${maxWait.unset / 60} hours | The workflow continues. _Max Wait_ changes it |
| Requests that a run waits for | 1 | Refused before anything is sent |
| Callbacks that a trigger remembers | ${figure(remembered)} | A repeated older callback starts the workflow again |
| Values in a callback | ${figure(mostFormValues)} | The call is answered 406 and starts nothing |`;

/** A table; `---:` as the rule of its other columns aligns figures. */
export function markdownTable(head: string[], rows: string[][], rule = '---'): string {
	const rules = head.map((_, column) => (column === 0 ? '---' : rule));
	return [head, rules, ...rows]
		.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
		.join('\n');
}
