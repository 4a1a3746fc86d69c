import type {
	BulkJob,
	Callback,
	Campaign,
	Hotel,
	Purchase,
	PushDelivery,
	SmsDelivery,
} from './records';
import type { PurchaseFields } from './wire';
import { ContactBook } from './contact-book';
import { newId } from './ids';

/** Everything the service remembers. Lists are in the order things arrived. */
export class ServiceState {
	readonly contactBook = new ContactBook();
	readonly purchases: Purchase[] = [];
	readonly pushDeliveries: PushDelivery[] = [];
	readonly smsDeliveries: SmsDelivery[] = [];
	readonly hotels: Hotel[] = [];
	/** The uuid of each hotel that was put, also of one that replaced another. */
	readonly putHotels: string[] = [];
	readonly bulkJobs: BulkJob[] = [];
	readonly campaigns: Campaign[] = [];
	readonly callbacks: Callback[] = [];

	/** @param seedCampaigns gives the campaigns to start with, at the start and after each reset */
	constructor(private readonly seedCampaigns: () => Campaign[]) {
		this.campaigns.push(...seedCampaigns());
	}

	/** All contacts. */
	get contacts() {
		return this.contactBook.all;
	}

	/**
	 * Creates a purchase, or updates the one with the same `transaction_code`, which the document
	 * calls unique.
	 * @param cleared names of fields that hold nothing from now on
	 */
	upsertPurchase(
		fields: PurchaseFields,
		contactIds: string[],
		cleared: readonly string[] = [],
	): Purchase {
		const updated = {
			...fields,
			contact_ids: contactIds,
			updated_at: new Date().toISOString(),
		};
		const known = this.purchases.find((p) => p.transaction_code === fields.transaction_code);
		if (known) {
			for (const name of cleared) delete known[name];
			return Object.assign(known, updated, { submissions: known.submissions + 1 });
		}
		const purchase: Purchase = { _id: newId(), ...updated, submissions: 1 };
		this.purchases.push(purchase);
		return purchase;
	}

	/** Stores a hotel; one with the same uuid is replaced. */
	putHotel(hotel: Hotel): void {
		this.putHotels.push(hotel.uuid);
		const at = this.hotels.findIndex((known) => known.uuid === hotel.uuid);
		if (at >= 0) this.hotels[at] = hotel;
		else this.hotels.push(hotel);
	}

	/** Back to the start: the seeded campaigns and nothing else. */
	reset(): void {
		this.contactBook.clear();
		const lists = [
			this.purchases,
			this.pushDeliveries,
			this.smsDeliveries,
			this.hotels,
			this.putHotels,
			this.bulkJobs,
			this.campaigns,
			this.callbacks,
		];
		for (const list of lists) list.length = 0;
		this.campaigns.push(...this.seedCampaigns());
	}
}
