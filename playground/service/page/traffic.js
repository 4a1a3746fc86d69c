import { badge, el, exactTime } from './dom.js';

const OUTCOMES = {
	pending: ['will be tried again', 'warn'],
	received: ['received', 'good'],
	refused: ['refused', 'bad'],
	given_up: ['given up', 'bad'],
};

/** Entries a person has opened stay open when the page is drawn again. */
const opened = new Set();

/** Raw requests with their status. */
export function requestsView(state) {
	return el('div', {}, ...state.requests.map(requestEntry));
}

function requestEntry({ at, method, path, query, status, body, request_id }) {
	const parameters = new URLSearchParams(query).toString();
	return entry(
		request_id,
		[
			el('span', { class: 'mono muted' }, exactTime(at)),
			badge(method),
			el('span', { class: 'mono grow' }, parameters ? `${path}?${parameters}` : path),
			status === null
				? badge('no answer', 'bad')
				: badge(status, status < 300 ? 'good' : 'bad'),
		],
		() => [pretty(body) || 'No body.'],
	);
}

/** Callbacks with what the called side answered. */
export function callbacksView(state) {
	return el('div', {}, ...state.callbacks.map(callbackEntry));
}

function callbackEntry(callback) {
	const [words, tone] = callback.attempts.length
		? OUTCOMES[callback.outcome]
		: ['calling', 'warn'];
	const tries = callback.attempts.map(
		({ at, status, answer }) => `${exactTime(at)}  ${status ?? 'no answer'}  ${answer}`,
	);
	const next = callback.next_attempt_at
		? [`${exactTime(callback.next_attempt_at)}  next try`]
		: [];
	return entry(
		callback.id,
		[
			el('span', { class: 'mono grow' }, callback.url),
			el(
				'span',
				{ class: 'muted' },
				callback.attempts.length === 1 ? '1 try' : `${callback.attempts.length} tries`,
			),
			badge(words, tone),
		],
		() => [[...tries, ...next].join('\n'), pretty(JSON.stringify(callback.body))],
	);
}

/** A line that opens; its texts are made only when it is open. */
function entry(id, summary, texts) {
	const fill = (details) => details.append(...texts().map((text) => el('pre', {}, text)));
	const details = el(
		'details',
		{
			open: opened.has(id),
			ontoggle: () => {
				if (!details.open) opened.delete(id);
				else if (!opened.has(id)) {
					opened.add(id);
					fill(details);
				}
			},
		},
		el('summary', { 'data-key': id }, ...summary),
	);
	if (opened.has(id)) fill(details);
	return details;
}

function pretty(text) {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}
