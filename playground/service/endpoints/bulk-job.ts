import type { Request, Response } from 'express';
import type { ServiceState } from '../state/service-state';
import { NotFound } from '../http/refusals';

/**
 * Handler of `GET /v2/account/:account_id/contact/bulk/:bulk_id` (document: endpoint 6; fields: Bulk
 * job, get response).
 * @param state where the jobs are
 */
export function getBulkJob(state: ServiceState) {
	return (req: Request, res: Response): void => {
		const job = state.bulkJobs.find(({ _id }) => _id === req.params['bulk_id']);
		if (!job) throw new NotFound('bulk not found');
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
