/** The page: reads the state twice a second, and draws all of it again when it has changed. */

/** Makes an element. Text is always text, so nothing that arrives can become markup. */
function element(tag, properties, ...children) {
	const node = Object.assign(document.createElement(tag), properties);
	node.append(...children);
	return node;
}

const small = (text) => element('small', {}, text);
const badge = (text, tone) =>
	element('span', { className: `badge ${tone}`, hidden: text === '' }, text);
const find = (id) => document.getElementById(id);

/** A day without its year. */
const day = (date) =>
	new Date(date).toLocaleDateString('en-US', { day: 'numeric', month: 'short' });

/** Time of day, with the date when it is another day. */
function time(iso) {
	const date = new Date(iso);
	const clock = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
	return date.toDateString() === new Date().toDateString() ? clock : `${day(date)}, ${clock}`;
}

/** SMS and push notifications as a phone shows them, the newest first. */
function messagesOf({ sms_deliveries, push_deliveries }) {
	const sms = sms_deliveries.map((one) => [one, 'SMS', one.sender, one.phone_number]);
	const push = push_deliveries.map((one) => {
		const { user_id, contact_id, device_id } = one.target;
		return [one, 'Push', one.subject, user_id ?? contact_id ?? device_id];
	});
	return [...sms, ...push]
		.sort(([one], [other]) => other.received_at.localeCompare(one.received_at))
		.slice(0, 30)
		.map(([{ text, received_at, ...more }, kind, title, recipient]) =>
			element(
				'li',
				{ className: kind },
				element('time', {}, time(received_at)),
				element('b', {}, title),
				element('p', {}, text),
				small(`${kind} to ${recipient}`),
				element('small', { className: 'note' }, noteOf(more)),
			),
		);
}

function noteOf({ valid, reason, send_at }) {
	if (!valid) return `Not delivered: ${reason}`;
	if (send_at === null) return 'Not scheduled yet';
	return new Date(send_at) <= new Date() ? '' : `Scheduled for ${time(send_at)}`;
}

/** Of each status of a booking: its words, its tone, and the purchase that the service should have. */
const STATUSES = {
	confirmed: ['Confirmed', '', 'confirmed'],
	checked_in: ['Checked in', 'good', 'check_in'],
	canceled: ['Canceled', 'bad', 'canceled'],
};

function bookingRow({ reservation, guest }, state) {
	const { id, status, nights, check_in, check_out, total, room_type } = reservation;
	const [words, tone, saved] = STATUSES[status];
	const refuser = refuserOf(id, state);
	const purchase = state.purchases.find(({ transaction_code }) => transaction_code === id);
	const progress = purchase?.status === saved ? 'Saved' : 'Not saved yet';
	const name = `${guest.first_name} ${guest.last_name}`;
	const money = { style: 'currency', currency: total.currency };
	const cell = (...children) => element('td', {}, ...children);
	const button = (text, deed) =>
		element(
			'button',
			{ id: `${deed}-${id}`, ariaLabel: `${text} ${name}`, onclick: () => act(deed, id) },
			text,
		);
	return element(
		'tr',
		{ className: refuser || status === 'canceled' ? 'off' : '' },
		cell(name, small(guest.phone)),
		// At noon, so that no time zone makes it another day.
		cell(
			`${day(`${check_in}T12:00`)} – ${day(`${check_out}T12:00`)}`,
			small(counted(nights, 'night')),
		),
		cell(room_type.name, small(id)),
		cell(new Intl.NumberFormat('en-US', money).format(total.amount)),
		refuser
			? cell(badge('Refused', 'bad'), small(`Refused by ${refuser}`))
			: cell(badge(words, tone), small(progress)),
		cell(
			...(status === 'confirmed' ? [button('Check in', 'check-in')] : []),
			...(status === 'canceled' ? [] : [button('Cancel', 'cancel')]),
		),
	);
}

/** The system that refused the latest event of a booking; empty if none did. */
function refuserOf(id, { posted_events, requests }) {
	const latest = posted_events.find(({ event }) => event.reservation.id === id);
	if (latest?.ok === false) return 'n8n';
	const request = requests.find(({ body }) => body.includes(JSON.stringify(id)));
	return request?.status >= 400 ? 'the service' : '';
}

