import {
	damageOf,
	tagsIn,
	noTextIn,
	withoutInvisibleEnds,
	withoutMarks,
} from '../../../nodes/CrmMessaging/fields/textRules';

/** The characters of Windows-1252 at 0x80 to 0x9f. */
const signs = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** A text in UTF-8 as a program reads it that takes it for Windows-1252. */
const misread = (text: string) =>
	[...Buffer.from(text)]
		.map((byte) =>
			byte > 0x7f && byte < 0xa0 ? signs[byte - 0x80] : String.fromCharCode(byte),
		)
		.join('');

/** Texts, written one after the other. */
const list = (texts: string) => texts.trim().split(/\s*\|\s+/);

describe('no text', () => {
	const noTexts = list(`
		#REF! | #N/A | #DIV/0! | #NAME? | #¡VALOR! | #NV | #N/D | N/A | n/a | NULL | false | FALSE |
		undefined | NaN | null | [object Object] | Am Invalid DateTime
	`);
	it.each([...noTexts, ' NULL ', false, () => 1])('is %p', (value) => {
		expect(noTextIn(value)).toBeDefined();
	});

	const texts = list(`
		Null | None | Nan | Na | none | NA | - | #1 | # 5! | Bar #N/A | falsetto | True | 0 | Infinity |
		unknown | Undefined Hotel
	`);
	it.each([...texts, '', 12, true])('isn’t %p', (value) => {
		expect(noTextIn(value)).toBeUndefined();
	});
});

describe('no letters', () => {
	const damaged = ['O\u0092Brien', 'Null\0', 'a\u001fb', '\u007f', 'M\ufffdller'];
	it.each([...damaged, 'Hi \ud83d', '\ude00!', 'a_x000a_b'])('are in %j', (text) => {
		expect(damageOf(text)).toBeDefined();
	});

	const words = list(`
		Jörg | Müller | MÜLLER | Łukasz | Paweł | źródło | Анна | București | și | Škoda | İstanbul |
		Ελένη | 日本 | 한국 | สวัสดี | नमस्ते | It’s | 5 € | „Hi“ | é | 20°C | 😀 | שלום | محمد | Dvořák |
		Čapek | Nguyễn | AÑO | JOSÉ | À la carte | Éric | Þór | £5 | Она | מה | Țiriac |
		Só | Jó | Là | Zé | LLEGÓ | PIÙ | PERÒ | TYÖ | VAŠ | YENİ
	`);
	it.each(words)('are in %s, read with the wrong encoding', (text) => {
		expect(damageOf(text)).toBeUndefined();
		for (const wrong of [misread(text), Buffer.from(text).toString('latin1')]) {
			expect([wrong, damageOf(wrong)]).toEqual([wrong, expect.any(String)]);
		}
	});

	const sound = list(`
		Viel Spaß… | Groß–Gerau | NESCAFÉ® | CAFÉ™ | MENÜ™ | Fuß² | „Viel Spaß“ | „MENÜ“ | CAFÉ’s |
		CAFÉ–BAR | AMANHÃ… | “touché…” | Ü–30 | ¿QUÉ…? | «É» | PÅ… | 10 m² | 👨‍👩‍👧 🏖️ | می‌خواهم |
		Zoë O’Neill | São Paulo | GEÇ… | a_x_b |
		É\xa0possível | È\xa0arrivato | menu à\xa0€\xa017 | à\xa0“La Table” | Soirée “Été”, invité\xa0“VIP” |
		på\xa0“Ön” | Fuß\xadball | Spaß•Genuß | PŘÍŠTÍ | TÉŽ | Tomáš… | „Paříž“ |
		Úžasná | ÚŽASNÁ | “AMANHÔ | PÅ– | „JÄÄ“
	`);
	it.each([...sound, '', 'a\tb\r\nc'])('aren’t in %s', (text) => {
		expect(damageOf(text)).toBeUndefined();
	});
});

describe('a template that was typed', () => {
	const tags = list(`
		{{contact.FIRSTNAME}} | %%X%% | [[X]] | <<X>> | \${X} | {% if a %} | {NAME} | { größe_2 } |
		[[ vorname ]] | {{ $json.x | $json.name | $node['A'].b | {{x}
	`);
	it.each([...tags, '*|FNAME|*'])('has the tag %s', (tag) => {
		expect(tagsIn(`Hi ${tag}`)).toEqual([tag]);
	});

	const texts = list(`
		%{name} | %%{name} | [Aurora] | [First Name] | <Vorname> | %name% | #room# | $5 | 20% off, 30% more |
		a < b > c | {a b} | { } | {"a":1} | <b>Hi</b> | (x) | 5 << 6 | __name__ | 100%% | {1} | [[a b]] |
		$jsonx | <3
	`);
	it.each(texts)('isn’t %s', (text) => expect(tagsIn(text)).toEqual([]));
});

it('the ends of a text are without signs that have no width, and joiners stay', () => {
	const text = '\ufeff\u200b 👨‍👩‍👧 می‌خواهم\u200f ok \u200e\u200b';
	expect(withoutInvisibleEnds(text)).toBe(' 👨‍👩‍👧 می‌خواهم\u200f ok ');
	expect(withoutMarks(text)).toBe('👨‍👩‍👧 می‌خواهم\u200f ok');
	expect(withoutMarks('Aurora\n')).toBe('Aurora');
});
