import { InputError } from '../../fields/inputError';
import { contactFields, identifyingFields, nameFields } from '../../interface/contact';
import type { ItemParameters } from '../../run/parameters';
import { listed } from '../../run/shownItems';

const labels = [...identifyingFields, ...nameFields].map(
	(name) => contactFields.find((field) => field.name === name)?.label ?? name,
);
const choices = new Intl.ListFormat('en', { type: 'disjunction' }).format(labels);

/**
 * Makes sure that a contact names a person, and says where a name is all that it has.
 *
 * @param values what was given, where nobody chose the fields
 * @throws InputError where no field names anybody
 */
export function requireName(
	contact: Record<string, unknown>,
	item: ItemParameters,
	values?: object,
): void {
	const has = (name: string) => contact[name] !== undefined && contact[name] !== null;
	if (identifyingFields.some(has) || Object.keys(contact).length === 0) return;
	if (nameFields.some(has)) {
		item.hint(
			'Contacts with nothing but a name cannot be found again, so the service may create them anew each time; give them a user ID, an email or a phone.',
		);
		return;
	}
	const given = values
		? `; its fields are ${listed(Object.keys(values).map((key) => `“${key}”`))}, so rename one, or choose Map Each Field`
		: '';
	throw new InputError(
		`has no field that names a person; give it ${choices}${given}`,
		values ? ['Input Item'] : [],
	);
}
