import { post, renderBookings, startBookings } from './bookings.js';
import { renderCredential } from './credential.js';
import { renderPhone, startClock } from './phone.js';
import { renderTabs } from './tabs.js';

let state;

/** Reads the state and draws the whole page from it. */
async function refresh() {
	const response = await fetch('/_control/state');
	state = await response.json();
	draw();
}

function draw() {
	renderCredential(state);
	renderPhone(state);
	renderBookings(state);
	renderTabs(state);
}

/** Follows changes; the browser connects again by itself when the service was restarted. */
function watch() {
	const live = document.getElementById('live');
	const say = (value, text) => {
		live.dataset.state = value;
		live.textContent = text;
	};
	const events = new EventSource('/_control/events');
	events.addEventListener('open', () => say('live', 'Live'));
	events.addEventListener('error', () => say('lost', 'Not connected'));
	events.addEventListener('change', () => void refresh());
}

startClock();
startBookings();
document.getElementById('recipient').addEventListener('change', draw);
document.getElementById('reset').addEventListener('click', () => {
	if (confirm('Forget all contacts, messages, bookings and requests?')) void post('reset');
});
watch();
