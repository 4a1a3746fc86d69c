import { copyOf, day, show } from './dom.js';

/** Of each status: its words, its colour, and the purchase that the service should have. */
const STATUSES = {
	confirmed: ['Confirmed', 'accent', 'confirmed'],
	checked_in: ['Checked in', 'good', 'check_in'],
	canceled: ['Canceled', 'bad', 'canceled'],
};
const DEEDS = {
	'reservation.created': 'Booking',
	'reservation.checked_in': 'Check-in',
	'reservation.canceled': 'Cancellation',
};

/** Shows the bookings and what n8n said to the latest event. */
export function renderBookings(state) {
	const [latest] = state.posted_events;
	if (latest) showEvent(latest);
	else document.getElementById('outcome').hidden = true;
	const none = 'No bookings yet. Click Book to make one for a made-up guest.';
	const rows = state.bookings.slice(0, 6).map((booking) => bookingRow(booking, state));
	show('bookings', rows.length > 0 ? rows : [copyOf('empty', { text: none })]);
	const link = document.getElementById('open-n8n');
	link.hidden = !state.workflow_url;
	link.href = state.workflow_url;
}

/** Posts to a control route. @param {object} [body] sent as JSON */
export async function post(route, body = {}) {
	const headers = { 'content-type': 'application/json' };
	const options = { method: 'POST', headers, body: JSON.stringify(body) };
	return (await fetch(`/_control/${route}`, options)).json();
}

/** Does what a button says, and shows why if it fails. */
export async function act(button, deed, reservation_id) {
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

function bookingRow(booking, state) {
	const { reservation, guest } = booking;
	const { id, status, nights, check_in, check_out, total } = reservation;
	const [words, tone, saved] = STATUSES[status];
	const refuser = refuserOf(reservation, state);
	const purchase = state.purchases.find(({ transaction_code }) => transaction_code === id);
	const name = `${guest.first_name} ${guest.last_name}`;
	const money = { style: 'currency', currency: total.currency };
	const row = copyOf('booking', {
		guest: name,
		phone: guest.phone,
		// At noon, so that no time zone makes it another day.
		stay: `${day(`${check_in}T12:00`)} – ${day(`${check_out}T12:00`)}`,
		nights: `${nights} ${nights === 1 ? 'night' : 'nights'}`,
		room: reservation.room_type.name,
		id,
		total: new Intl.NumberFormat('en-US', money).format(total.amount),
		status: refuser ? 'Refused' : words,
		progress: refuser
			? `Refused by ${refuser}`
			: purchase?.status === saved
				? 'Saved'
				: 'Not saved yet',
		checkIn: status === 'confirmed' && 'Check in',
		cancel: status !== 'canceled' && 'Cancel',
	});
	row.querySelector('.badge').dataset.tone = refuser ? 'bad' : tone;
	row.classList.toggle('off', status === 'canceled' || Boolean(refuser));
	for (const button of row.querySelectorAll('button')) {
		const { deed } = button.dataset;
		button.dataset.key = `${deed} ${id}`;
		button.ariaLabel = `${button.textContent} ${name}`;
		button.addEventListener('click', () => act(button, deed, id));
	}
	return row;
}

/** The system that refused the latest event of a booking; empty if none did. */
function refuserOf({ id }, state) {
	const latest = state.posted_events.find(({ event }) => event.reservation.id === id);
	if (latest?.ok === false) return 'n8n';
	const request = state.requests.find(({ body }) => body.includes(JSON.stringify(id)));
	return request?.status >= 400 ? 'the service' : '';
}

function showEvent({ event, ok, status, answer, explanation }) {
	const guest = `${event.guest.first_name} ${event.guest.last_name}`;
	const answered = status === null ? '' : ` Answer ${status}${answer && `: ${answer}`}`;
	showMessage(ok, `${DEEDS[event.event]} of ${guest}: ${explanation}${answered}`);
}

function showMessage(ok, text) {
	const outcome = document.getElementById('outcome');
	outcome.hidden = false;
	outcome.dataset.tone = ok ? 'good' : 'bad';
	outcome.textContent = text;
}
