import type { IDataObject } from 'n8n-workflow';
import {
	expressionAdvice,
	textHint,
	textWarning,
	wrongText,
} from '../../nodes/CrmMessaging/catalogue/texts';
import {
	messageHint,
	placeholderAdvice,
	wrongMessage,
} from '../../nodes/CrmMessaging/catalogue/messages';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { contactForm, contactsInJson, mapped, purchaseForm } from './import-forms';
import {
	guests,
	hintsOf,
	jsonDeliveries,
	placeholderValues,
	pushForm,
	recipients,
} from './message-forms';
import { NodeRunner } from './node-runner';
import { expectLeftOut, type Refusal } from './one-wrong-item';
import { hintText, inField } from './sentences';
import { expectAllStopped, message, named, namedGuests, sms } from './text-forms';

const hotel = (text: string): IDataObject => ({
	resource: 'hotel',
	operation: 'create',
	uuid: 'h-1',
	name: 'Aurora',
	items: {
		item: [{ language: 'en', data: { field: [{ name: 'about', value: text, type: 'text' }] } }],
	},
});

describe('an expression in a text', () => {
	const node = new NodeRunner();
	const items = namedGuests;
	const stops = async (form: IDataObject, sentence: Sentence, own?: IDataObject[]) =>
		await expectAllStopped(node, form, sentence, own);
	/** The sentence for an expression that is undefined for every item. */
	const isUndefined = (where: string, code: string, way: string) =>
		inField(where, wrongText.undefinedExpression({ code, advice: way }));
	const meant = (where: string, code: string, near: string) =>
		isUndefined(where, code, expressionAdvice.meant({ code: near }));

	describe('with an expression that is undefined for every item', () => {
		it.each([
			['$json.stay.rom', '$json.stay.room'],
			['$json.sty.room', '$json.stay.room'],
			['$json.room', '$json.stay.room'],
			['$json.stay.vorname', '$json.Vorname'],
			['$json.stay?.rom', '$json.stay.room'],
			['Vorname', '$json.Vorname'],
			['json.Vorname', '$json.Vorname'],
			['vorname', '$json.Vorname'],
			['$json[Vorname]', '$json.Vorname'],
			["$json['Vornme'].trim()", '$json.Vorname'],
			["$json.Vornme.replace('a', '')", '$json.Vorname'],
			['`${$json.Vornme}`.length > 99 ? 1 : undefined', '$json.Vorname'],
			["$('Input').item.json.Vornme", '$json.Vorname'],
			["$('Input').first().json.Vornme.trim()", '$json.Vorname'],
			['$input.item.json.Vornme', '$json.Vorname'],
		])('stops the run, with the closest name: %s', async (code, near) => {
			await stops(message(`=A {{ ${code} }}`), meant('Message', code, near));
			await stops(message(`={{ ${code} }}`), meant('Message', code, near));
		});

		it('stops the run with the fields, or with a word about functions', async () => {
			const fields = expressionAdvice.fields({ names: 'phone, Vorname, stay, first name' });
			await stops(message('=A {{ $json.x }}'), isUndefined('Message', '$json.x', fields));
			const code = '$json.Vorname.toUpercase()';
			const { functions } = expressionAdvice;
			await stops(message(`=A {{ ${code} }}`), isUndefined('Message', code, functions));
		});

		it.each<[form: IDataObject, where: string]>([
			[pushForm({ subject: '=Hi {{ $json.Vornamen }}' }), 'Subject'],
			[
				pushForm({ options: { notification: { alert: '={{ $json.Vornamen }}' } } }),
				'Notification, Alert',
			],
			[sms({ sender: '={{ $json.Vornamen }}' }), 'Sender'],
			[named('={{ $json.Vornamen }}'), 'Placeholder Values 1, Text'],
			[
				sms({
					messageHolder: '%{a}',
					...recipients({
						phoneNumber: '+34600123456',
						...placeholderValues({ a: '=A {{ $json.Vornamen }}' }),
					}),
				}),
				'Recipient List 1, Placeholder Values 1, Text',
			],
			[hotel('=In {{ $json.Vornamen }}'), 'Texts by Language 1, Custom Fields 1, Value'],
		])('stops the run in any text that recipients read: %j', async (form, where) => {
			await stops(form, meant(where, '$json.Vornamen', '$json.Vorname'));
		});

		it('is an error of each item if the node continues on errors, also in a preview', async () => {
			const options = { preview: 'requests' };
			const form = sms({ messageHolder: '=Hi {{ $json.Vornamen }}', options });
			const refusal: Refusal = ['Message', 'undefinedExpression'];
			await expectLeftOut(node, form, items, { 0: refusal, 1: refusal, 2: refusal });
		});

		it.each([
			['Vornme', 'Vorname'],
			['Hotl', 'Hotel'],
		])('stops the run for a placeholder, with the closest name: %s', async (name, near) => {
			const values = placeholderValues({ Hotel: 'Aurora' });
			const form = sms({ messageHolder: `Dear %{${name}}`, ...values });
			const { code, advice } = wrongMessage.noPlaceholderValue({
				name,
				advice: placeholderAdvice.meant({ name: near }),
			});
			const { error } = await node.run(form, { items });
			expect(error).toMatchObject({ code });
			expect(error?.description).toContain(advice);
		});

		it('is a hint if it has a fallback', async () => {
			const own = items.map((item, at) => (at ? { ...item, title: 'Dr' } : item));
			const run = await node.run(message(`=A {{ $json.title ?? '' }}`), { items: own });
			expect(node.texts).toEqual(['A ', 'A Dr', 'A Dr']);
			const place = `Message: {{ $json.title ?? '' }}`;
			expect(hintsOf(run)).toEqual([
				hintText(textHint.emptyFallback({ place, items: '1 of 3 items (item 0)' })),
			]);
			const never = await node.run(message(`=A {{ $json.title ?? '' }}`), { items });
			const every = textHint.emptyExpression({ place, items: '3 of 3 items (items 0–2)' });
			expect(never.hints).toMatchObject([{ message: hintText(every), type: 'danger' }]);
		});

		const region = (value: string) => contactForm(mapped({ user_id: 'g-1', region: value }));
		const inOther = [{ state: 'CA', home_phone: '1', stay: { room: 7 } }];

		it.each<[form: IDataObject, where: string, code: string, near: string]>([
			[region('={{ $json.sate }}'), 'Contact, region', '$json.sate', '$json.state'],
			[region('={{ $json.State }}'), 'Contact, region', '$json.State', '$json.state'],
			[region('={{ state }}'), 'Contact, region', 'state', '$json.state'],
			[region('=In {{ $json.sate }}'), 'Contact, region', '$json.sate', '$json.state'],
			[
				region('={{ $json.stay.roomm }}'),
				'Contact, region',
				'$json.stay.roomm',
				'$json.stay.room',
			],
			[purchaseForm({ status: '={{ $json.sate }}' }), 'Status', '$json.sate', '$json.state'],
			[
				sms({ phoneNumber: '={{ $json.homephone }}' }),
				'To',
				'$json.homephone',
				'$json.home_phone',
			],
			[
				contactForm(
					contactsInJson('=[{ "user_id": "g-1", "region": "{{ $json.sate }}" }]'),
				),
				'Contacts (JSON)',
				'$json.sate',
				'$json.state',
			],
		])(
			'stops the run in any other field if a name is close: %j',
			async (form, where, code, near) => {
				await stops(form, meant(where, code, near), inOther);
			},
		);

		it.each(['$json.work_phone', '$json.city', '$json.stay.nights', '$json.date'])(
			'is an info hint in any other field if no name is close: %s',
			async (code) => {
				const run = await node.run(region(`={{ ${code} }}`), { items: inOther });
				const hint = textHint.undefinedEverywhere({
					list: `Contact, region: {{ ${code} }}`,
				});
				expect(run.hints).toMatchObject([{ message: hintText(hint), type: 'info' }]);
				const withFallback = await node.run(region(`={{ ${code} ?? '' }}`), {
					items: inOther,
				});
				expect(withFallback.hints).toEqual([]);
			},
		);
	});

	it('is a hint if an expression is empty for some items, with a count and the first', async () => {
		const some = guests(3).map((guest, at) => ({ ...guest, Vorname: at === 1 ? 'Ben' : '' }));
		for (const code of [
			'$json.Vorname',
			"$('Input').item.json.Vorname",
			'$json.Vorname?.trim()',
		]) {
			const form = message(`=Dear {{ ${code} }}`);
			const hint = textHint.emptyExpression({
				place: `Message: {{ ${code} }}`,
				items: '2 of 3 items (items 0, 2)',
			});
			for (const empty of [undefined, null, '', ' ']) {
				const rows = some.map((item) => ({ ...item, Vorname: item.Vorname || empty }));
				const run = await node.run(form, { items: rows });
				expect(run.hints).toMatchObject([{ message: hintText(hint), type: 'danger' }]);
				const options = { preview: 'messages' };
				const preview = await node.run({ ...form, options }, { items: rows });
				const warnings = [textWarning.empty({ code })];
				expect(preview.output.map(({ json }) => json.warnings)).toEqual([
					warnings,
					[],
					warnings,
				]);
			}
		}
	});

	it.each([
		{},
		placeholderValues({ Vorname: '={{ $json.Vorname }}' }),
		jsonDeliveries('={{ [{ phone_number: $json.phone }] }}'),
	])(
		'is a hint if a placeholder is empty, whatever the source of its value: %j',
		async (more) => {
			const some = guests(3).map((guest, at) => ({
				...guest,
				Vorname: at === 1 ? 'Ben' : '',
			}));
			const form = sms({ messageHolder: 'Dear %{Vorname}', ...more });
			const run = await node.run(form, { items: some });
			const hint = messageHint.blankPlaceholder({
				name: 'Vorname',
				messages: '2 messages (items 0, 2)',
			});
			expect(hintsOf(run)).toContain(hintText(hint));
		},
	);
});
