/** Types of a body that n8n leaves unread; the empty one stands for none. */
export const unreadTypes = ['application/vnd.api+json', 'application/octet-stream', ''];

/** A request with a body of one of these types. */
export function unread(type: string, body: string): RequestInit {
	const headers: Record<string, string> = type ? { 'content-type': type } : {};
	// Of a text, `fetch` says by itself that it is one.
	return { method: 'POST', headers, body: Buffer.from(body) };
}

/** The body of a callback with a number of valid contacts; no other has its token. */
export function callbackBody(token: string, contacts: number): string {
	const valid = Array.from({ length: contacts }, (_, nth) => ({
		_id: `${token}-${nth}`,
		user_id: `guest-${nth}`,
		email: `guest-${nth}@example.com`,
	}));
	return JSON.stringify({
		account_id: 'demo-hotel',
		timestamp: 1533909631,
		token,
		contacts_valid_count: contacts,
		contacts_failed_count: 0,
		valid_contacts: valid,
		failed_contacts: [],
	});
}
