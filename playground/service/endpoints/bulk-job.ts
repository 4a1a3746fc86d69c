import type { Request, Response } from 'express';
import type { BulkWorker } from '../jobs/bulk-worker';
import type { ServiceState } from '../state/service-state';
import type { SyncDataBody } from '../state/wire';
import { Refusal } from '../http/refusals';

/**
 * Handler of `POST /account/:account_id/sync_data` (document: endpoint 5; fields: Bulk job, create
 * response).
 */
export function syncData(worker: BulkWorker) {
	return (req: Request, res: Response): void => {
		const job = worker.accept(req.body as SyncDataBody);
		res.status(201).json({
			_id: job._id,
			number_of_contacts: job.number_of_contacts,
			number_of_purchase: job.number_of_purchase,
			validate_emails: job.validate_emails,
			contacts_extra_fields: job.contacts_extra_fields,
			purchase_extra_fields: job.purchase_extra_fields,
			webhook_url: job.webhook_url,
			status: 'queued',
		});
	};
}

/**
 * Handler of `GET /v2/account/:account_id/contact/bulk/:bulk_id` (document: endpoint 6; fields: Bulk
 * job, get response).
 */
export function getBulkJob(state: ServiceState) {
	return (req: Request, res: Response): void => {
		const job = state.bulkJobs.find(({ _id }) => _id === req.params['bulk_id']);
		if (!job) throw new Refusal(404, 'bulk not found');
		res.json({
			bulk: {
				_id: job._id,
				number_of_contacts: job.number_of_contacts,
				match_contact_user_id: job.match_contact_user_id,
				validate_emails: job.validate_emails,
				contacts_webhook_extra_fields: job.contacts_extra_fields,
				webhook_url: job.webhook_url,
				status: job.status,
			},
		});
	};
}
