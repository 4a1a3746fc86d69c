import { el, show } from './dom.js';

/** Shows what a credential for this service holds, each value with a button that copies it. */
export function renderCredential({ account }) {
	const fields = {
		'Base URL': location.origin,
		'Account ID': account.id,
		'Account Secret': account.account_secret,
		'Master Secret': account.master_secret,
	};
	const container = document.getElementById('credential-fields');
	show(container, ...Object.entries(fields).map(([label, value]) => fieldOf(label, value)));
}

function fieldOf(label, value) {
	const input = el('input', { readonly: true, value, 'aria-label': label, 'data-key': label });
	const onclick = (event) => void copy(input, event.target);
	const button = el(
		'button',
		{
			type: 'button',
			class: 'quiet',
			'aria-label': `Copy ${label}`,
			'data-key': `Copy ${label}`,
			onclick,
		},
		'Copy',
	);
	return el('div', { class: 'credential-field' }, el('span', {}, label), input, button);
}

async function copy(input, button) {
	for (const other of document.querySelectorAll('.credential-field button')) {
		other.textContent = 'Copy';
	}
	input.select();
	try {
		await navigator.clipboard.writeText(input.value);
		button.textContent = 'Copied';
	} catch {
		// The value stays selected where the browser gives the page no clipboard.
		button.textContent = 'Selected';
	}
}
