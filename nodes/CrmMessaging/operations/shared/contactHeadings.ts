import type { Field } from '../../fields/field';
import { plainForm } from '../../fields/plainForm';
import { contactFields } from '../../interface/contact';
import { contactHeadings } from '../../interface/headings';

const byName = new Map(contactFields.map((field) => [field.name, field]));
const named = contactFields.flatMap((field) => [
	[field.name, field] as const,
	[field.label, field] as const,
]);
const headed = contactFields.flatMap((field) =>
	(contactHeadings[field.name] ?? []).map((heading) => [heading, field] as const),
);
/** What usual headings say goes before labels of the same words. */
const byHeading = new Map(
	[...named, ...headed].map(([heading, field]) => [plainForm(heading), field]),
);

/** The field of a contact whose key at the service this is. */
export function contactField(key: string): Field | undefined {
	return byName.get(key);
}

/** The field of a contact that a key names in the service's words, or in usual ones. */
export function recognizedField(key: string): Field | undefined {
	return byName.get(key) ?? byHeading.get(plainForm(key));
}
