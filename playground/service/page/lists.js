import { copyOf, show, time } from './dom.js';

const TONES = {
	...{ processed: 'good', received: 'good', completed: 'good' },
	...{ queue: 'warn', pending: 'warn', ongoing: 'warn' },
	...{ failed: 'bad', refused: 'bad', given_up: 'bad' },
};
const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The tabs: the list of each, and an entry's title, detail and state. Its contents are the whole entry. */
const TABS = [
	['Guests', 'contacts', guest],
	['Bulk jobs', 'bulk_jobs', bulkJob],
	['Callbacks', 'callbacks', callback],
	['Hotels', 'hotels', ({ name, uuid }) => [name, uuid]],
	['Campaigns', 'campaigns', ({ name, description, status }) => [name, description, status]],
	['Requests', 'requests', request],
];

function guest(contact, { purchases }) {
	const { _id, name_first, name_last, user_id, email, phone, language } = contact;
	const name = [name_first, name_last].filter(Boolean).join(' ');
	const mine = purchases.filter(({ contact_ids }) => contact_ids.includes(_id));
	const detail = [user_id, email, phone, language].filter(Boolean).join(', ');
	const bought = mine.map(({ transaction_code, status }) => `${transaction_code} ${status}`);
	return [name || 'No name', detail, bought.join(', '), { ...contact, purchases: mine }];
}

function bulkJob({ origin, created_at, number_of_contacts, number_of_purchase, status }) {
	const holds = `${counted(number_of_contacts, 'contact')}, ${counted(number_of_purchase, 'purchase')}`;
	return [time(created_at), `${holds} of ${origin}`, status];
}

function callback({ url, attempts, outcome }) {
	return [counted(attempts.length, 'call'), url, outcome];
}

function request({ at, method, path, query, status, body, ...more }) {
	const parameters = new URLSearchParams(query).toString();
	const contents = { ...more, query, body: parsed(body) };
	const detail = `${method} ${path}${parameters && `?${parameters}`}`;
	return [new Date(at).toLocaleTimeString('en-GB'), detail, status ?? 'no answer', contents];
}

function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

let [chosen] = TABS;
/** Entries a person has opened stay open when the page is drawn again. */
const opened = new Set();

/** Shows the tabs and the entries of the chosen one. */
export function renderLists(state) {
	const tabs = TABS.map((tab) => {
		const [name, list] = tab;
		const button = copyOf('tab', { name, count: state.counts[list] });
		button.dataset.key = name;
		button.ariaPressed = String(tab === chosen);
		button.addEventListener('click', () => {
			chosen = tab;
			renderLists(state);
		});
		return button;
	});
	show('tabs', tabs);
	const [name, list, view] = chosen;
	document.getElementById('panel').ariaLabel = name;
	const entries = state[list].map((one) => entry(one, view(one, state)));
	const count = state.counts[list];
	// The page is given only the newest of a long list.
	const cut = `The newest ${entries.length} of ${count} are shown.`;
	const note = count === 0 ? `No ${name.toLowerCase()} yet.` : count > entries.length && cut;
	show('panel', [...entries, ...(note ? [copyOf('empty', { text: note })] : [])]);
}

function entry(one, [title, detail, state, contents = one]) {
	const id = one.request_id ?? one.uuid ?? one._id ?? one.id;
	const details = copyOf('entry', { title, detail, state });
	const [summary, pre] = details.children;
	summary.dataset.key = id;
	const isBad = state === 'no answer' || state >= 400;
	const tone = TONES[state] ?? (typeof state === 'number' ? 'good' : '');
	details.querySelector('.badge')?.setAttribute('data-tone', isBad ? 'bad' : tone);
	details.open = opened.has(id);
	const fill = () => {
		opened[details.open ? 'add' : 'delete'](id);
		if (details.open) pre.textContent = JSON.stringify(contents, null, '  ');
	};
	details.addEventListener('toggle', fill);
	return details;
}
