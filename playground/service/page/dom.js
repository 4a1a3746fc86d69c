/**
 * Copies a template of the page and puts texts into its places: always as text, so nothing that arrives
 * can become markup. A place without a text is left out.
 */
export function copyOf(template, texts) {
	const copy = document.getElementById(template).content.firstElementChild.cloneNode(true);
	for (const place of [copy, ...copy.querySelectorAll('[data-text]')]) {
		const text = texts[place.dataset.text] ?? '';
		if (text !== '') place.textContent = text;
		else if (place !== copy) place.remove();
	}
	return copy;
}

/** Replaces what is in an element of the page; what has the same `data-key` keeps the keyboard focus. */
export function show(id, nodes) {
	const container = document.getElementById(id);
	const key = container.contains(document.activeElement) && document.activeElement.dataset.key;
	container.replaceChildren(...nodes);
	if (key) container.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/** Time of day, with the date when it is another day. */
export function time(iso) {
	const date = new Date(iso);
	const clock = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
	return date.toDateString() === new Date().toDateString() ? clock : `${day(date)}, ${clock}`;
}

/** A day without its year. */
export function day(date) {
	return new Date(date).toLocaleDateString('en-US', { day: 'numeric', month: 'short' });
}
