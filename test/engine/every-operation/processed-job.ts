import type { BulkJob } from '../../../playground/service/mock-service';

/** A readable, processed bulk job that no test counts. */
export function processedJob(_id: string): BulkJob {
	return {
		_id,
		origin: 'pms',
		status: 'processed',
		number_of_contacts: 0,
		number_of_purchase: 0,
		match_contact_user_id: true,
		validate_emails: false,
		contacts_extra_fields: [],
		purchase_extra_fields: [],
		webhook_url: '',
		contacts_valid_count: null,
		contacts_failed_count: null,
		created_at: '2026-03-29T09:30:00Z',
		processed_at: null,
	};
}
