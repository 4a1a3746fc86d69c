/** The body of a callback that tells of so many valid contacts; its token tells it from all others. */
export function callbackBody(token: string, contacts: number): string {
	const valid = Array.from({ length: contacts }, (_, nth) => ({
		_id: `${token}-${nth}`,
		...{ user_id: `guest-${nth}`, email: `guest-${nth}@example.com` },
	}));
	return JSON.stringify({
		...{ account_id: 'demo-hotel', timestamp: 1533909631, token },
		...{ contacts_valid_count: contacts, contacts_failed_count: 0 },
		...{ valid_contacts: valid, failed_contacts: [] },
	});
}
