import { el, empty, show } from './dom.js';
import { callbacksView, requestsView } from './traffic.js';
import { campaignsView, contactsView, hotelsView, jobsView } from './data.js';

const TABS = [
	{ name: 'Guests', list: 'contacts', view: contactsView, none: 'No contacts yet.' },
	{ name: 'Bulk jobs', list: 'bulk_jobs', view: jobsView, none: 'No bulk jobs yet.' },
	{ name: 'Callbacks', list: 'callbacks', view: callbacksView, none: 'No callbacks yet.' },
	{ name: 'Hotels', list: 'hotels', view: hotelsView, none: 'No hotel data yet.' },
	{ name: 'Campaigns', list: 'campaigns', view: campaignsView, none: 'No campaigns.' },
	{ name: 'Requests', list: 'requests', view: requestsView, none: 'No requests yet.' },
];

let chosen = TABS[0];

/** Shows the tabs and the contents of the chosen one. */
export function renderTabs(state) {
	const choose = (tab) => {
		chosen = tab;
		renderTabs(state);
	};
	show(document.getElementById('tabs'), ...TABS.map((tab) => tabButton(tab, state, choose)));
	const count = state.counts[chosen.list];
	const panel = document.getElementById('panel');
	panel.setAttribute('aria-label', chosen.name);
	show(panel, count === 0 ? empty(chosen.none) : chosen.view(state), cutNote(state, count));
}

function tabButton(tab, state, choose) {
	return el(
		'button',
		{
			type: 'button',
			'data-key': tab.name,
			'aria-pressed': tab === chosen ? 'true' : 'false',
			'aria-controls': 'panel',
			onclick: () => choose(tab),
		},
		tab.name,
		el('span', { class: 'count' }, state.counts[tab.list]),
	);
}

/** The page is given only the newest of a long list. */
function cutNote(state, count) {
	const shown = state[chosen.list].length;
	return count > shown ? empty(`The newest ${shown} of ${count} are shown.`) : '';
}
