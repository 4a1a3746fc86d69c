import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { plainForm } from '../../nodes/CrmMessaging/fields/words';
import { stateWords } from '../../nodes/CrmMessaging/service/fields/purchase';
import { readWorkflow } from '../../playground/n8n/workflow-file';
import { textsIn } from '../engine/everything-in';

/** The text of a node's parameters in an example. */
function parametersOf(file: string, node: string): string {
	const { nodes } = readWorkflow(join(__dirname, '../../examples', file));
	return nodes
		.filter(({ name }) => name === node)
		.flatMap(({ parameters }) => textsIn(parameters))
		.join('\n');
}

const patternsIn = (text: string) =>
	[...text.matchAll(/\/(\^.+?)\/i/g)].map(([, pattern]) => new RegExp(pattern!, 'i'));

/** How systems write a word. */
const spellingsOf = (word: string) => [
	word,
	word.toUpperCase(),
	plainForm(word),
	...['_', '-', ''].map((between) => word.replaceAll(/[ _]/g, between)),
];

const [booked, checkedIn, canceled] = patternsIn(
	parametersOf('booking-to-contact-purchase-sms.json', 'Choose text'),
);
const [alsoCanceled] = patternsIn(
	parametersOf('booking-full-events-to-purchase-sms.json', 'Canceled, with a phone'),
);

describe('the recipe with full events', () => {
	const { nodes } = readWorkflow(
		join(__dirname, '../../examples/booking-full-events-to-purchase-sms.json'),
	);
	const { assignments } = nodes.find(({ name }) => name === 'Read signs')!.parameters
		.assignments as {
		assignments: Array<{ name: string; value: string }>;
	};
	type Json = Record<string, unknown>;
	const signsOf = (booking: Json, event = 'updated') => {
		const codes = assignments.map(({ name, value }) => {
			const code = /^=\{\{([^]*)\}\}$/.exec(value)![1]!;
			return [name, runInNewContext(`(${code})`, { $json: { booking, event } })] as const;
		});
		return Object.fromEntries(codes) as Json;
	};

	const flags =
		'canceled isCancelled IsCanceled is_deleted reservationCanceled cxl storniert cancelada annulée';
	const times = ['canceled_at', 'cancelledAt', 'canceled_on', 'cancelled_date', 'deleted_at'];
	const dates = ['2026-11-21T10:15:00Z', '21.11.2026', 1795255200, 1795255200000];
	const yes = [true, 'true', 'True', 'yes', 'Y', 1, '1', 'x', ...dates];
	const zero = ['0000-00-00 00:00:00', '1970-01-01T00:00:00Z'];
	const no = [false, 'false', 'N', 0, '0', '', null, undefined, 'n/a', {}, [], ...zero];
	const others =
		'cancellation_policy is_cancellable cancellation_fee not_canceled canceled_rooms';

	it.each([...flags.split(' '), ...times])(
		'treats %s as a sign of a cancellation only if its value means yes',
		(name) => {
			const status = 'confirmed';
			const signsIn = (values: unknown[]) =>
				values.filter((value) => signsOf({ status, [name]: value }).canceled);
			const yesValues = times.includes(name) ? dates : yes;
			expect(signsIn(yesValues)).toEqual(yesValues);
			expect(signsIn(no)).toEqual([]);
		},
	);

	it.each(others.split(' '))('does not treat %s as a sign of a cancellation', (name) => {
		for (const value of yes)
			expect(signsOf({ [name]: value })).toMatchObject({ canceled: false });
	});

	it.each<[event: string, sign: 'canceled' | 'no_show' | undefined]>([
		['canceled', 'canceled'],
		['Cancelled_by_guest', 'canceled'],
		['deleted', 'canceled'],
		['noshow', 'no_show'],
		['cancellation_policy_updated', undefined],
		['cancellation_requested', undefined],
		['not_canceled', undefined],
		['note_deleted', undefined],
		['no_show_fee_changed', undefined],
	])('reads the event %s as %s', (event, sign) => {
		const expected = { canceled: sign === 'canceled', no_show: sign === 'no_show' };
		expect(signsOf({ status: 'confirmed' }, event)).toMatchObject(expected);
	});

	it('needs only one sign, even if other fields contradict it', () => {
		const booking = {
			is_canceled: false,
			canceled_at: '',
			cancelled: 'no',
			is_cancelled: true,
		};
		expect(signsOf(booking)).toMatchObject({ canceled: true, no_show: false });
		for (const key of ['state', 'booking_status', 'reservationStatus']) {
			expect(signsOf({ status: 'confirmed', [key]: 'Cancelled_by_guest' }).canceled).toBe(
				true,
			);
			expect(signsOf({ status: 'confirmed', [key]: 'No-Show' }).no_show).toBe(true);
			expect(signsOf({ [key]: 'cancellation requested' }).canceled).toBe(false);
		}
		for (const key of ['no_show', 'isNoShow', 'noshow_at']) {
			expect(signsOf({ [key]: dates[0] })).toMatchObject({ no_show: true, canceled: false });
			expect(signsOf({ [key]: null }).no_show).toBe(false);
		}
	});

	it.each([
		['check_in', 'check_out'],
		['checkInDate', 'checkOutDate'],
		['arrival', 'departure'],
		['startsAt', 'endsAt'],
		['date_from', 'date_to'],
		['stay_start', 'stay_end'],
	])('reads %s and %s as the dates of the stay', (first, last) => {
		const stay = { [first]: '2026-12-04', [last]: '2026-12-07' };
		const found = { arrival: '2026-12-04', departure: '2026-12-07' };
		const noise = { check_in_time: '15:00', start_time: '15:00', created_at: '2026-11-01' };
		expect(signsOf({ ...noise, ...stay })).toMatchObject(found);
		expect(signsOf({ ...noise, dates: stay })).toMatchObject(found);
		expect(signsOf({ ...noise })).toMatchObject({ arrival: '', departure: '' });
	});
});

describe('the SMS of an example', () => {
	const words = Object.entries(stateWords).flatMap(([value, aliases]) =>
		[value, ...aliases].flatMap(spellingsOf).map((word) => [word, value] as const),
	);

	it.each(words)('reports the status %s as %s, like the record', (word, value) => {
		const matches = [booked, checkedIn, canceled, alsoCanceled].map((one) => one!.test(word));
		const expected = ['confirmed', 'check_in', 'canceled', 'canceled'].map(
			(one) => one === value,
		);
		expect(matches).toEqual(expected);
	});
});
