import type { Request, Response } from 'express';
import type { BulkWorker } from '../jobs/bulk-worker';
import type { SyncDataBody } from '../state/wire';

/**
 * Handler of `POST /account/:account_id/sync_data` (document: endpoint 5; fields: Bulk job, create
 * response).
 * @param worker takes the submission
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
