import type { Request, Response } from 'express';
import type { SmsDelivery } from '../state/records';
import type { ServiceState } from '../state/service-state';
import type { SmsBody } from '../state/wire';
import type { Readings } from '../readings';
import { newId } from '../state/ids';
import { fillMessage, sendTime } from './delivery';

/** Handler of `POST /v2/account/:account_id/sms/deliveries` (document: endpoint 2). */
export function sendSms(state: ServiceState, readings: Readings) {
	return (req: Request, res: Response): void => {
		const body = req.body as SmsBody;
		const now = new Date();
		const stored = body.deliveries.map((delivery) => toDelivery(delivery, body, now, readings));
		for (const delivery of stored) state.smsDeliveries.push(delivery);
		res.json({
			deliveries: stored.map(({ valid, delivery_id }) => ({ valid, delivery_id })),
		});
	};
}

function toDelivery(
	entry: SmsBody['deliveries'][number],
	body: SmsBody,
	now: Date,
	readings: Readings,
): SmsDelivery {
	const { text, missing } = fillMessage(body.message_holder, entry.replacements, readings);
	const reason = whyInvalid(entry.phone_number, missing);
	return {
		delivery_id: newId(),
		valid: reason === undefined,
		...(reason !== undefined && { reason }),
		sender: body.sender,
		phone_number: entry.phone_number,
		multiple: entry.multiple ?? false,
		text,
		received_at: now.toISOString(),
		send_at: sendTime(body, now, readings),
	};
}

/** The document leaves open what makes a delivery not valid; this is what does so here. */
function whyInvalid(phoneNumber: string, missing: string[]): string | undefined {
	if (missing.length > 0) return `no replacement for ${missing.join(', ')}`;
	if (phoneNumber.endsWith('000000')) return `${phoneNumber} is not in use`;
	return undefined;
}
