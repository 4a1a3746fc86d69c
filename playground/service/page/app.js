import { act, post, renderBookings } from './bookings.js';
import { time } from './dom.js';
import { renderLists } from './lists.js';
import { renderPhone } from './phone.js';

/** What the page shows, as text. */
let shown = '';

/** Reads the state, and draws the whole page from it if it has changed. */
async function refresh() {
	const text = await (await fetch('/_control/state')).text();
	if (text === shown) return;
	shown = text;
	const state = JSON.parse(text);
	renderPhone(state);
	renderBookings(state);
	renderLists(state);
}

function showLive(tone, text) {
	const live = document.getElementById('live');
	live.dataset.tone = tone;
	live.textContent = text;
}

/** Draws what has changed, twice a second. */
async function watch() {
	document.getElementById('clock').textContent = time(new Date());
	await refresh().then(
		() => showLive('good', 'Live'),
		() => showLive('bad', 'Not connected'),
	);
	setTimeout(watch, 500);
}

document.getElementById('book').addEventListener('click', ({ target }) => act(target, 'book'));
document.getElementById('reset').addEventListener('click', () => {
	if (confirm('Forget all contacts, messages, bookings and requests?')) void post('reset');
});
void watch();
