/** The words of the field reference: how it writes controls, choices, tables and links. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Operation } from '../nodes/CrmMessaging/engine/operation';
import { controlsOf } from '../nodes/CrmMessaging/engine/options';
import { fieldOf, optionOf } from '../nodes/CrmMessaging/fields/control';

/** The controls in a control. */
export function membersOf({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as Array<{ values: INodeProperties[] }>).flatMap(({ values }) => values);
}

export function choicesOf(control?: INodeProperties): INodePropertyOptions[] {
	return control?.type === 'options' ? (control.options as INodePropertyOptions[]) : [];
}

/** The values that a control accepts. */
export function formatOf(control: INodeProperties): string {
	const choices = choicesOf(control);
	if (choices.length > 0) return `one of ${choices.map(choiceText).join(', ')}`;
	const field = fieldOf(control) ?? optionOf(control);
	if (field) return field.type.format;
	if (control.name === 'contacts') return 'list of [contacts](#contact-fields)';
	if (control.type === 'fixedCollection') {
		const members = membersOf(control).map(({ displayName: name, name: value }) => ({
			name,
			value,
		}));
		return `list of ${members.map(choiceText).join(', ')}`;
	}
	const formats: Partial<Record<INodeProperties['type'], string>> = {
		string: 'text',
		json: 'JSON',
		collection: 'fields to add',
		multiOptions: 'any of the fields in the output',
		resourceMapper: '[contact fields](#contact-fields)',
	};
	return formats[control.type] ?? control.type;
}

function choiceText({ name, value }: INodePropertyOptions): string {
	if (value === '') return `empty (${name})`;
	return name === value ? `\`${value}\`` : `\`${String(value)}\` (${name})`;
}

/** A control's default, if it's a choice, a number or a switch. */
export function defaultOf(control: INodeProperties): string[] {
	const { type, default: initial } = control;
	if (initial === '' || !['options', 'boolean', 'number'].includes(type)) return [];
	const choice = choicesOf(control).find(({ value }) => value === initial);
	return [`Default: *${choice?.name ?? valueText(initial)}*.`];
}

/** Says what has to be chosen for a control to appear. */
export function shownWhen({ displayOptions }: INodeProperties, operation: Operation): string[] {
	const { show = {}, hide = {} } = displayOptions ?? {};
	const conditionsIn = (rules: typeof show, verb: string) =>
		Object.entries(rules).map(([path, values = []]) => conditionOf(path, values, verb));
	const controls = controlsOf(operation);
	const conditionOf = (path: string, values: unknown[], verb: string): string => {
		const name = path.split(/[/.]/).at(-1);
		const control = [...controls, ...membersOf(controls.at(-1) as INodeProperties)].find(
			(one) => one.name === name,
		);
		if (path === '@tool') return `the node ${verb} an agent’s tool`;
		if (typeof values[0] === 'object') return `*${control?.displayName ?? path}* isn’t added`;
		const names = values.map((one) => {
			const choice = choicesOf(control).find(({ value }) => value === one);
			return `*${choice?.name ?? valueText(one)}*`;
		});
		return `*${control?.displayName ?? path}* ${verb} ${names.join(' or ')}`;
	};
	const conditions = [...conditionsIn(show, 'is'), ...conditionsIn(hide, 'isn’t')];
	return conditions.length > 0 ? [`Shown when ${conditions.join(' and ')}.`] : [];
}

function valueText(value: unknown): string {
	return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

export function requestSize({
	limit: { maxPerRequest, entries, option, indivisible },
}: Operation): string {
	if (maxPerRequest === 1) return 'one input item';
	const lower = option ? ` (option *${option.label}*)` : '';
	const whole = indivisible ? ' of one input item' : '';
	return `up to ${maxPerRequest.toLocaleString('en')} ${entries}${whole}${lower}`;
}

export function markdownTable(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
