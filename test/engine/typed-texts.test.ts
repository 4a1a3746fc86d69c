import type { IDataObject } from 'n8n-workflow';
import { tagAdvice, wrongText } from '../../nodes/CrmMessaging/catalogue/texts';
import { messageHint } from '../../nodes/CrmMessaging/catalogue/messages';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { contactForm, customFields, mapped, purchaseForm } from './import-forms';
import { guests, hintsOf, pushForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { hintText, inField } from './sentences';
import { expectAllStopped, message, named, namedGuests, sms } from './text-forms';

const user_id = 'g-1';
const room = customFields({ name: 'room', value: '{{ Vorname }}', type: 'auto' });

describe('a typed text', () => {
	const node = new NodeRunner();
	const items = namedGuests;
	const stops = async (form: IDataObject, sentence: Sentence, own?: IDataObject[]) =>
		await expectAllStopped(node, form, sentence, own);

	describe('with braces in Fixed mode', () => {
		it.each<[where: string, braces: string, form: IDataObject, more: string]>([
			['Message', '{{$x}}', message('Dear {{$x}}'), tagAdvice.fixedMessage],
			['Placeholder Values 1, Text', '{{$x}}', named('{{$x}}'), tagAdvice.fixed],
			[
				'Custom Contact Fields 1, Value',
				'{{ Vorname }}',
				contactForm({ ...mapped({ user_id }), ...room }),
				tagAdvice.fixed,
			],
		])('stops the run, with the name of the field: %s', async (where, braces, form, advice) => {
			const sentence = wrongText.bracesInFixedText({ braces: `“${braces}”`, advice });
			await stops(form, inField(where, sentence));
		});

		it('isn’t assumed of the name of a chosen campaign', async () => {
			const chosen = { mode: 'list', value: 'c-1', cachedResultName: 'Dear {{guest}}' };
			const additionalFields = { campaignId: { __rl: true, ...chosen } };
			const form = purchaseForm({ ...mapped({ user_id }), additionalFields });
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
				expect([tag, run.error?.code]).toEqual([
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
				expect(run.error?.code).toBe('foreignTag');
			},
		);

		it('shows the tag and what to write', async () => {
			const foreign = (where: string, tag: string, advice: string) =>
				inField(where, wrongText.foreignTag({ tag: `“${tag}”`, advice }));
			const way = tagAdvice.placeholder({ code: '$json.Vorname', name: 'Vorname' });
			await stops(message('Hi {vorname}'), foreign('Message', '{vorname}', way));
			const other = tagAdvice.expression({ code: '$json.Vorname' });
			const subject = pushForm({ subject: 'Hi [Vorname]' });
			await stops(subject, foreign('Subject', '[Vorname]', other));
			const city = contactForm(mapped({ user_id, city: '[Vorname]' }));
			await stops(city, foreign('Contact, city', '[Vorname]', other));
		});
	});

	it('may have a link with a line break, an escaped placeholder, and text like a tag', async () => {
		const link = 'https://wa.me/?text=Hi%0Athere';
		const text = `${link} 5 < 6 & more, %%{name} <3 100% {sure}`;
		const run = await node.run(message(text), { items: items.slice(0, 1) });
		expect(run.error?.code).toBe('brokenPlaceholder');
		await node.run(message(text.replace('% {sure}', '%')), { items: items.slice(0, 1) });
		expect(node.texts).toEqual([text.replace('% {sure}', '%').replace('%%{', '%{')]);
	});

	it.each<[mark: string, items: string, form: IDataObject]>([
		['“&#039;”', '1 message (item 1)', message('=A {{ $json.t }}')],
		['“‹br>”', '2 messages (items 0–1)', pushForm({ messageHolder: 'A<br>b' })],
	])('is a hint if it holds markup from data, or typed for push: %s', async (...row) => {
		const [mark, messages, form] = row;
		const rows = guests(2).map((guest, at) => ({ ...guest, t: at ? 'It&#039;s' : 'Hi' }));
		const run = await node.run(form, { items: rows });
		expect(hintsOf(run)).toContain(hintText(messageHint.codeFromData({ mark, messages })));
	});
});
