import type { Operation } from '../run/operation';
import { bulkJobGet } from './bulkJob.get';
import { bulkJobWaitUntilProcessed } from './bulkJob.waitUntilProcessed';
import { campaignGetAll } from './campaign.getAll';
import { contactUpsert } from './contact.upsert';
import { hotelCreate } from './hotel.create';
import { purchaseRecord } from './purchase.record';
import { pushSend } from './push.send';
import { smsSend } from './sms.send';

/** Every operation of the node; a new one is its file and its line here. */
export const operations: readonly Operation[] = [
	bulkJobGet,
	bulkJobWaitUntilProcessed,
	campaignGetAll,
	contactUpsert,
	hotelCreate,
	purchaseRecord,
	pushSend,
	smsSend,
];
