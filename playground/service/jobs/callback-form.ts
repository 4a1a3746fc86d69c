import { stringify } from 'qs';

/**
 * Writes a callback as a form with bracketed keys: `valid_contacts[0][email]=…`.
 * @param body the callback
 * @returns the text of an `application/x-www-form-urlencoded` body; null becomes empty
 */
export function toForm(body: object): string {
	// The format in which a space is a plus, as browsers write forms.
	return stringify(body, { format: 'RFC1738' });
}
