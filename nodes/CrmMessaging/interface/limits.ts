/** Numbers that the service fixes, and ours where it fixes none (docs/service.md, Limits). */
export const limits = {
	/** Contacts in one sync_data request (Limits). */
	contactsPerRequest: 1000,
	/** Deliveries in one push or SMS request: ours, the service names none. */
	deliveriesPerRequest: 1000,
	/** Characters of an SMS sender (Limits). */
	senderLength: 11,
	/** Campaigns that a list holds when no `limit` is given (Limits). */
	campaignsByDefault: 200,
} as const;
