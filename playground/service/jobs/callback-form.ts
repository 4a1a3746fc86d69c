/**
 * Writes a callback as a form with bracketed keys: `valid_contacts[0][email]=…`.
 * @param body the callback
 * @returns the text of an `application/x-www-form-urlencoded` body; null becomes empty
 */
export function toForm(body: Record<string, unknown>): string {
	const form = new URLSearchParams();
	for (const [key, value] of Object.entries(body)) append(form, key, value);
	return form.toString();
}

function append(form: URLSearchParams, key: string, value: unknown): void {
	if (value !== null && typeof value === 'object') {
		for (const [inner, part] of Object.entries(value)) append(form, `${key}[${inner}]`, part);
	} else {
		form.append(key, asText(value));
	}
}

function asText(value: unknown): string {
	if (value === null || value === undefined) return '';
	return typeof value === 'string' ? value : JSON.stringify(value);
}
