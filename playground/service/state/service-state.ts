import {
	type BulkJob,
	type Callback,
	type Campaign,
	type Contact,
	type ContactFields,
	type Hotel,
	newId,
	type Purchase,
	type PurchaseFields,
	type PushDelivery,
	type SmsDelivery,
} from './records';

/** Everything the service remembers. Lists are in the order things arrived. */
export class ServiceState {
	readonly contacts: Contact[] = [];
	readonly purchases: Purchase[] = [];
	readonly pushDeliveries: PushDelivery[] = [];
	readonly smsDeliveries: SmsDelivery[] = [];
	readonly hotels: Hotel[] = [];
	readonly bulkJobs: BulkJob[] = [];
	readonly campaigns: Campaign[] = [];
	readonly callbacks: Callback[] = [];
	private readonly contactByKey = new Map<string, Contact>();

	/** @param seedCampaigns returns the campaigns to start with, at the start and after each reset */
	constructor(private readonly seedCampaigns: () => Campaign[]) {
		this.campaigns.push(...seedCampaigns());
	}

	/**
	 * Creates a contact, or lays the submitted fields over the one that matches. How the service matches
	 * is not shown in the document; here it is by `user_id`, else by email, else by phone.
	 *
	 * @param cleared names of fields that hold nothing from now on
	 */
	upsertContact(fields: ContactFields, cleared: readonly string[]): Contact {
		const known = this.contactOf(fields);
		const contact = known ?? { _id: newId() };
		if (!known) this.contacts.push(contact);
		Object.assign(contact, fields, { _id: contact._id });
		for (const name of cleared) delete contact[name];
		for (const key of keysOf(contact)) this.contactByKey.set(key, contact);
		return contact;
	}

	private contactOf(fields: ContactFields): Contact | undefined {
		const { user_id } = fields;
		return keysOf(fields)
			.map((key) => this.contactByKey.get(key))
			.find((one) => {
				// Families share an email and a phone: two user_ids are two guests.
				const isSomeoneElse = user_id && one?.user_id && one.user_id !== user_id;
				return one && !isSomeoneElse;
			});
	}

	/**
	 * Creates a purchase, or updates the one with the same `transaction_code`, which the document
	 * calls unique.
	 *
	 * @param cleared names of fields that hold nothing from now on
	 */
	upsertPurchase(
		fields: PurchaseFields,
		contact_ids: string[],
		cleared: readonly string[],
	): Purchase {
		const { transaction_code } = fields;
		let purchase = this.purchases.find((one) => one.transaction_code === transaction_code);
		const submissions = (purchase?.submissions ?? 0) + 1;
		const updated = { ...fields, contact_ids, submissions, updated_at: now() };
		if (purchase) Object.assign(purchase, updated);
		else this.purchases.push((purchase = { _id: newId(), ...updated }));
		for (const name of cleared) delete purchase[name];
		return purchase;
	}

	/** Stores a hotel; one with the same uuid is replaced. */
	putHotel(hotel: Hotel): void {
		const at = this.hotels.findIndex(({ uuid }) => uuid === hotel.uuid);
		this.hotels.splice(at < 0 ? this.hotels.length : at, 1, hotel);
	}

	/** Back to the start: the seeded campaigns and nothing else. */
	reset(): void {
		this.contactByKey.clear();
		for (const list of Object.values(this)) if (Array.isArray(list)) list.length = 0;
		this.campaigns.push(...this.seedCampaigns());
	}
}

const now = (): string => new Date().toISOString();

/** The keys a contact is known by, the strongest first. */
function keysOf(fields: ContactFields): string[] {
	const { user_id, email, phone_countrycode = '', phone_number = '' } = fields;
	const phone = fields.phone ?? phone_countrycode + phone_number;
	return [
		...(user_id ? [`user:${user_id}`] : []),
		...(email ? [`email:${email.toLowerCase()}`] : []),
		...(phone ? [`phone:${phone.replace(/[^+0-9]/g, '')}`] : []),
	];
}
