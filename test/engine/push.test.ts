import type { IDataObject } from 'n8n-workflow';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import { wrongMessage, messageHint } from '../../nodes/CrmMessaging/catalogue/messages';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { inField } from './sentences';
import {
	hintsOf,
	jsonDeliveries,
	placeholderValues,
	pushBody,
	pushForm,
	recipients,
} from './message-forms';
import { expectStopped } from './one-wrong-item';
import { linksOf, NodeRunner } from './node-runner';

describe('sending push notifications', () => {
	const push = new NodeRunner(pushForm());
	const ids = (): string[] => push.service.state.pushDeliveries.map((one) => one.delivery_id);

	it('sends every field of the form and gives the result with its target', async () => {
		const run = await push.run({
			messageHolder: 'Dear %{name}',
			schedule: 'at',
			startAt: '2031-07-15T09:30:00Z',
			notification: {
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
			recipientType: 'device_id',
			recipientId: ' phone-1 ',
			...placeholderValues({ name: 'Ana' }),
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
		const [delivery_id] = ids();
		const start_at = '2031-07-15T09:30:00Z';
		const json = { device_id: 'phone-1', text: 'Dear Ana', start_at, valid: true, delivery_id };
		expect(run.output).toEqual([{ json, pairedItem: { item: 0 } }]);
		expect(run.hints).toEqual([]);
	});

	it.each<[string, IDataObject, IDataObject]>([
		[
			'values in another form',
			{
				badge: '={{ "7" }}',
				categoryPush: '={{ "category-ok" }}',
				extra: '={{ $json.extra }}',
			},
			{ badge: 7, category_push: 'CATEGORY_OK', extra: { list: [true] } },
		],
		[
			'0, false and no alert, which have meanings of their own',
			{ badge: 0, silent: false, sendSilently: true },
			{ badge: 0, silent: false, alert: '' },
		],
		[
			'nothing for an expression that gives nothing, or for other empty texts',
			{
				alert: '={{ $json.none }}',
				sound: '',
				url: '',
				thumbnailUrl: '',
				sendSilently: false,
			},
			{},
		],
		['a text as the custom content, as it is', { extra: '12' }, { extra: '12' }],
	])('sends %s', async (_, notification, sent) => {
		const run = await push.run({ notification }, { items: [{ extra: { list: [true] } }] });
		expect(push.bodies).toEqual([pushBody([{ device_id: 'phone-1' }], sent)]);
		expect(linksOf(run.output)).toEqual([[0]]);
	});

	it('refuses an empty alert, and lets a silent push win over another one', async () => {
		await expectStopped(
			push,
			{ notification: { alert: '' } },
			inField('Alert', wrongMessage.emptyAlert()),
		);
		const run = await push.run({ notification: { alert: 'Ready', sendSilently: true } });
		expect(push.bodies).toEqual([pushBody([{ device_id: 'phone-1' }], { alert: '' })]);
		expect(hintsOf(run)).toEqual([
			hintOf(runHint.noEffect('Alert', 'Send Silently is on')).message,
		]);
	});

	it('says start_now as it is chosen beside a time', async () => {
		const startAt = '2031-07-15T09:30:00Z';
		await push.run({ schedule: 'at', startAt, startFlag: 'true' });
		const sent = { start_now: true, start_at: startAt };
		expect(push.bodies).toEqual([pushBody([{ device_id: 'phone-1' }], sent)]);
	});

	it('sends one request for each content that its fields have', async () => {
		const items = [1, 2, 1].map((badge, index) => ({ badge, device: `d-${index}` }));
		const form = { recipientType: 'device_id', recipientId: '={{ $json.device }}' };
		const notification = { badge: '={{ $json.badge }}' };
		const run = await push.run({ notification, ...form }, { items });
		expect(push.bodies).toEqual([
			pushBody([{ device_id: 'd-0' }, { device_id: 'd-2' }], { badge: 1 }),
			pushBody([{ device_id: 'd-1' }], { badge: 2 }),
		]);
		expect(run.output.map(({ json }) => json.device_id)).toEqual(['d-0', 'd-1', 'd-2']);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it('names targets in three ways, in one request', async () => {
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

	it('reads targets as JSON, with replacements of any plain type', async () => {
		const targets = [
			{ user_id: 4711, replacements: { a: 1, b: true } },
			{ contact_id: 'c-9', replacements: { a: 'x', b: '' } },
		];
		const messageHolder = '%{a}%{b}';
		const run = await push.run({ messageHolder, ...jsonDeliveries(targets) });
		const sent = [{ user_id: '4711', replacements: { a: '1', b: 'true' } }, targets[1]!];
		expect(push.bodies).toEqual([pushBody(sent, { message_holder: messageHolder })]);
		expect(linksOf(run.output)).toEqual([[0], [0]]);
	});

	it('gives a result for each device of a contact, all linked to its item', async () => {
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

	it('names a rejected target as the error of its item', async () => {
		const run = await push.run(
			{
				recipientType: 'user_id',
				recipientId: '={{ $json.guest }}',
				options: { failOnRejected: true },
			},
			{ items: [{ guest: 'ana' }, { guest: 'invalid-guest' }] },
		);
		expect(push.bodies).toHaveLength(1);
		expect(run.error).toMatchObject({
			message: 'The service rejected the delivery to invalid-guest [item 1]',
			context: { itemIndex: 1 },
		});
	});
});

/** The document nests the results without saying by what; several readings are understood. */
describe('answers to push notifications', () => {
	const push = new NodeRunner(pushForm());
	const result = (device_id: string, delivery_id = `d-${device_id}`) => ({
		valid: true,
		delivery_id,
		device_id,
	});
	const [a, b, c, d] = [result('a'), result('b'), result('c'), result('d')];
	const silent = (count: number, whom: string): string =>
		hintOf(runHint.unclear(`${count} of 3 recipients: ${whom}`)).message;

	/** Sends to targets, one an item, and expects what comes out of the service's list, and its links. */
	const expectOutput = async (
		[key, ...ids]: [key: string, ...ids: string[]],
		list: unknown[],
		output: IDataObject[],
		links: number[][],
		...hints: string[]
	): Promise<void> => {
		const respond = { status: 200, body: { deliveries: list } };
		push.service.faults.add({ action: { respond } });
		const form = { recipientType: key, recipientId: '={{ $json.id }}' };
		const notification = { sendAllDevices: true };
		const items = ids.map((id) => ({ id }));
		const run = await push.run({ ...form, notification }, { items });
		const targets = ids.map((id) => ({ [key]: id }));
		expect(push.bodies).toEqual([pushBody(targets, { send_all_devices: true })]);
		expect(run.output.map(({ json: { text: _, ...json } }) => json)).toEqual(output);
		expect(linksOf(run.output)).toEqual(links);
		expect(hintsOf(run)).toEqual(hints);
	};

	const byOrder = hintOf(messageHint.linkedByOrder()).message;

	it('go to their contacts by position where there is one entry for each, and say so', async () => {
		const [x, y, z] = [{ user_id: 'x' }, { user_id: 'y' }, { user_id: 'z' }];
		const output = [
			{ ...x, ...a },
			{ ...y, ...b },
			{ ...y, ...c },
			{ ...z, ...d },
		];
		const list = [[a], [b, c], [d]];
		const links = [[0], [1], [1], [2]];
		await expectOutput(['user_id', 'x', 'y', 'z'], list, output, links, byOrder);
		push.service.reset();
		const without = [{ ...x, ...a }, y, { ...z, ...d }];
		const hints = [silent(1, 'y (item 1)'), byOrder];
		const each = [[0], [1], [2]];
		await expectOutput(['user_id', 'x', 'y', 'z'], [[a], [], [d]], without, each, ...hints);
	});

	it.each([
		['one inner list holds all', [[c, a, b]]],
		['the list is not nested', [b, a, c]],
		['they come in another order', [[b], [c], [a]]],
		['they are grouped in another way', [[b, c], [], [a]]],
	])('go to their targets by device where %s', async (_, list) => {
		await expectOutput(['device_id', 'a', 'b', 'c'], list, [a, b, c], [[0], [1], [2]]);
	});

	it('go one each to two items with the same device', async () => {
		const both = [a, result('a', 'd-2')];
		const hint = hintOf(messageHint.repeatsSent('1 message (item 1) goes')).message;
		await expectOutput(['device_id', 'a', 'a'], [both], both, [[0], [1]], hint);
	});

	it('that leave out targets by device are reported', async () => {
		const output = [{ device_id: 'a' }, { device_id: 'b' }, c];
		const links = [[0], [1], [2]];
		await expectOutput(
			['device_id', 'a', 'b', 'c'],
			[[c]],
			output,
			links,
			silent(2, 'a, b (items 0–1)'),
		);
	});

	it('go to the contact they name, whatever their order, without a word', async () => {
		const [x, y] = ['x', 'y'].map((id) => ({ ...result(`phone-${id}`), user_id: id }));
		await expectOutput(['user_id', 'x', 'y'], [[y], [x]], [x!, y!], [[0], [1]]);
	});

	it('that name a device nobody asked for are linked to no target', async () => {
		const output = [b, result('q')];
		const hint = hintOf(messageHint.resultsShared('1 result', '1 recipient')).message;
		const list = [[result('q')], [b]];
		const run = expectOutput(
			['device_id', 'a', 'b'],
			list,
			output.reverse(),
			[[0, 1], [1]],
			hint,
		);
		await run;
	});

	it('are given once, linked to the whole request, where nothing says whose they are', async () => {
		const list = [a, b, c, d];
		const hint = hintOf(messageHint.resultsShared('4 results', '3 recipients')).message;
		const links = list.map(() => [0, 1, 2]);
		await expectOutput(['user_id', 'x', 'y', 'z'], [list], list, links, hint);
	});
});
