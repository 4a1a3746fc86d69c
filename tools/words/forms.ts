/** Everything that n8n shows of a node's or credential's form. */
import type { Text } from './check';

/** A control, a group of controls or a choice. */
export interface Member {
	type?: string;
	displayName?: string;
	name?: string;
	description?: string;
	action?: string;
	hint?: string;
	values?: Member[];
	options?: Member[];
}

/** A node's description, or a credential. */
export interface Described {
	displayName: string;
	description?: string;
	properties: Member[];
}

function textsOfMember(member: Member, above: string): Text[] {
	const { type, displayName, name, description, action, hint, options = [] } = member;
	const label = displayName ?? name;
	const place = `${above} › ${label}`;
	if (type === 'notice') return textsAt(above, ['notice', label]);
	return [
		...textsAt(
			place,
			['label', label],
			['tooltip', description],
			['label', action],
			['notice', hint],
		),
		...(member.values ?? options).flatMap((inner) => textsOfMember(inner, place)),
	];
}

function textsAt(place: string, ...all: Array<[kind: Text['kind'], text?: string]>): Text[] {
	return all.flatMap(([kind, text]) => (text ? [{ area: 'forms', place, kind, text }] : []));
}

/** The texts of a form, each with its place as a path of labels. */
export function textsOfForm({ displayName, properties, description }: Described): Text[] {
	return [
		...textsAt(displayName, ['notice', description]),
		...properties.flatMap((property) => textsOfMember(property, displayName)),
	];
}
