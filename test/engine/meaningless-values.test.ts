import {
	expressionAdvice,
	textHint,
	textWarning,
	wrongText,
} from '../../nodes/CrmMessaging/catalogue/texts';
import { contactForm, mapped } from './import-forms';
import { guests, jsonDeliveries } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectLeftOut, expectStopped, type Refusal } from './one-wrong-item';
import { hintText, inField } from './sentences';
import { message, named, namedGuests, sms } from './text-forms';

describe('an expression in a text', () => {
	const node = new NodeRunner();
	const items = namedGuests;

	describe('with a value that no one can have meant', () => {
		const { object, calculation, gap, date } = expressionAdvice;
		const own = guests(2).map((guest, at) => ({
			...guest,
			n: 1,
			o: { a: 1 },
			x: at ? 'x' : undefined,
		}));

		it.each([
			['$json.n * "a"', 'NaN', calculation],
			['1 / ($json.n - 1)', 'Infinity', calculation],
			['$json.o', 'an object', object],
			['[$json.o]', 'an object', object],
			['$input.item.json.o', 'an object', object],
			['"Hola " + $json.missing', 'a text with “undefined”', gap],
			['"Sr" + $json.missing', 'a text with “undefined”', gap],
			['`Hola ${$json.missing ?? null}`', 'a text with “null”', gap],
			['String($json.missing)', '“undefined”', gap],
			['"Total " + Number("x")', 'a text with “NaN”', gap],
			['Number("x").toFixed(2)', '“NaN”', gap],
			['"Hola " + $input.item.json.missing', 'a text with “undefined”', gap],
			['DateTime.fromISO("x").toFormat("dd.MM.")', 'an invalid date', date],
			['DateTime.fromISO("x")', 'an invalid date', date],
			['$json.phone | upper', '“240261633”', expressionAdvice.filter],
			['"Hi $json.phone"', 'a text with code', expressionAdvice.quoted],
			['"Hi ${phone}"', 'a text with code', expressionAdvice.quoted],
			['$json.phone.trim', 'a function', expressionAdvice.function],
			['(() => 1)', 'a function', expressionAdvice.function],
			['$input.item.json.phone.trim', 'a function', expressionAdvice.function],
		])('is an error of its item: %s', async (code, value, way) => {
			const sentence = wrongText.meaninglessValue({ code, value, advice: way });
			for (const [form, where] of [
				[message(`=A {{ ${code} }} b`), 'Message'],
				[named(`=A {{ ${code} }}`), 'Placeholder Values 1, Text'],
			] as const) {
				const refusal: Refusal = [inField(where, sentence).text, sentence.code, way];
				await expectStopped(node, form, refusal, { items: own, wrong: 2 });
			}
		});

		it.each([
			['undefined', {}],
			[
				'null',
				jsonDeliveries(
					'={{ [{ phone_number: $json.phone, replacements: { a: "" + $json.a } }] }}',
				),
			],
			['[object Object]', {}],
			['Invalid DateTime', {}],
		])('is an error in a placeholder as well: %s', async (a, more) => {
			const form = sms({ messageHolder: 'A %{a}', ...more });
			const rows = guests(2).map((guest, at) => ({ ...guest, a: at ? 'x' : a }));
			const where =
				'deliveriesJson' in more
					? 'Recipients (JSON), 1, replacements, a'
					: 'Input Item, a';
			await expectLeftOut(node, form, rows, { 0: [where, 'meaninglessText'] });
		});

		it('is a hint if a recipient would read true or false', async () => {
			const rows = guests(2).map((guest, at) => ({ ...guest, vip: at === 1 }));
			const form = message('=A {{ $json.vip && "VIP" }}');
			const run = await node.run(form, { items: rows });
			expect(node.texts).toEqual(['A false', 'A VIP']);
			const place = 'Message: {{ $json.vip && "VIP" }}';
			const hint = hintText(
				textHint.printedBoolean({ place, items: '1 of 2 items (item 0)' }),
			);
			expect(run.hints).toMatchObject([{ message: hint, type: 'danger' }]);
			const preview = await node.run(
				{ ...form, options: { preview: 'messages' } },
				{ items: rows },
			);
			const warning = textWarning.boolean({ code: '$json.vip && "VIP"' });
			expect(preview.output.map(({ json }) => json.warnings)).toEqual([[warning], []]);
		});

		it('leaves the other items alone', async () => {
			const form = message('={{ "Hola " + $json.x }}');
			await expectLeftOut(node, form, own, {
				0: ['Message: {{ "Hola "', 'meaninglessValue'],
			});
			expect(node.texts).toEqual(['Hola x']);
		});

		it('isn’t assumed of words in the data or in the code', async () => {
			const data = 'Die Anzahlung beträgt null Euro, undefined, NaN';
			const rows = guests(1).map((guest) => ({
				...guest,
				data,
				last: 'Null',
				s: 'Infinity',
				d: '${5}',
			}));
			const code = `{{ "A " + $json.data }} {{ $json.data.trim() }} {{ $json.last }} {{ $json.s }} {{ $json.d.trim() }}`;
			const typed = `{{ $json.no ? $json.data : "undefined or null" }}`;
			const run = await node.run(message(`=${code} ${typed}`), { items: rows });
			expect(node.texts).toEqual([
				`A ${data} ${data} Null Infinity ${'$'}{5} undefined or null`,
			]);
			expect(run.hints).toEqual([]);
		});
	});

	describe('whose expression is broken', () => {
		it.each([
			['$json.Vorname.', 'invalid syntax'],
			['$json.Vorname +', 'invalid syntax'],
			['"x".toDateTime()', 'cannot'],
		])('is an error with the field and the code: %s', async (code, reason) => {
			const sentence = inField('Message', wrongText.brokenExpression({ code, reason }));
			for (const raw of [
				`={{ ${code} }}`,
				`=A {{ ${code} }}`,
				`={{ $json.Vorname }} {{ ${code} }}`,
			]) {
				const refusal: Refusal = [sentence.text, sentence.code, sentence.advice];
				await expectStopped(node, message(raw), refusal, { items, wrong: 3 });
			}
		});

		it('keeps the details of n8n’s own error', async () => {
			const code = "$('Nowhere').item.json.name";
			const { error } = await node.run(message(`=A {{ ${code} }}`), { items });
			const reason = "Referenced node doesn't exist";
			const sentence = inField('Message', wrongText.brokenExpression({ code, reason }));
			expect(error).toMatchObject({
				message: `${sentence.text} [item 0]`,
				context: { nodeCause: 'Nowhere', descriptionKey: 'nodeNotFound', itemIndex: 0 },
			});
			expect(node.sent).toEqual([]);
		});

		it('names any other field as well', async () => {
			const form = contactForm(mapped({ user_id: '={{ $json.phone. }}' }));
			const sentence = inField(
				'Contact, user_id',
				wrongText.brokenExpression({ code: '$json.phone.', reason: 'invalid syntax' }),
			);
			await expectStopped(node, form, [sentence.text, sentence.code], { items, wrong: 3 });
		});
	});
});
