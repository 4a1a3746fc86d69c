import { copyOf, show, time } from './dom.js';

/** Ids shown before: what is not among them has just arrived. */
let known;

/** Shows SMS and push notifications as a phone does, the newest first. */
export function renderPhone(state) {
	const sms = state.sms_deliveries.map((one) => ({
		...one,
		kind: 'SMS',
		title: one.sender,
		to: one.phone_number,
	}));
	const push = state.push_deliveries.map((one) => ({
		...one,
		kind: 'Push',
		title: one.subject,
		to: one.target.user_id ?? one.target.contact_id ?? one.device_id,
	}));
	const messages = [...sms, ...push]
		.sort((a, b) => b.received_at.localeCompare(a.received_at))
		.slice(0, 30);
	const none = copyOf('empty', { text: 'No messages yet.' });
	show('notifications', messages.length > 0 ? messages.map(notification) : [none]);
	known = new Set(messages.map(({ delivery_id }) => delivery_id));
}

function notification(message) {
	const { kind, title, text, to, delivery_id, received_at } = message;
	const [state, note] = stateOf(message);
	const texts = { title, text, note, to: `${kind} to ${to}`, time: time(received_at) };
	const node = copyOf('notification', texts);
	node.dataset.kind = kind;
	node.classList.add(state);
	if (known && !known.has(delivery_id)) node.classList.add('arriving');
	return node;
}

function stateOf({ valid, reason, send_at }) {
	if (!valid) return ['refused', `Not delivered: ${reason}`];
	if (send_at === null) return ['scheduled', 'Not scheduled yet'];
	if (new Date(send_at) <= new Date()) return ['sent', ''];
	return ['scheduled', `Scheduled for ${time(send_at)}`];
}
