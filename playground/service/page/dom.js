/** Building elements; text is always set as text, so nothing that arrives can become markup. */

/**
 * Makes an element.
 * @param {Record<string, unknown>} [attributes] `class`, `onclick`, `data-…` and so on; empty ones are left out
 */
export function el(tag, attributes = {}, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value === undefined || value === null || value === false) continue;
		if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
		else element.setAttribute(name, value === true ? '' : String(value));
	}
	element.append(...children.filter((child) => child !== undefined && child !== null));
	return element;
}

/** A small coloured label. `tone` is good, warn, bad, accent or empty. */
export function badge(text, tone = '') {
	return el('span', { class: 'badge', 'data-tone': tone }, text);
}

/** A table. */
export function table(headings, rows, className) {
	const cells = (row) => row.map((cell) => el('td', {}, cell));
	return el(
		'table',
		{ class: className },
		el('thead', {}, el('tr', {}, ...headings.map((text) => el('th', { scope: 'col' }, text)))),
		el('tbody', {}, ...rows.map((row) => el('tr', {}, ...cells(row)))),
	);
}

/** Text over text in one cell; empty ones are left out. */
export function lines(first, second) {
	return el(
		'span',
		{},
		first ? el('span', { class: 'line' }, first) : null,
		second ? el('span', { class: 'line muted' }, second) : null,
	);
}

/** A friendly line where there is nothing to show yet. */
export function empty(text) {
	return el('p', { class: 'empty' }, text);
}

/** Replaces what is in `container`; an element with the same `data-key` keeps the keyboard focus. */
export function show(container, ...nodes) {
	const key = container.contains(document.activeElement) && document.activeElement.dataset.key;
	container.replaceChildren(...nodes);
	if (key) container.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/** Time of day, with the date when it is another day. */
export function time(iso) {
	const date = new Date(iso);
	const clock = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
	if (date.toDateString() === new Date().toDateString()) return clock;
	return `${date.toLocaleDateString('en-US', { day: 'numeric', month: 'short' })}, ${clock}`;
}

/** Time of day with seconds. */
export function exactTime(iso) {
	return new Date(iso).toLocaleTimeString('en-GB');
}
