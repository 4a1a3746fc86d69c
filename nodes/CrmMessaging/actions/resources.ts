import type { Resource } from '../engine/operation';

/** What the node's operations are about; see `Resource` for why a default must never change. */
export const resources = {
	bulkJob: { name: 'bulkJob', label: 'Bulk Job', defaultOperation: 'get' },
	campaign: { name: 'campaign', label: 'Campaign', defaultOperation: 'getAll' },
	contact: { name: 'contact', label: 'Contact', defaultOperation: 'upsert' },
	hotel: { name: 'hotel', label: 'Hotel', defaultOperation: 'create' },
	purchase: { name: 'purchase', label: 'Purchase', defaultOperation: 'upsert' },
	push: { name: 'push', label: 'Push Notification', defaultOperation: 'send' },
	sms: { name: 'sms', label: 'SMS', defaultOperation: 'send' },
} as const satisfies Record<string, Resource>;
