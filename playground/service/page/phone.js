import { el, show, time } from './dom.js';

const SHOWN = 30;
const SHAPES = {
	sms: 'M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H10l-5 4v-4H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
	push: 'M12 2a6 6 0 0 0-6 6v4l-2 4h16l-2-4V8a6 6 0 0 0-6-6zm-2.5 16a2.5 2.5 0 0 0 5 0z',
};

/** Ids shown before: what is not among them has just arrived. */
let known;

/** Shows messages as a phone does, the newest first. */
export function renderPhone(state) {
	const messages = messagesOf(state).slice(0, SHOWN);
	const hasArrived = ({ id }) => known && !known.has(id);
	const list = document.getElementById('notifications');
	if (messages.length === 0) show(list, el('li', { class: 'phone-empty' }, 'No messages yet.'));
	else show(list, ...messages.map((message) => notification(message, hasArrived(message))));
	if (messages.some(hasArrived)) list.scrollTop = 0;
	known = new Set(messages.map(({ id }) => id));
}

/** Keeps the clock of the phone right. */
export function startClock() {
	const tick = () => {
		const now = new Date();
		document.getElementById('lock-time').textContent = time(now);
		const day = { weekday: 'long', day: 'numeric', month: 'long' };
		document.getElementById('lock-date').textContent = now.toLocaleDateString('en-US', day);
	};
	tick();
	setInterval(tick, 5000);
}

/** SMS and push deliveries in one form, the newest first. */
function messagesOf(state) {
	const sms = state.sms_deliveries.map((delivery) => ({
		...common(delivery),
		kind: 'sms',
		title: delivery.sender,
		to: delivery.phone_number,
	}));
	const push = state.push_deliveries.map((delivery) => ({
		...common(delivery),
		kind: 'push',
		title: delivery.subject,
		to: delivery.target.user_id ?? delivery.target.contact_id ?? delivery.device_id,
	}));
	return [...sms, ...push].sort((a, b) => b.receivedAt.localeCompare(a.receivedAt));
}

function common(delivery) {
	return {
		id: delivery.delivery_id,
		text: delivery.text,
		receivedAt: delivery.received_at,
		...stateOf(delivery),
	};
}

function stateOf({ valid, reason, send_at }) {
	if (!valid) return { state: 'refused', note: `Not delivered: ${reason}` };
	if (send_at === null) return { state: 'scheduled', note: 'Not scheduled yet' };
	if (new Date(send_at) <= new Date()) return { state: 'sent', note: '' };
	return { state: 'scheduled', note: `Scheduled for ${time(send_at)}` };
}

function notification({ kind, title, text, to, receivedAt, note, state }, isNew) {
	return el(
		'li',
		{ class: `notification ${state}${isNew ? ' arriving' : ''}`, 'data-kind': kind },
		el('span', { class: 'notification-icon', 'aria-hidden': 'true' }, shape(SHAPES[kind])),
		el(
			'div',
			{},
			el(
				'div',
				{ class: 'notification-head' },
				el('b', {}, title),
				el('time', { datetime: receivedAt }, time(receivedAt)),
			),
			el('p', {}, text),
			el('footer', {}, `${kind === 'sms' ? 'SMS' : 'Push'} to ${to}`),
			note ? el('footer', { class: 'note' }, note) : null,
		),
	);
}

function shape(path) {
	const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
	svg.setAttribute('viewBox', '0 0 24 24');
	const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'path');
	drawn.setAttribute('d', path);
	svg.append(drawn);
	return svg;
}
