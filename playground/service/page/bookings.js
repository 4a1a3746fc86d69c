import { badge, el, empty, lines, show, table } from './dom.js';

const SHOWN = 6;
const TONES = { confirmed: 'accent', checked_in: 'good', canceled: 'bad' };
/** The purchase that the service should have for a booking. */
const SAVED = { confirmed: 'confirmed', checked_in: 'check_in', canceled: 'canceled' };
const WORDS = { confirmed: 'Confirmed', checked_in: 'Checked in', canceled: 'Canceled' };
const DEEDS = {
	'reservation.created': 'Booking',
	'reservation.checked_in': 'Check-in',
	'reservation.canceled': 'Cancellation',
};

/** Shows the bookings and what n8n said to the latest event. */
export function renderBookings(state) {
	const [latest] = state.posted_events;
	if (latest) showOutcome(latest);
	else document.getElementById('outcome').hidden = true;
	const shown = state.bookings.slice(0, SHOWN);
	const list = shown.length
		? table(
				['Guest', 'Stay', 'Room', 'Total', 'Status', ''],
				shown.map((booking) => bookingRow(booking, state)),
				'bookings-table',
			)
		: empty('No bookings yet. Click Book to make one for a made-up guest.');
	show(document.getElementById('bookings'), list);
	for (const [at, booking] of shown.entries()) {
		const isCanceled = booking.reservation.status === 'canceled';
		if (isCanceled || refuserOf(booking, state)) list.tBodies[0].rows[at].classList.add('off');
	}
	const link = document.getElementById('open-n8n');
	link.hidden = !state.workflow_url;
	if (state.workflow_url) link.href = state.workflow_url;
}

/** Makes the button Book work. */
export function startBookings() {
	document.getElementById('book').addEventListener('click', ({ target }) => act(target, 'book'));
}

/**
 * Posts to a control route.
 * @param {object} [body] sent as JSON
 */
export async function post(route, body = {}) {
	const response = await fetch(`/_control/${route}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return response.json();
}

async function act(button, deed, reservation_id) {
	button.disabled = true;
	try {
		const { error } = await post(deed, { reservation_id });
		if (error) showMessage(false, error);
	} catch {
		showMessage(false, 'The mock service doesn’t answer. Is it still running?');
	} finally {
		button.disabled = false;
	}
}

/** The latest event about a booking. */
function eventOf({ reservation }, state) {
	return state.posted_events.find(({ event }) => event.reservation.id === reservation.id);
}

/** The service's latest answer to a request about a booking. */
function answerTo({ reservation }, state) {
	return state.requests.find(({ body }) => body.includes(JSON.stringify(reservation.id)))?.status;
}

/** The system that refused the latest event of a booking; empty if none did. */
function refuserOf(booking, state) {
	if (eventOf(booking, state)?.ok === false) return 'n8n';
	return answerTo(booking, state) >= 400 ? 'the service' : '';
}

/** The result of a booking's latest event, in n8n and at the service. */
function progressOf(booking, state) {
	const refuser = refuserOf(booking, state);
	if (refuser) return `Refused by ${refuser}`;
	const { id, status } = booking.reservation;
	const purchase = state.purchases.find(({ transaction_code }) => transaction_code === id);
	return purchase?.status === SAVED[status] ? 'Saved' : 'Not saved yet';
}

function bookingRow(booking, state) {
	const { reservation, guest } = booking;
	const { id, status } = reservation;
	const button = (deed, text, className) =>
		el(
			'button',
			{
				type: 'button',
				class: `quiet ${className}`,
				'data-key': `${deed} ${id}`,
				'aria-label': `${text} ${guest.first_name} ${guest.last_name}`,
				onclick: (event) => act(event.currentTarget, deed, id),
			},
			text,
		);
	const open = status === 'confirmed' ? button('check-in', 'Check in', '') : null;
	const cancelable = status === 'canceled' ? null : button('cancel', 'Cancel', 'danger');
	return [
		lines(`${guest.first_name} ${guest.last_name}`, guest.phone),
		lines(
			stay(reservation),
			`${reservation.nights} ${reservation.nights === 1 ? 'night' : 'nights'}`,
		),
		lines(reservation.room_type.name, id),
		el('span', { class: 'nowrap' }, money(reservation.total)),
		el(
			'span',
			{},
			refuserOf(booking, state)
				? badge('Refused', 'bad')
				: badge(WORDS[status] ?? status, TONES[status]),
			el('span', { class: 'line muted' }, progressOf(booking, state)),
		),
		el('span', { class: 'row-actions' }, open, cancelable),
	];
}

function stay({ check_in, check_out }) {
	const day = (date) =>
		new Date(`${date}T12:00`).toLocaleDateString('en-US', { day: 'numeric', month: 'short' });
	return `${day(check_in)} – ${day(check_out)}`;
}

function money({ amount, currency }) {
	return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
}

function showOutcome({ event, ok, status, answer, explanation }) {
	const guest = `${event.guest.first_name} ${event.guest.last_name}`;
	const answered = status === null ? '' : `Answer ${status}${answer ? `: ${answer}` : ''}`;
	showMessage(ok, `${DEEDS[event.event]} of ${guest}: ${explanation}`, answered);
}

function showMessage(ok, text, detail = '') {
	const outcome = document.getElementById('outcome');
	outcome.hidden = false;
	outcome.dataset.ok = String(ok);
	outcome.replaceChildren(text, ...(detail ? [el('small', {}, detail)] : []));
}
