/** Everything that n8n shows of a node's or credential's form. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

export interface FormText {
	/** Its place, as a path of labels. */
	place: string;
	kind: 'label' | 'tooltip' | 'notice';
	text: string;
}

type Member =
	INodeProperties | INodePropertyOptions | { displayName: string; values: INodeProperties[] };

function textsOfMember(member: Member, above: string): FormText[] {
	const name = 'displayName' in member ? member.displayName : member.name;
	const place = above ? `${above} › ${name}` : name;
	const texts: FormText[] = [];
	if ('type' in member && member.type === 'notice') {
		return [{ place: above || 'notice', kind: 'notice', text: name }];
	}
	texts.push({ place, kind: 'label', text: name });
	if ('description' in member && member.description) {
		texts.push({ place, kind: 'tooltip', text: member.description });
	}
	if ('action' in member && member.action) {
		texts.push({ place, kind: 'label', text: member.action });
	}
	if ('hint' in member && typeof member.hint === 'string') {
		texts.push({ place, kind: 'notice', text: member.hint });
	}
	const inner =
		'values' in member ? member.values : 'options' in member ? (member.options ?? []) : [];
	return [...texts, ...inner.flatMap((child) => textsOfMember(child as Member, place))];
}

/** A node's description, or a credential. */
export interface Described {
	displayName: string;
	description?: string;
	properties: INodeProperties[];
}

/** The texts of a form. */
export function textsOfForm(name: string, { properties, description }: Described): FormText[] {
	const own: FormText[] = description ? [{ place: name, kind: 'notice', text: description }] : [];
	return [...own, ...properties.flatMap((property) => textsOfMember(property, name))];
}
