import type { Request, Response } from 'express';
import type { MockServiceOptions } from '../options';
import type { Readings } from '../readings';
import type { PushDelivery } from '../state/records';
import type { ServiceState } from '../state/service-state';
import type { PushBody } from '../state/wire';
import { AuthorizationFailure } from '../http/refusals';
import { newId } from '../state/ids';
import { fillMessage, sendTime } from './delivery';

type PushTarget = PushBody['deliveries'][number];

/** Handler of `POST /v2/account/:account_id/push/deliveries` (document: endpoint 1). */
export function sendPush(
	state: ServiceState,
	{ account, readings }: Pick<MockServiceOptions, 'account' | 'readings'>,
) {
	return (req: Request, res: Response): void => {
		const body = req.body as PushBody;
		if (!account.appIds.includes(body.app_id)) throw new AuthorizationFailure(account.id);
		const now = new Date();
		const perTarget = body.deliveries.map((target) =>
			deliveriesFor(target, body, now, readings),
		);
		for (const delivery of perTarget.flat()) state.pushDeliveries.push(delivery);
		const results = perTarget.map((deliveries) =>
			deliveries.map(({ valid, delivery_id, device_id }) => ({
				valid,
				delivery_id,
				device_id,
			})),
		);
		const isOneList = readings.pushAnswer === 'oneList';
		res.json({ deliveries: isOneList ? [results.flat()] : results });
	};
}

/** One delivery for each device of a target. */
function deliveriesFor(
	target: PushTarget,
	body: PushBody,
	now: Date,
	readings: Readings,
): PushDelivery[] {
	const {
		app_id,
		subject,
		message_holder,
		deliveries: _,
		start_now,
		start_at,
		...details
	} = body;
	const { replacements, ...identifier } = target;
	const { text, missing } = fillMessage(message_holder, replacements, readings);
	const reason = whyInvalid(Object.values(identifier)[0]!, missing);
	return devicesOf(target, body.send_all_devices ?? false).map((device_id) => ({
		delivery_id: newId(),
		valid: reason === undefined,
		...(reason !== undefined && { reason }),
		device_id,
		app_id,
		target: identifier,
		subject,
		text,
		details,
		is_silent: isSilent(details, readings),
		received_at: now.toISOString(),
		send_at: sendTime({ start_now, start_at }, now, readings),
	}));
}

function isSilent({ alert }: Record<string, unknown>, readings: Readings): boolean {
	return alert === '' || (alert === undefined && readings.alert === 'absentIsSilent');
}

/** A contact has two devices here, the first of which is its last used one. */
function devicesOf(target: PushTarget, allDevices: boolean): string[] {
	if (target.device_id !== undefined) return [target.device_id];
	const owner = target.user_id ?? target.contact_id;
	return (allDevices ? [1, 2] : [1]).map((number) => `device-${owner}-${number}`);
}

/** The document leaves open what makes a delivery not valid; this is what does so here. */
function whyInvalid(identifier: string, missing: string[]): string | undefined {
	if (missing.length > 0) return `no replacement for ${missing.join(', ')}`;
	if (identifier.startsWith('invalid')) return `${identifier} is not known`;
	return undefined;
}
