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
		none: 'No callback was sent yet.',
	},
	{ name: 'Hotels', count: 'hotels', view: hotelsView, none: 'No hotel data yet.' },
	{ name: 'Campaigns', count: 'campaigns', view: campaignsView, none: 'No campaigns.' },
	{ name: 'Requests', count: 'requests', view: requestsView, none: 'No requests yet.' },
	readingsTab,
];

let chosen = TABS[0];

/**
 * Shows the tabs and the contents of the chosen one.
 * @param {object} state from `/_control/state`
 */
export function renderTabs(state) {
	const choose = (tab) => {
		chosen = tab;
		renderTabs(state);
	};
	show(document.getElementById('tabs'), ...TABS.map((tab) => tabButton(tab, state, choose)));
	const count = state.counts[chosen.count];
	const panel = document.getElementById('panel');
	panel.setAttribute('aria-label', chosen.name);
	show(panel, count === 0 ? empty(chosen.none) : chosen.view(state), cutNote(state, count));
}

function tabButton(tab, state, choose) {
	const at = TABS.indexOf(tab);
	const onkeydown = (event) => {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (!step) return;
		choose(TABS[(at + step + TABS.length) % TABS.length]);
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
