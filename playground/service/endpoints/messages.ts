/** Push and SMS deliveries (document: endpoints 1 and 2). */
import { readIsoDate } from '../http/document-formats';
import { Refusal } from '../http/refusals';
import type { MockServiceOptions } from '../options';
import type { Readings } from '../readings';
import {
	type Delivery,
	type MessageFields,
	newId,
	type PushBody,
	type SmsBody,
} from '../state/records';
import type { ServiceState } from '../state/service-state';

interface Parts {
	state: ServiceState;
	options: MockServiceOptions;
}

/** Stores a delivery for each device, and answers with its result. */
export function sendPush(body: PushBody, { state, options }: Parts) {
	const { account, readings } = options;
	if (!account.appIds.includes(body.app_id)) throw new Refusal(401, 'unknown app_id');
	const { app_id, subject, message_holder, start_now, start_at, deliveries, ...details } = body;
	const { alert } = details;
	const is_silent = alert === '' || (alert === undefined && readings.alert === 'absentIsSilent');
	const results = deliveries.map(({ replacements, ...target }) => {
		const [id = ''] = Object.values(target);
		const unknown = id.startsWith('invalid') && `${id} is not known`;
		return devicesOf(target, body.send_all_devices ?? false).map((device_id) => {
			const delivery = deliveryOf(body, replacements, unknown, readings);
			const shown = { app_id, subject, details, is_silent };
			state.pushDeliveries.push({ ...delivery, device_id, target, ...shown });
			const { valid, delivery_id } = delivery;
			return { valid, delivery_id, device_id };
		});
	});
	return { deliveries: readings.pushAnswer === 'oneList' ? [results.flat()] : results };
}

/** A contact has two devices here, the first of which is its last used one. */
function devicesOf(target: Partial<PushBody['deliveries'][number]>, all: boolean): string[] {
	if (target.device_id !== undefined) return [target.device_id];
	const owner = target.user_id ?? target.contact_id;
	return (all ? [1, 2] : [1]).map((number) => `device-${owner}-${number}`);
}

/** Stores a delivery for each phone, and answers with its result. */
export function sendSms(body: SmsBody, { state, options }: Parts) {
	const { sender, deliveries } = body;
	const results = deliveries.map(({ phone_number, replacements, multiple = false }) => {
		const unused = phone_number.endsWith('000000') && `${phone_number} is not in use`;
		const delivery = deliveryOf(body, replacements, unused, options.readings);
		state.smsDeliveries.push({ ...delivery, sender, phone_number, multiple });
		const { valid, delivery_id } = delivery;
		return { valid, delivery_id };
	});
	return { deliveries: results };
}

/** The document leaves open what makes a delivery not valid; here it is a missing replacement, or `problem`. */
function deliveryOf(
	message: MessageFields,
	replacements: Record<string, string>,
	problem: string | false,
	readings: Readings,
): Delivery {
	const now = new Date();
	const { text, missing } = fillMessage(message.message_holder, replacements, readings);
	const reason = missing.length > 0 ? `no replacement for ${missing.join(', ')}` : problem;
	return {
		delivery_id: newId(),
		valid: reason === false,
		...(reason !== false && { reason }),
		text,
		received_at: now.toISOString(),
		send_at: sendTime(message, now, readings),
	};
}

/**
 * Replaces the `%{name}` containers of a message (document: Common conventions). Names are exact and
 * case-sensitive. A container without a replacement stays as it is, and its name is returned once.
 */
function fillMessage(
	message: string,
	replacements: Record<string, string>,
	{ percent, valuesOfContainers }: Readings,
) {
	const missing = new Set<string>();
	const fill = (template: string, depth: number): string =>
		template.replace(/(%?)%\{([^{}]+)\}/g, (container, escape: string, name: string) => {
			if (escape && percent === 'escapes') return `%{${name}}`;
			if (!Object.hasOwn(replacements, name)) {
				missing.add(name);
				return container;
			}
			const value = replacements[name]!;
			const isFilled = valuesOfContainers === 'filledAgain' && depth === 0;
			return escape + (isFilled ? fill(value, 1) : value);
		});
	return { text: fill(message, 0), missing: [...missing] };
}

/**
 * When a delivery goes out. The document says that a `start_at` in the past means immediately, and leaves
 * open how it goes with `start_now`: see the reading `schedule`. False without `start_at` leaves the
 * delivery unscheduled in either case.
 */
function sendTime(
	{ start_now, start_at = '' }: MessageFields,
	now: Date,
	{ schedule }: Readings,
): string | null {
	const starts = String(start_now) === 'true';
	const startAt = readIsoDate(start_at);
	const isScheduled = startAt && starts === (schedule === 'trueStarts');
	if (!isScheduled) return starts ? now.toISOString() : null;
	return (startAt > now ? startAt : now).toISOString();
}
