import { act, post, renderBookings } from './bookings.js';
import { time } from './dom.js';
import { renderLists } from './lists.js';
import { renderPhone } from './phone.js';

/** Reads the state and draws the whole page from it. */
async function refresh() {
	const state = await (await fetch('/_control/state')).json();
	renderPhone(state);
	renderBookings(state);
	renderLists(state);
}

function showTime() {
	document.getElementById('clock').textContent = time(new Date());
}

function showLive(tone, text) {
	const live = document.getElementById('live');
	live.dataset.tone = tone;
	live.textContent = text;
}

document.getElementById('book').addEventListener('click', ({ target }) => act(target, 'book'));
document.getElementById('reset').addEventListener('click', () => {
	if (confirm('Forget all contacts, messages, bookings and requests?')) void post('reset');
});
showTime();
setInterval(showTime, 5_000);
// The browser connects again by itself when the service was restarted.
const events = new EventSource('/_control/events');
events.addEventListener('open', () => showLive('good', 'Live'));
events.addEventListener('error', () => showLive('bad', 'Not connected'));
events.addEventListener('change', () => void refresh());
