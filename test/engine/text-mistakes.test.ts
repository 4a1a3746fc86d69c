import type { IDataObject } from 'n8n-workflow';
import {
	messageHint,
	messageWarning,
	placeholderAdvice,
	wrongMessage,
} from '../../nodes/CrmMessaging/catalogue/messages';
import { fieldAdvice, runHint, wrongSetting } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { contactForm, customFields, mapped, purchaseForm } from './import-forms';
import {
	guests,
	hintsOf,
	jsonDeliveries,
	placeholderValues,
	pushForm,
	smsToGuests,
} from './message-forms';
import { NodeRunner } from './node-runner';
import { expectLeftOut, expectStopped, type Refusal } from './one-wrong-item';
import { hintText } from './sentences';

const contact = (more: IDataObject) => contactForm({ ...mapped({ user_id: 'g-1' }), ...more });
const sms = (more: IDataObject): IDataObject => ({ ...smsToGuests, ...more });
const room = (text: string) => customFields({ name: 'room', value: text, type: 'auto' });
const named = (text: string) =>
	sms({ messageHolder: 'Dear %{a}', ...placeholderValues({ a: text }) });
/** An expression with a field that no item has. */
const misspelt = '=Hi {{ $json.Vornamen }}';

describe('an obvious mistake in a text', () => {
	const node = new NodeRunner();
	const texts = (): string[] => node.service.state.smsDeliveries.map(({ text }) => text);
	const names = ['Ana', 'Ben', 'Zoë'];
	const stay = { room: 7 };
	const items = guests(3).map((guest, at) => ({ ...guest, Vorname: names[at], stay }));

	const stops = async (form: IDataObject, { code, text, advice }: Sentence) =>
		await expectStopped(node, form, [text, code, advice], { items, place: 'items 0–2' });

	it('is an error of each item if the node continues on errors, also in a preview', async () => {
		const form = sms({ messageHolder: misspelt, options: { preview: 'requests' } });
		const refusal: Refusal = ['Message reads', 'missingField'];
		await expectLeftOut(node, form, items, { 0: refusal, 1: refusal, 2: refusal });
	});

	describe('in Fixed mode', () => {
		it.each<[form: IDataObject, where: string, more: string]>([
			[
				sms({ messageHolder: 'Dear {{$x}}' }),
				'Message',
				', or write %{name} for a field of the input item',
			],
			[named('{{$x}}'), 'Placeholder Values 1, Text', ''],
		])('stops the run, with the name of the field: %j', async (form, where, more) => {
			await stops(form, wrongSetting.bracesInFixedText(where, '“{{$x}}”', more));
		});

		it('is a hint if an app or the account may fill it in', async () => {
			const run = await node.run(contact(room('{{ room }}')));
			expect(node.bodies).toMatchObject([{ contacts: [{ room: '{{ room }}' }] }]);
			const hint = runHint.bracesForApp('“{{ room }}” in Custom Contact Fields 1, Value');
			expect(hintsOf(run)).toContain(hintText(hint));
		});

		it('isn’t assumed of the name of a chosen campaign', async () => {
			const chosen = { mode: 'list', value: 'c-1', cachedResultName: 'Dear {{guest}}' };
			const additionalFields = { campaignId: { __rl: true, ...chosen } };
			const form = purchaseForm({ ...mapped({ user_id: 'g-1' }), additionalFields });
			const run = await node.run(form);
			expect(node.bodies).toMatchObject([{ purchase: { campaign_id: 'c-1' } }]);
			expect(run.hints).toEqual([]);
		});

		it('is a hint if the braces come from data', async () => {
			const data = ['Hi', '{{ $json.x }}', '{{ $json.x }}'];
			const rows = guests(3).map((guest, at) => ({ ...guest, text: data[at] }));
			const run = await node.run(sms({ messageHolder: 'A %{text}' }), { items: rows });
			expect(JSON.stringify(node.bodies)).toContain('{{ $json.x }}');
			const hint = messageHint.bracesFromData('2 messages (items 1–2)');
			expect(hintsOf(run)).toContain(hintText(hint));
		});
	});

	describe('with a field that no item has', () => {
		const missing = (where: string, path: string, near: string, whose = '') =>
			wrongSetting.missingField(where, path, whose, fieldAdvice.meant(near));

		it.each<[path: string, near: string, whose?: string]>([
			['$json.stay.rom', '$json.stay.room'],
			['$json.sty.room', '$json.stay.room'],
			['$json.room', '$json.stay.room'],
			['$json.stay.vorname', '$json.Vorname'],
			["$('Input').item.json.Vornme", "$('Input').item.json.Vorname", ' of “Input”'],
		])(
			'stops the run, with the closest name and advice: %s',
			async (path, near, ...[whose]) => {
				const form = sms({ messageHolder: `=A {{ ${path} }}` });
				await stops(form, missing('Message', path, near, whose));
			},
		);

		it.each([
			['Vornme', 'Vorname'],
			['Hotl', 'Hotel'],
		])(
			'stops the run for a placeholder, with the closest field or value: %s',
			async (name, near) => {
				const values = placeholderValues({ Hotel: 'Aurora' });
				const form = sms({ messageHolder: `Dear %{${name}}`, ...values });
				const way = placeholderAdvice.meant(near);
				const { code, advice } = wrongMessage.noPlaceholderValue(name, way);
				const { error } = await node.run(form, { items });
				expect(error).toMatchObject({ code });
				expect(error?.description).toContain(advice);
			},
		);

		it.each<[form: IDataObject, where: string]>([
			[pushForm({ subject: misspelt }), 'Subject'],
			[named('={{ $json.Vornamen }}'), 'Placeholder Values 1, Text'],
		])('stops the run in any text that recipients read: %j', async (form, where) => {
			await stops(form, missing(where, '$json.Vornamen', '$json.Vorname'));
		});

		it('is accepted if the expression has a fallback', async () => {
			const messageHolder = `=A {{ $json.title ?? '' }} {{ $ifEmpty($json.title, "B") }}`;
			const run = await node.run(sms({ messageHolder }), { items });
			expect(texts()).toHaveLength(3);
			expect(run.hints).toEqual([]);
		});

		it('isn’t assumed if n8n doesn’t find the node, whose own error keeps its details', async () => {
			const messageHolder = "=A {{ $('Nowhere').item.json.name }}";
			const { error } = await node.run(sms({ messageHolder }), { items });
			expect(error).toMatchObject({
				message: "Referenced node doesn't exist [item 0]",
				description: 'Nothing was sent. 3 items are wrong. This is the first.',
				context: { nodeCause: 'Nowhere', descriptionKey: 'nodeNotFound', itemIndex: 0 },
			});
			expect(node.sent).toEqual([]);
		});

		it('is a hint in other texts, unless the expression is only that field', async () => {
			const run = await node.run(contact(room('=Room {{ $json.rom }}')));
			expect(node.bodies).toMatchObject([{ contacts: [{ room: 'Room ' }] }]);
			const where = 'Custom Contact Fields 1, Value';
			const hint = wrongSetting.missingField(where, '$json.rom', '', fieldAdvice.fields(''));
			expect(hintsOf(run)).toContain(hintText(hint));
			expect((await node.run(contact(room('={{ $json.rom }}')))).hints).toEqual([]);
		});
	});

	describe('for some items only', () => {
		const some = guests(3).map((guest, at) => ({ ...guest, Vorname: at === 1 ? 'Ben' : '' }));
		const emptyIn = (path: string, messages: string) =>
			hintText(messageHint.emptyField(`Message: {{ ${path} }}`, messages));

		it.each(['$json.Vorname', "$('Input').item.json.Vorname"])(
			'is a hint, with a count and the first items: %s',
			async (path) => {
				const form = sms({ messageHolder: `=Dear {{ ${path} }}` });
				for (const empty of [undefined, null, '', ' ']) {
					const rows = some.map((item) => ({ ...item, Vorname: item.Vorname || empty }));
					const run = await node.run(form, { items: rows });
					expect(hintsOf(run)).toEqual([emptyIn(path, '2 messages (items 0, 2)')]);
					const options = { preview: 'messages' };
					const preview = await node.run({ ...form, options }, { items: rows });
					const warnings = [messageWarning.emptyField(`{{ ${path} }}`)];
					expect(preview.output.map(({ json }) => json.warnings)).toEqual([
						warnings,
						[],
						warnings,
					]);
				}
			},
		);

		it.each([
			{},
			placeholderValues({ Vorname: '={{ $json.Vorname }}' }),
			jsonDeliveries('={{ [{ phone_number: $json.phone }] }}'),
		])('is a hint for a placeholder, whatever the source of its value: %j', async (more) => {
			const form = sms({ messageHolder: 'Dear %{Vorname}', ...more });
			const run = await node.run(form, { items: some });
			const hint = messageHint.blankPlaceholder('Vorname', '2 messages (items 0, 2)');
			expect(hintsOf(run)).toContain(hintText(hint));
		});
	});
});
