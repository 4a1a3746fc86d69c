import type { IDataObject } from 'n8n-workflow';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import { messageHint } from '../../nodes/CrmMessaging/catalogue/messages';
import { hintsOf, placeholderValues, pushBody, pushForm, recipients } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';
import { hintText } from './sentences';

describe('sending push notifications', () => {
	const push = new NodeRunner(pushForm());
	const ids = (): string[] => push.service.state.pushDeliveries.map((one) => one.delivery_id);

	it('sends every field of the form and returns the result with its recipient', async () => {
		const start_at = '2031-07-15T09:30:00Z';
		const same = {
			alert: 'Ready',
			badge: 3,
			silent: true,
			sound: 'bell.caf',
			url: 'https://a.example/?a=1&b=2',
		};
		const thumbnailUrl = 'https://example.com/room.jpg';
		const run = await push.run({
			messageHolder: 'Dear %{name}',
			schedule: 'at',
			startAt: start_at,
			notification: {
				...same,
				categoryPush: 'CATEGORY_LIKE_DISLIKE',
				extra: '{"room": 12}',
				sendAllDevices: false,
				thumbnailUrl,
			},
			recipientId: ' phone-1 ',
			...placeholderValues({ name: 'Ana' }),
		});
		const body = pushBody([{ device_id: 'phone-1', replacements: { name: 'Ana' } }], {
			...same,
			message_holder: 'Dear %{name}',
			start_now: false,
			start_at,
			category_push: 'CATEGORY_LIKE_DISLIKE',
			extra: { room: 12 },
			send_all_devices: false,
			thumbnail_url: thumbnailUrl,
		});
		const path = '/v2/account/aurora-hotels/push/deliveries';
		expect(push.sent).toEqual([{ method: 'POST', path, query: {}, body }]);
		const [delivery_id] = ids();
		const json = { device_id: 'phone-1', text: 'Dear Ana', start_at, valid: true, delivery_id };
		expect(run.output).toEqual([{ json, pairedItem: { item: 0 } }]);
		expect(run.hints).toEqual([]);
	});

	const startAt = '2031-07-15T09:30:00Z';
	it.each<[form: IDataObject, sent: IDataObject]>([
		[
			{
				notification: {
					badge: '={{ "7" }}',
					categoryPush: '={{ "category-ok" }}',
					extra: '={{ $json.extra }}',
				},
			},
			{ badge: 7, category_push: 'CATEGORY_OK', extra: { list: [true] } },
		],
		// 0, false and an empty alert have meanings of their own.
		[
			{ notification: { badge: 0, silent: false, sendSilently: true } },
			{ badge: 0, silent: false, alert: '' },
		],
		[
			{ notification: { alert: '={{ $json.none }}', sound: '', url: '', thumbnailUrl: '' } },
			{},
		],
		[{ notification: { extra: '12' } }, { extra: '12' }],
		[
			{ schedule: 'at', startAt, startFlag: 'true' },
			{ start_now: true, start_at: startAt },
		],
	])('sends %j as %j', async (form, sent) => {
		await push.run(form, { items: [{ extra: { list: [true] } }] });
		expect(push.bodies).toEqual([pushBody([{ device_id: 'phone-1' }], sent)]);
	});

	it('refuses an empty alert, unless it’s sent silently', async () => {
		await expectStopped(push, { notification: { alert: '' } }, ['Alert', 'emptyAlert']);
		const run = await push.run({ notification: { alert: 'Ready', sendSilently: true } });
		expect(push.bodies).toEqual([pushBody([{ device_id: 'phone-1' }], { alert: '' })]);
		const hint = runHint.noEffect('Alert', 'Send Silently is on');
		expect(hintsOf(run)).toEqual([hintText(hint)]);
	});

	it('reaches recipients of three types in one request', async () => {
		const run = await push.run(
			recipients(
				{ recipientType: 'device_id', recipientId: 'phone-1' },
				{ recipientType: 'user_id', recipientId: '={{ $json.guest }}' },
				{ recipientType: 'contact_id', recipientId: 'c-9' },
			),
			{ items: [{ guest: 4711 }] },
		);
		const targets = [{ device_id: 'phone-1' }, { user_id: '4711' }, { contact_id: 'c-9' }];
		expect(push.bodies).toEqual([pushBody(targets)]);
		const devices = ['phone-1', 'device-4711-1', 'device-c-9-1'];
		expect(run.output).toEqual(
			targets.map((target, index) => ({
				json: {
					...target,
					device_id: devices[index],
					text: 'Your room is ready',
					valid: true,
					delivery_id: ids()[index],
				},
				pairedItem: { item: 0 },
			})),
		);
	});

	it('returns a result for each device of a contact, all linked to its item', async () => {
		const run = await push.run(
			{
				notification: { sendAllDevices: true },
				recipientType: 'user_id',
				recipientId: '={{ $json.guest }}',
			},
			{ items: [{ guest: 'ana' }, { guest: 'ben' }] },
		);
		expect(push.bodies).toEqual([
			pushBody([{ user_id: 'ana' }, { user_id: 'ben' }], { send_all_devices: true }),
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
});

/** `engine/readings` has the shapes of answers; these are results that some recipients lack. */
describe('answers to push notifications', () => {
	const push = new NodeRunner(pushForm());
	const result = (device_id: string) => ({
		valid: true,
		delivery_id: `d-${device_id}`,
		device_id,
	});
	const missing = (whom: string) => hintText(runHint.unclear(whom));

	it.each<[ids: string[], list: unknown[], devices: unknown[], links: number[][], hint: string]>([
		[
			['a', 'b', 'c'],
			[[result('c')]],
			['a', 'b', 'c'],
			[[0], [1], [2]],
			missing('2 of 3 recipients: a, b (items 0–1)'),
		],
		[
			['a', 'b'],
			[[result('q')], [result('b')]],
			['q', 'b'],
			[[0, 1], [1]],
			hintText(messageHint.resultsShared('1 result', '1 recipient')),
		],
	])(
		'are linked to whom they can be of: %j, %j',
		async (ids, deliveries, devices, links, hint) => {
			push.service.faults.add({ action: { respond: { status: 200, body: { deliveries } } } });
			const items = ids.map((id) => ({ id }));
			const run = await push.run({ recipientId: '={{ $json.id }}' }, { items });
			expect(push.bodies).toEqual([pushBody(ids.map((device_id) => ({ device_id })))]);
			expect(run.output.map(({ json }) => json.device_id)).toEqual(devices);
			expect(linksOf(run.output)).toEqual(links);
			expect(hintsOf(run)).toEqual([hint]);
		},
	);
});
