import { el, empty, show } from './dom.js';
import { callbacksView, requestsView } from './traffic.js';
import { readingsTab } from './readings.js';
import { campaignsView, contactsView, hotelsView, jobsView } from './data.js';

const TABS = [
	{ name: 'Guests', count: 'contacts', view: contactsView, none: 'No contacts yet.' },
	{ name: 'Bulk jobs', count: 'bulk_jobs', view: jobsView, none: 'No bulk jobs yet.' },
	{
		name: 'Callbacks',
		count: 'callbacks',
		view: callbacksView,
		none: 'No callbacks yet.',
	},
	{ name: 'Hotels', count: 'hotels', view: hotelsView, none: 'No hotel data yet.' },
	{ name: 'Campaigns', count: 'campaigns', view: campaignsView, none: 'No campaigns.' },
	{ name: 'Requests', count: 'requests', view: requestsView, none: 'No requests yet.' },
];

/** Shown on demand: only those who work on the nodes need them. */
const DEVELOPER_TABS = [readingsTab];

let chosen = TABS[0];
let isForDevelopers = false;

/** Shows the tabs and the contents of the chosen one. */
export function renderTabs(state) {
	const choose = (tab) => {
		chosen = tab;
		renderTabs(state);
	};
	const tabs = isForDevelopers ? [...TABS, ...DEVELOPER_TABS] : TABS;
	show(
		document.getElementById('tabs'),
		...tabs.map((tab) => tabButton(tab, tabs, state, choose)),
	);
	renderSwitch(state);
	const count = state.counts[chosen.count];
	const panel = document.getElementById('panel');
	panel.setAttribute('aria-label', chosen.name);
	show(panel, count === 0 ? empty(chosen.none) : chosen.view(state), cutNote(state, count));
}

/** The button that shows the tabs for developers, or hides them. */
function renderSwitch(state) {
	const button = document.getElementById('developers');
	button.setAttribute('aria-pressed', String(isForDevelopers));
	button.onclick = () => {
		isForDevelopers = !isForDevelopers;
		if (isForDevelopers) [chosen] = DEVELOPER_TABS;
		else if (DEVELOPER_TABS.includes(chosen)) [chosen] = TABS;
		renderTabs(state);
	};
}

function tabButton(tab, tabs, state, choose) {
	const at = tabs.indexOf(tab);
	const onkeydown = (event) => {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (!step) return;
		event.preventDefault();
		choose(tabs[(at + step + tabs.length) % tabs.length]);
		document.querySelector('#tabs [aria-selected="true"]').focus();
	};
	return el(
		'button',
		{
			type: 'button',
			role: 'tab',
			'data-key': tab.name,
			'aria-selected': tab === chosen ? 'true' : 'false',
			'aria-controls': 'panel',
			tabindex: tab === chosen ? 0 : -1,
			onclick: () => choose(tab),
			onkeydown,
		},
		tab.name,
		el('span', { class: 'count' }, state.counts[tab.count]),
	);
}

/** The page is given only the newest of a long list. */
function cutNote(state, count) {
	const shown = state[chosen.count].length;
	return count > shown ? empty(`The newest ${shown} of ${count} are shown.`) : '';
}
