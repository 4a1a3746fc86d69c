/** Follows a comma, but isn't a first name. */
const suffix =
	/^(jr|jnr|sr|snr|i{1,3}|iv|ph\.? ?d|md|m\.d|mba|esq|dr|prof|gmbh|ag|kg|ltd|inc|llc|co|corp|s\.?l|s\.?a)\.?$/i;
/** Between the names of two people. */
const and = /[&+/]|(^|\s)(and|und|u\.|y|e|et|con|mit|with)\s/i;
/** Words of a surname that aren't counted: van der Berg. */
const particles =
	/^(van|von|vom|zu|zum|der|den|de|del|della|la|las|los|le|da|do|dos|das|di|du|el|al|bin|ibn|ten|ter|af|y|st\.?|mc)$/i;
/** Words of places and companies. */
const company =
	/(^|\s)(hotel|hostal|hostel|resort|apartments?|apartamentos|suites?|travel|tours?|reisen|viajes|voyages|agency|agencia|agentur|group|company)(\s|$|,)/i;
const mostWords = 2;

/** “Müller, Anna”: one person's last name and first name; undefined if it may be anything else. */
export function splitName(whole: unknown): { name_last: string; name_first: string } | undefined {
	if (typeof whole !== 'string') return undefined;
	const parts = whole.split(',').map((part) => part.trim());
	const [name_last = '', name_first = ''] = parts;
	// Companies and addresses have digits, people don't.
	if (parts.length !== 2 || suffix.test(name_first)) return undefined;
	if (and.test(whole) || company.test(whole)) return undefined;
	return [name_last, name_first].every(isName) ? { name_last, name_first } : undefined;
}

function isName(text: string): boolean {
	if (!/^\p{L}[\p{L}\p{M}\s.'’-]*$/u.test(text)) return false;
	const counted = text.split(/\s+/).filter((word) => !particles.test(word));
	return counted.length > 0 && counted.length <= mostWords;
}
