import type { IDataObject } from 'n8n-workflow';
import { deliveries, jsonDeliveries, pushForm, replacements } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

/** What the form without anything optional sends. */
const plain = {
	app_id: 'guest-app',
	subject: 'Aurora',
	message_holder: 'Your room is ready',
	start_now: true,
	deliveries: [{ device_id: 'phone-1', replacements: {} }],
};

describe('sending push notifications', () => {
	const push = new NodeRunner(pushForm());
	const ids = (): string[] => push.service.state.pushDeliveries.map((one) => one.delivery_id);

	it('sends every field of the form and gives the result with its target', async () => {
		const run = await push.run({
			messageHolder: 'Dear %{name}',
			schedule: 'at',
			startAt: '2031-07-15T09:30:00Z',
			additionalFields: {
				alert: 'Ready',
				badge: 3,
				categoryPush: 'CATEGORY_LIKE_DISLIKE',
				extra: '{"room": 12}',
				sendAllDevices: false,
				silent: true,
				sound: 'bell.caf',
				thumbnailUrl: 'https://example.com/room.jpg',
				url: 'https://example.com/check-in?a=1&b=2',
			},
			...deliveries({
				targetType: 'device_id',
				targetId: ' phone-1 ',
				...replacements({ name: 'Ana' }),
			}),
		});
		expect(push.sent).toEqual([
			{
				method: 'POST',
				path: '/v2/account/aurora-hotels/push/deliveries',
				query: {},
				body: {
					app_id: 'guest-app',
					subject: 'Aurora',
					message_holder: 'Dear %{name}',
					start_now: false,
					start_at: '2031-07-15T09:30:00Z',
					alert: 'Ready',
					badge: 3,
					category_push: 'CATEGORY_LIKE_DISLIKE',
					extra: { room: 12 },
					send_all_devices: false,
					silent: true,
					sound: 'bell.caf',
					thumbnail_url: 'https://example.com/room.jpg',
					url: 'https://example.com/check-in?a=1&b=2',
					deliveries: [{ device_id: 'phone-1', replacements: { name: 'Ana' } }],
				},
			},
		]);
		expect(run.output).toEqual([
			{
				json: { device_id: 'phone-1', valid: true, delivery_id: ids()[0] },
				pairedItem: [{ item: 0 }],
			},
		]);
		expect(run.hints).toEqual([]);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['badge 0, which removes the number', { badge: 0 }, { badge: 0 }],
		['a badge given as text', { badge: '={{ "7" }}' }, { badge: 7 }],
		['an empty alert, which makes a silent push', { alert: '' }, { alert: '' }],
		['an alert of blanks as it is', { alert: ' ' }, { alert: ' ' }],
		['no alert where its expression gives nothing', { alert: '={{ $json.none }}' }, {}],
		['no empty texts elsewhere', { sound: '', url: '', thumbnailUrl: '' }, {}],
		['silent false', { silent: false }, { silent: false }],
		[
			'extra as JSON text',
			{ extra: '{"a": [1, null, "b"], "c": {}}' },
			{ extra: { a: [1, null, 'b'], c: {} } },
		],
		[
			'extra as an object',
			{ extra: '={{ $json.extra }}' },
			{ extra: { room: 7, list: [true] } },
		],
		['extra as a list', { extra: '[1, 2]' }, { extra: [1, 2] }],
		[
			'a category in another case',
			{ categoryPush: '={{ "category-ok" }}' },
			{ category_push: 'CATEGORY_OK' },
		],
	])('sends %s', async (_, additionalFields, sent) => {
		const run = await push.run(
			{ additionalFields },
			{ items: [{ extra: { room: 7, list: [true] } }] },
		);
		expect(push.bodies).toEqual([{ ...plain, ...sent }]);
		expect(linksOf(run.output)).toEqual([[0]]);
	});

	it('names targets in three ways, in one request', async () => {
		const run = await push.run(
			deliveries(
				{ targetType: 'device_id', targetId: 'phone-1' },
				{ targetType: 'user_id', targetId: '={{ $json.guest }}' },
				{ targetType: 'contact_id', targetId: 'c-9' },
			),
			{ items: [{ guest: 4711 }] },
		);
		expect(push.bodies).toEqual([
			{
				...plain,
				deliveries: [
					{ device_id: 'phone-1', replacements: {} },
					{ user_id: '4711', replacements: {} },
					{ contact_id: 'c-9', replacements: {} },
				],
			},
		]);
		const [first, second, third] = ids();
		expect(run.output).toEqual([
			{
				json: { device_id: 'phone-1', valid: true, delivery_id: first },
				pairedItem: [{ item: 0 }],
			},
			{
				json: {
					user_id: '4711',
					device_id: 'device-4711-1',
					valid: true,
					delivery_id: second,
				},
				pairedItem: [{ item: 0 }],
			},
			{
				json: {
					contact_id: 'c-9',
					device_id: 'device-c-9-1',
					valid: true,
					delivery_id: third,
				},
				pairedItem: [{ item: 0 }],
			},
		]);
	});

	it('reads targets as JSON, with replacements of any plain type', async () => {
		const run = await push.run({
			messageHolder: '%{a}%{b}',
			...jsonDeliveries([
				{ user_id: 4711, replacements: { a: 1, b: true } },
				{ contact_id: 'c-9', replacements: { a: 'x', b: '' } },
			]),
		});
		expect(push.bodies).toEqual([
			{
				...plain,
				message_holder: '%{a}%{b}',
				deliveries: [
					{ user_id: '4711', replacements: { a: '1', b: 'true' } },
					{ contact_id: 'c-9', replacements: { a: 'x', b: '' } },
				],
			},
		]);
		expect(linksOf(run.output)).toEqual([[0], [0]]);
	});

	it('gives a result for each device of a contact, all linked to its item', async () => {
		const run = await push.run(
			{
				additionalFields: { sendAllDevices: true },
				...deliveries({ targetType: 'user_id', targetId: '={{ $json.guest }}' }),
			},
			{ items: [{ guest: 'ana' }, { guest: 'ben' }] },
		);
		expect(push.bodies).toEqual([
			{
				...plain,
				send_all_devices: true,
				deliveries: [
					{ user_id: 'ana', replacements: {} },
					{ user_id: 'ben', replacements: {} },
				],
			},
		]);
		expect(run.output.map(({ json }) => [json.user_id, json.device_id])).toEqual([
			['ana', 'device-ana-1'],
			['ana', 'device-ana-2'],
			['ben', 'device-ben-1'],
			['ben', 'device-ben-2'],
		]);
		expect(run.output.map(({ json }) => json.delivery_id)).toEqual(ids());
		expect(linksOf(run.output)).toEqual([[0], [0], [1], [1]]);
	});

	it('names a rejected target as its error', async () => {
		const run = await push.run({
			...deliveries({ targetType: 'user_id', targetId: 'invalid-guest' }),
			options: { failOnRejected: true },
		});
		expect(push.bodies).toHaveLength(1);
		expect(run.error).toMatchObject({
			message: 'The service rejected the delivery to invalid-guest [item 0]',
			context: { itemIndex: 0 },
		});
	});
});
