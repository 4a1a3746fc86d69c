import type { IDataObject } from 'n8n-workflow';
import { contactForm, contactsInJson, customFields, mapped, purchaseForm } from './import-forms';
import { guests, jsonDeliveries, pushForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { message, named, sms, stopOf } from './text-forms';

const user_id = 'g-1';
const room = customFields({ name: 'room', value: '{{ Vorname }}', type: 'auto' });
const hotel = {
	resource: 'hotel',
	operation: 'create',
	uuid: 'h-1',
	name: 'Hi {{ x }}',
	items: {
		item: [{ language: 'en', data: { field: [{ name: 'about', value: 'By the sea' }] } }],
	},
};

describe('a typed text', () => {
	const node = new NodeRunner();
	const stops = async (form: IDataObject, items?: IDataObject[]) =>
		await stopOf(node, form, items);
	const one = guests(1);

	describe('with braces in Fixed mode', () => {
		it.each<[where: string, braces: string, form: IDataObject]>([
			['Message', '{{$x}}', message('Dear {{$x}}')],
			['Message', '{{vorname', message('Dear {{vorname')],
			['Placeholder Values 1, Text', '{{$x}}', named('{{$x}}')],
			['City', '{{ a }}', contactForm(mapped({ user_id, city: '{{ a }}' }))],
			['Hotel Name', '{{ x }}', hotel],
			[
				'Notification, URL',
				'{{ x }}',
				pushForm({ options: { notification: { url: 'h{{ x }}' } } }),
			],
			[
				'Custom Contact Fields 1, Value',
				'{{ Vorname }}',
				contactForm({ ...mapped({ user_id }), ...room }),
			],
		])('stops the run, with the name of the field: %s, %s', async (where, braces, form) => {
			const stopped = await stops(form);
			expect(stopped).toContain(
				`${where} has “${braces}” in Fixed mode, which n8n doesn’t evaluate [items 0–2]`,
			);
			expect(stopped).toContain(`write {{ '{' + '{name}' + '}' }} for them in an expression`);
		});

		it('can be sent as the error shows', async () => {
			await node.run(message(`=A {{ '{' + '{name}' + '}' }}`), { items: one });
			expect(node.texts).toEqual(['A {{name}}']);
		});

		it('isn’t assumed of JSON for an app, nor of the name of a chosen campaign', async () => {
			const extra = '{ "a": "{{name}}" }';
			await node.run(pushForm({ options: { notification: { extra } } }));
			expect(node.bodies).toMatchObject([{ extra: { a: '{{name}}' } }]);
			const chosen = { mode: 'list', value: 'c-1', cachedResultName: 'Dear {{guest}}' };
			const additionalFields = { campaignId: { __rl: true, ...chosen } };
			const run = await node.run(purchaseForm({ ...mapped({ user_id }), additionalFields }));
			expect(node.bodies.at(-1)).toMatchObject({ purchase: { campaign_id: 'c-1' } });
			expect(run.hints).toEqual([]);
		});

		it('is an error after a second =', async () => {
			expect(await stops(message('=={{ $json.Vorname }}'))).toContain('a second = before {{');
		});
	});

	describe('with a tag of another tool', () => {
		const tags = [
			'*|FNAME|*',
			'%%X%%',
			'[[X]]',
			'<<X>>',
			'${X}',
			'{% if x %}',
			'{NAME}',
			'$json.Vorname',
		];
		it.each(tags)('stops, whichever field has that name: %s', async (tag) => {
			for (const [where, form] of [
				['Message', message(`Hi ${tag}!`)],
				['Message', message(`=Hi ${tag} {{ $json.Vorname }}`)],
				['Message', message(`={{ "Hi ${tag}!" }}`)],
				['Placeholder Text', named(`Hi ${tag}`)],
				['Subject', pushForm({ subject: `Hi ${tag}` })],
				['Device ID', pushForm({ recipientId: tag })],
				['User ID', contactForm(mapped({ user_id: `g${tag}` }))],
				['user_id', contactForm(contactsInJson([{ user_id: tag }]))],
				[
					'a',
					sms({
						messageHolder: 'A %{a}',
						...jsonDeliveries([
							{ phone_number: one[0]?.phone, replacements: { a: tag } },
						]),
					}),
				],
			] as const) {
				expect(await stops(form)).toContain(
					`${where} has “${tag}”, which nothing fills in [items 0–2]`,
				);
			}
		});

		it.each([
			'[Aurora] Your room',
			'[First Name]',
			'<Vorname>',
			'#room#',
			'20% off, 30% more',
			'$5',
			'a < b > c',
			'5 < 6 <3 <b>',
			'100%',
			'https://wa.me/?text=Hi%0Athere',
		])('isn’t assumed: %s', async (text) => {
			await node.run(message(text), { items: one });
			expect(node.texts).toEqual([text]);
		});

		it('isn’t an escaped placeholder, nor one that is put together', async () => {
			const form = message('=%%{a} {{ "*" + "|FNAME|*" }} {{ "$" + "{X}" }}');
			await node.run(form, { items: one });
			expect(node.texts).toEqual(['%{a} *|FNAME|* ${X}']);
		});
	});

	it('of an agent counts as typed', async () => {
		const say = '={{ $json.text }}';
		const agent = { ...node.engine.tool(), items: undefined };
		for (const text of ['Dear {{name}}, <b>hi</b>', 'Dear *|FNAME|*']) {
			const items = [{ text, id: 'u-1' }];
			expect(await stopOf(node, pushForm({ messageHolder: say }), items, agent)).toContain(
				'which nothing fills in',
			);
			expect(await stopOf(node, pushForm({ recipientId: say }), items, agent)).toContain(
				'Device ID',
			);
		}
		await node.run(pushForm({ messageHolder: say }), {
			...agent,
			items: [{ text: 'Dear Ana, <b>hi</b>' }],
		});
		expect(node.bodies).toMatchObject([{ message_holder: 'Dear Ana, <b>hi</b>' }]);
	});
});

describe('letters', () => {
	const node = new NodeRunner();
	it.each(['O\u0092Brien', 'JÃ¶rg', 'Null\0', 'Hi \ud83d', 'a_x000D_b', 'M\ufffdller'])(
		'that were lost stop any text: %j',
		async (name) => {
			const items = [{ ...guests(1)[0], name, id: 'g-1' }];
			for (const [where, form] of [
				['Message', message('=Dear {{ $json.name }}')],
				['Input Item, name', message('Dear %{name}')],
				[
					'First Name',
					contactForm(mapped({ user_id: 'g', name_first: '={{ $json.name }}' })),
				],
				['User ID', contactForm(mapped({ user_id: '={{ $json.name }}' }))],
			] as const) {
				const stopped = await stopOf(node, form, items);
				expect(stopped.slice(0, where.length)).toBe(where);
				expect(stopped).toContain('has letters that were lost or damaged');
			}
		},
	);

	it.each(['Null\0', 'a_x000D_b'])('can be corrected as the error shows: %j', async (text) => {
		const items = [{ ...guests(1)[0], text }];
		const stopped = await stopOf(node, message('={{ $json.text }}'), items);
		const [advised = ''] = /\{\{.*\}\}/.exec(stopped) ?? [];
		await node.run(message(`=A ${advised}`), { items });
		expect(node.texts).toEqual([text.startsWith('N') ? 'A Null' : 'A ab']);
	});

	const hidden = [{ ...guests(1)[0], name: '\ufeffAna 👨‍👩‍👧\u200b', a: '\u200b' }];
	it('that no one sees are taken off the ends', async () => {
		const form = sms({ sender: 'Aurora\n', messageHolder: '={{ $json.name }}' });
		await node.run(form, { items: hidden });
		expect(node.bodies).toMatchObject([{ sender: 'Aurora', message_holder: 'Ana 👨‍👩‍👧' }]);
	});

	it.each(['\u200b\ufeff', '\u200d \u200c', '%{a}'])(
		'that no one sees are no message: %j',
		async (blank) => {
			expect(await stopOf(node, message(blank), hidden)).toMatch(
				/^Message is (blank|required)/,
			);
		},
	);
});
