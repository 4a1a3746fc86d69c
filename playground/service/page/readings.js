import { post } from './bookings.js';
import { el, lines, table } from './dom.js';

/** The tab that says how the service reads what its document leaves open. */
export const readingsTab = { name: 'Readings', count: 'readings', view: readingsView };

function readingsView(state) {
	const rows = state.readings.map((reading) => [
		lines(reading.title, reading.sentence),
		choiceOf(reading),
	]);
	return table(
		['Open questions of the service’s document', 'Reading of the mock service'],
		rows,
		'readings-table',
	);
}

function choiceOf({ name, title, choices, chosen }) {
	const options = Object.entries(choices).map(([choice, meaning]) =>
		el('option', { value: choice, selected: choice === chosen }, meaning),
	);
	const onchange = (event) => void post('readings', { [name]: event.target.value });
	return el('select', { 'data-key': name, 'aria-label': title, onchange }, ...options);
}
