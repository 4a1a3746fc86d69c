import type { IDataObject } from 'n8n-workflow';
import { tagAdvice, textHint, wrongText } from '../../nodes/CrmMessaging/catalogue/texts';
import { messageHint } from '../../nodes/CrmMessaging/catalogue/messages';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { contactForm, customFields, mapped, purchaseForm } from './import-forms';
import { guests, hintsOf, pushForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';
import { hintText, inField } from './sentences';
import { codeOf, expectAllStopped, message, named, namedGuests, sms } from './text-forms';

const contact = (more: IDataObject) => contactForm({ ...mapped({ user_id: 'g-1' }), ...more });
const room = (text: string) => customFields({ name: 'room', value: text, type: 'auto' });

describe('a typed text', () => {
	const node = new NodeRunner();
	const items = namedGuests;
	const stops = async (form: IDataObject, sentence: Sentence, own?: IDataObject[]) =>
		await expectAllStopped(node, form, sentence, own);

	describe('with braces in Fixed mode', () => {
		it.each<[form: IDataObject, where: string, more: string]>([
			[message('Dear {{$x}}'), 'Message', tagAdvice.fixedMessage],
			[named('{{$x}}'), 'Placeholder Values 1, Text', tagAdvice.fixed],
			[contact(room('{{ Vorname }}')), 'Custom Contact Fields 1, Value', tagAdvice.fixed],
		])('stops the run, with the name of the field: %j', async (form, where, more) => {
			const braces = where.startsWith('Custom') ? '“{{ Vorname }}”' : '“{{$x}}”';
			await stops(
				form,
				inField(where, wrongText.bracesInFixedText({ braces, advice: more })),
			);
		});

		it('is a hint if an app or the account may fill them in', async () => {
			const run = await node.run(contact(room('{{ room }}')));
			expect(node.bodies).toMatchObject([{ contacts: [{ room: '{{ room }}' }] }]);
			const hint = textHint.bracesForApp({
				list: '“{{ room }}” in Custom Contact Fields 1, Value',
			});
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
			const hint = messageHint.codeFromData({
				mark: '{{ … }}',
				messages: '2 messages (items 1–2)',
			});
			expect(hintsOf(run)).toContain(hintText(hint));
		});
	});

	describe('with a tag of another tool', () => {
		it.each([
			['{Vorname}', '$json.Vorname'],
			['[First Name]', '$json["first name"]'],
			['%first_name%', '$json["first name"]'],
			['*|VORNAME|*', '$json.Vorname'],
			['${Vorname}', '$json.Vorname'],
			['<<Vorname>>', '$json.Vorname'],
			['<Vorname>', '$json.Vorname'],
			['[[ vorname ]]', '$json.Vorname'],
			['{contact.vorname|Guest}', '$json.Vorname'],
			['#room#', '$json.stay.room'],
			['__Vorname__', '$json.Vorname'],
			['$Vorname', '$json.Vorname'],
			['%(Vorname)s', '$json.Vorname'],
			['$json.Vorname', '$json.Vorname'],
			['{$json.Vorname}', '$json.Vorname'],
			['$json["first name"]', '$json["first name"]'],
			['{surname}', undefined],
			['[Aurora]', undefined],
			['(Vorname)', undefined],
			['20% off, 30% more', undefined],
			['$5', undefined],
			['a < b > c', undefined],
		])('stops if it names a field: %s', async (tag, code) => {
			for (const raw of [`Hi ${tag}!`, `=Hi ${tag} {{ $json.Vorname }}`]) {
				const run = await node.run(message(raw), { items });
				expect([tag, codeOf(run)]).toEqual([
					tag,
					code === undefined ? undefined : 'foreignTag',
				]);
				if (code !== undefined) expect(run.error?.description).toContain(`{{ ${code} }}`);
			}
		});

		it.each(['{{vorname}', '{{vorname', '{{ vorname, '])(
			'stops if a brace is missing: %s',
			async (tag) => {
				const run = await node.run(message(`Hi ${tag} x`), { items });
				expect(codeOf(run)).toBe('foreignTag');
			},
		);

		it('shows the tag and what to write', async () => {
			const way = tagAdvice.placeholder({ code: '$json.Vorname', name: 'Vorname' });
			const sentence = inField(
				'Message',
				wrongText.foreignTag({ tag: '“{vorname}”', advice: way }),
			);
			await stops(message('Hi {vorname}'), sentence);
			const inTitle = tagAdvice.expression({ code: '$json.Vorname' });
			const title = inField(
				'Subject',
				wrongText.foreignTag({ tag: '“[Vorname]”', advice: inTitle }),
			);
			await stops(pushForm({ subject: 'Hi [Vorname]' }), title);
			const inContact = inField(
				'Contact, city',
				wrongText.foreignTag({ tag: '“[Vorname]”', advice: inTitle }),
			);
			await stops(contactForm(mapped({ user_id: 'g', city: '[Vorname]' })), inContact);
		});
	});

	it.each<[form: IDataObject, where: string, code: string]>([
		[pushForm({ subject: 'Hi %{a}' }), 'Subject', 'placeholderElsewhere'],
		[
			pushForm({ options: { notification: { alert: 'Hi %{a}' } } }),
			'Alert',
			'placeholderElsewhere',
		],
		[message('Hi % {name}'), 'Message', 'brokenPlaceholder'],
		[message('Hi %{name'), 'Message', 'brokenPlaceholder'],
		[message('Hi %{}'), 'Message', 'brokenPlaceholder'],
		[message('Hi\\nthere'), 'Message', 'markup'],
		[message('Hi%0Athere'), 'Message', 'markup'],
		[message('=Hi<br/>{{ 1 }}'), 'Message', 'markup'],
		[message('It&#039;s ready'), 'Message', 'markup'],
		[named('<b>you</b>'), 'Placeholder Values', 'markup'],
		[message('=={{ $json.Vorname }}'), 'Message', 'equalsSign'],
		[message('  \n '), 'Message', 'required'],
		[sms({ sender: ' ' }), 'Sender', 'required'],
		[pushForm({ subject: ' ' }), 'Subject', 'required'],
		[pushForm({ options: { notification: { alert: ' ' } } }), 'Alert', 'emptyAlert'],
		[sms({ sender: 'A\nB' }), 'Sender', 'notASender'],
		[sms({ sender: '{Hotel}' }), 'Sender', 'notASender'],
		[sms({ sender: 'Aurora 🏨' }), 'Sender', 'notASender'],
		[sms({ sender: 'Aurora 🇪🇸' }), 'Sender', 'notASender'],
		[{ ...named('={{ " " }}'), messageHolder: '%{a}' }, 'Message', 'blankMessage'],
	])('is refused: %j', async (form, where, code) => {
		await expectStopped(node, form, [where, code], { items: items.slice(0, 1) });
	});

	it('may have a link with a line break, an escaped placeholder, and text like a tag', async () => {
		const link = 'https://wa.me/?text=Hi%0Athere';
		const text = `${link} 5 < 6 & more, %%{name} <3 100% {sure}`;
		const run = await node.run(message(text), { items: items.slice(0, 1) });
		expect(codeOf(run)).toBe('brokenPlaceholder');
		await node.run(message(text.replace('% {sure}', '%')), { items: items.slice(0, 1) });
		expect(node.texts).toEqual([text.replace('% {sure}', '%').replace('%%{', '%{')]);
	});

	it('is a hint if markup comes from data, or is typed in a push notification', async () => {
		const rows = guests(2).map((guest, at) => ({ ...guest, t: at ? 'It&#039;s' : 'Hi' }));
		const run = await node.run(message('=A {{ $json.t }}'), { items: rows });
		const hint = messageHint.codeFromData({
			mark: '“&#039;”',
			messages: '1 message (item 1)',
		});
		expect(hintsOf(run)).toEqual([hintText(hint)]);
		const push = await node.run(pushForm({ messageHolder: 'A<br>b' }));
		const typed = messageHint.codeFromData({
			mark: '“‹br>”',
			messages: '1 message (item 0)',
		});
		expect(hintsOf(push)).toContain(hintText(typed));
	});
});
