import { post, renderBookings, startBookings } from './bookings.js';
import { renderPhone, startClock } from './phone.js';
import { renderTabs } from './tabs.js';

/** Reads the state and draws the whole page from it. */
async function refresh() {
	const response = await fetch('/_control/state');
	const state = await response.json();
	renderPhone(state);
	renderBookings(state);
	renderTabs(state);
}

/** Follows changes; the browser connects again by itself when the service was restarted. */
function watch() {
	const live = document.getElementById('live');
	const say = (tone, text) => {
		live.dataset.tone = tone;
		live.textContent = text;
	};
	const events = new EventSource('/_control/events');
	events.addEventListener('open', () => say('good', 'Live'));
	events.addEventListener('error', () => say('bad', 'Not connected'));
	events.addEventListener('change', () => void refresh());
}

startClock();
startBookings();
document.getElementById('reset').addEventListener('click', () => {
	if (confirm('Forget all contacts, messages, bookings and requests?')) void post('reset');
});
watch();
