/** The parts of a whole name. */
export interface NameParts {
	name_last: string;
	name_first: string;
}

/** What stands behind a comma and is no first name. */
const suffix =
	/^(jr|jnr|sr|snr|i{1,3}|iv|ph\.? ?d|md|m\.d|mba|esq|dr|prof|gmbh|ltd|inc|llc|s\.?l|s\.?a)\.?$/i;

/** Splits a name such as “Müller, Anna” at its only comma; undefined if that isn't one of a name. */
export function splitAtComma(whole: string): NameParts | undefined {
	const parts = whole.split(',').map((part) => part.trim());
	const [name_last = '', name_first = ''] = parts;
	if (parts.length !== 2 || name_last === '' || name_first === '') return undefined;
	// A company's place or an address has digits, a person has none.
	if (suffix.test(name_first) || /[\d@]/.test(whole)) return undefined;
	return { name_last, name_first };
}