const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The lists: of an entry its title, detail and state, and what it holds if that isn't all of it. */
const LISTS = {
	Guests: ['contacts', guest],
	'Bulk jobs': [
		'bulk_jobs',
		({ origin, created_at, number_of_contacts, number_of_purchase, status }) => [
			time(created_at),
			`${counted(number_of_contacts, 'contact')}, ${counted(number_of_purchase, 'purchase')} of ${origin}`,
			status,
		],
	],
	Callbacks: [
		'callbacks',
		({ url, attempts, outcome }) => [counted(attempts.length, 'call'), url, outcome],
	],
	Hotels: ['hotels', ({ name, uuid }) => [name, uuid, '']],
	Campaigns: ['campaigns', ({ name, description, status }) => [name, description, status]],
	Requests: ['requests', request],
};

function guest(contact, { purchases }) {
	const { _id, name_first, name_last, user_id, email, phone, language } = contact;
	const own = purchases.filter(({ contact_ids }) => contact_ids.includes(_id));
	return [
		[name_first, name_last].filter(Boolean).join(' ') || 'No name',
		[user_id, email, phone, language].filter(Boolean).join(', '),
		own.map(({ transaction_code, status }) => `${transaction_code} ${status}`).join(', '),
		{ ...contact, purchases: own },
	];
}

function request({ at, method, path, query, status, body, id }) {
	const parameters = new URLSearchParams(query).toString();
	return [
		new Date(at).toLocaleTimeString('en-GB'),
		`${method} ${path}${parameters && `?${parameters}`}`,
		status ?? 'no answer',
		{ query, body: parsed(body), request_id: id },
	];
}

function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Tones of states; those of requests are numbers. */
const TONES = {
	good: /^(processed|received|completed|[23]\d\d)$/,
	warn: /^(queue|pending|ongoing)$/,
	bad: /^(failed|refused|given_up|no answer|[45]\d\d)$/,
};
const toneOf = (state) => Object.keys(TONES).find((tone) => TONES[tone].test(state));

function list([name, [key, view]], state) {
	const { [key]: entries, counts } = state;
	return folded(name, [element('h2', {}, name), small(counts[key])], () => [
		...entries.map((one) => {
			const [title, detail, status, contents = one] = view(one, state);
			const summary = [element('b', {}, title), small(detail), badge(status, toneOf(status))];
			const json = () => [element('pre', {}, JSON.stringify(contents, null, '  '))];
			return folded(one.uuid ?? one._id ?? one.id, summary, json);
		}),
		...(counts[key] > entries.length ? [small(`The newest ${entries.length}.`)] : []),
	]);
}

/** What a person has opened stays open when the page is drawn again. */
const opened = new Set();

function folded(id, summary, contents) {
	const node = element('details', { id, open: opened.has(id) });
	const fill = () => node.append(...(node.open ? contents() : []));
	node.append(element('summary', {}, ...summary));
	fill();
	node.addEventListener('toggle', () => {
		if (node.open === opened.has(id)) return;
		opened[node.open ? 'add' : 'delete'](id);
		while (node.children.length > 1) node.lastChild.remove();
		fill();
	});
	return node;
}

function draw(state) {
	const focused = document.activeElement?.id;
	const messages = messagesOf(state);
	const none = element('p', {}, 'No messages yet.');
	find('messages').replaceChildren(...(messages.length > 0 ? messages : [none]));
	find('bookings').replaceChildren(
		...state.bookings.slice(0, 6).map((booking) => bookingRow(booking, state)),
	);
	find('lists').replaceChildren(...Object.entries(LISTS).map((one) => list(one, state)));
	find('open-n8n').hidden = !state.workflow_url;
	find('open-n8n').href = state.workflow_url;
	const [latest] = state.posted_events;
	if (latest) showOutcome(latest.ok, `${latest.explanation} ${latest.answer}`);
	else showOutcome(true, '');
	if (focused) find(focused)?.focus();
}

function showOutcome(isGood, text) {
	find('outcome').className = isGood ? 'good' : 'bad';
	find('outcome').textContent = text;
}

/** Does what a button says, and shows why if it fails. */
async function act(deed, reservation_id) {
	try {
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify({ reservation_id });
		await fetch(`/_control/${deed}`, { method: 'POST', headers, body });
	} catch {
		showOutcome(false, 'The mock service doesn’t answer. Is it still running?');
	}
}

let shown = '';

/** Draws what has changed, twice a second. */
async function watch() {
	const live = find('live');
	try {
		const text = await (await fetch('/_control/state')).text();
		if (text !== shown) draw(JSON.parse(text));
		shown = text;
		live.textContent = 'Live';
	} catch {
		live.textContent = 'Not connected';
	}
	live.className = `badge ${live.textContent === 'Live' ? 'good' : 'bad'}`;
	setTimeout(watch, 500);
}

find('book').addEventListener('click', () => act('book'));
find('reset').addEventListener('click', () => {
	if (confirm('Forget all contacts, messages, bookings and requests?')) void act('reset');
});
void watch();
