import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { Audience, Field } from './field';

/** Under these keys a control, or a choice of one, keeps what it was declared with. */
const madeOf = Symbol('field');
const readBy = Symbol('audience');

type Control = INodeProperties | INodePropertyOptions;

/** The declared field that a control or a choice was made of; copies keep it. */
export function fieldOf(control: Control): Field | undefined {
	return (control as { [madeOf]?: Field })[madeOf];
}

/** Lets a control, or a choice of one, keep the field it is made of. */
export function withField<C extends Control>(control: C, field: Field): C {
	return { ...control, [madeOf]: field };
}

/** Who reads what is typed into a control, as its field says, or the control itself. */
export function audienceOf(control: INodeProperties): Audience | undefined {
	const own = (control as { [readBy]?: Audience })[readBy] ?? fieldOf(control)?.audience;
	return own ?? (control.type === 'json' ? 'app' : undefined);
}

/** Says who reads what is typed into a control that is made of no field. */
export function withAudience(control: INodeProperties, audience: Audience): INodeProperties {
	const marked: INodeProperties & { [readBy]: Audience } = { ...control, [readBy]: audience };
	return marked;
}

/** The controls inside of a control: of a `collection` its members, of a `fixedCollection` those of a group. */
export function groupsOf({
	type,
	name,
	displayName,
	options = [],
}: INodeProperties): INodePropertyCollection[] {
	if (type === 'fixedCollection') return options as INodePropertyCollection[];
	if (type !== 'collection') return [];
	return [{ name, displayName, values: options as INodeProperties[] }];
}
