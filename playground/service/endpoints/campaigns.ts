import type { Request, Response } from 'express';
import type { Campaign } from '../state/records';
import type { ServiceState } from '../state/service-state';

/**
 * Handler of `GET /v2/account/:account_id/campaigns/` (document: endpoint 3).
 * @param limitCap the most one answer holds, whatever `limit` says
 */
export function listCampaigns(state: ServiceState, limitCap: number) {
	return (req: Request, res: Response): void => {
		// The validator has turned limit into a number and filled in the defaults of limit and order.
		const { status, schedule_type, limit, order } = req.query as unknown as {
			status?: Campaign['status'];
			schedule_type?: Campaign['schedule_type'];
			limit: number;
			order: 'asc' | 'desc';
		};
		const direction = order === 'asc' ? 1 : -1;
		const campaigns = state.campaigns
			.filter((campaign) => status === undefined || campaign.status === status)
			.filter(
				(campaign) =>
					schedule_type === undefined || campaign.schedule_type === schedule_type,
			)
			.sort((a, b) => direction * (Date.parse(a.created_at) - Date.parse(b.created_at)))
			.slice(0, Math.min(limit, limitCap));
		res.json({ campaigns });
	};
}
