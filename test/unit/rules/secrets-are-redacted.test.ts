import fc from 'fast-check';
import { endpoints } from '../../../nodes/CrmMessaging/service/endpoints';
import { Redactor } from '../../../nodes/CrmMessaging/service/redactor';
import { quotations, tells } from '../../tells-secret';
import { clientOf, forAll } from './rule';

const word = (minLength: number, maxLength: number) =>
	fc.string({ unit: fc.constantFrom(...'ab'), minLength, maxLength });

const secret = fc.stringMatching(/^[!-+\--:<-~]{6,40}$/);

const around = fc.string({ unit: fc.constantFrom(...' \nñ…'), maxLength: 8 });

it('a secret in a text is redacted completely, even if another secret is part of it', () => {
	forAll(word(0, 5), word(6, 9), word(1, 5), fc.boolean(), (before, part, after, turned) => {
		const secrets = [part, before + part + after];
		const text = secrets.map((one) => `<${one}>`).join(' ');
		const redactor = new Redactor(turned ? secrets.reverse() : secrets);
		expect(redactor.inText(text)).toBe('<***> <***>');
	});
});

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const unicode = (sign: string) => sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();
const escaped = (text: string, signs: RegExp) =>
	inJson(text).replace(signs, (sign) => `\\u${unicode(sign)}`);
/** What servers of other languages make of a request. */
const moreQuotations: typeof quotations = {
	'with escaped slashes, as PHP has it': (text) => inJson(text).replaceAll('/', '\\/'),
	'with escaped plus signs, as .NET has it': (text) => escaped(text, /[+&<>]/g),
	'with escaped letters': (text) => escaped(text, /[a-zA-Z]/g),
	'for a URL in small letters': (text) => encodeURIComponent(text).toLowerCase(),
	'for a URL, all of it': (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
	'for a URL, and escaped': (text) => encodeURIComponent(text).replaceAll('%', '\\u0025'),
	'as escaped JSON in JSON': (text) => inJson(escaped(text, /[+&/=]/g)),
};

describe('a quoted request', () => {
	const all = Object.entries({ ...quotations, ...moreQuotations });
	it.each(all)('%s reveals no secret', (_, quoted) => {
		forAll(around, secret, around, (before, one, after) => {
			const quotation = quoted(`${before}Token token=${one}${after}`);
			const redactor = new Redactor([one]);
			expect(redactor.inText(quotation)).toContain('***');
			expect(tells(redactor.inText(quotation), one)).toBe(false);
		});
	});

	it('is redacted in every text, number and key of a value, and the rest is unchanged', () => {
		forAll(secret, fc.jsonValue(), (one, rest) => {
			const value = { rest, [`x ${one}`]: [{ deep: `${one}!` }, 471147, null, true] };
			const redactor = new Redactor([one, '471147']);
			fc.pre(!redactor.inText(JSON.stringify(rest)).includes('***'));
			const left = redactor.inValue(value);
			expect(left).toEqual({ rest, 'x ***': [{ deep: '***!' }, '***', null, true] });
		});
	});

	it('is unchanged if it contains no secret', () => {
		forAll(secret, fc.string({ unit: fc.constantFrom(...'ñé –') }), (one, text) => {
			expect(new Redactor([one]).inText(text)).toBe(text);
		});
	});
});

const key = '0123456789abcdef'.repeat(4);

it.each([
	`https://n8n.example.com/webhook/4711/crm-messaging?a=1&key=${key.toUpperCase()}&b=2`,
	encodeURIComponent(encodeURIComponent(`https://n8n.example.com/webhook?a=1&key=${key}`)),
	`https:\\/\\/n8n.example.com\\u0026key\\u003d${key}`,
	`key=${key}`,
])('the key of a callback URL is redacted, and only the key: %s', (url) => {
	const redactor = new Redactor([]);
	expect(redactor.inText(url)).toBe(url.replace(new RegExp(key, 'i'), '***'));
});

describe('a secret in the service’s error text', () => {
	const own = 'Qk9/abc+DEF&12<3"4==';
	const bodies: Array<(form: string) => string> = [
		(form) => `{"error":[{"error":"bad token ${form}!"}]}`,
		(form) => `{"message":"bad token ${form}!"}`,
		(form) => `{"a":[{"${form}":"bad token"}]}`,
		(form) => `{"message":"bad token ${form}!", "a`,
		(form) => `bad token ${form}!`,
	];
	const messageOf = async (text: string, accountSecret = own, answer = {}) => {
		const client = clientOf(() => ({ status: 400, text, ...answer }), 1, { accountSecret });
		const sent = client.send({ endpoint: endpoints.campaigns }).catch(String);
		return (await sent) as string;
	};

	it('is redacted in each part of an answer', async () => {
		for (const form of [inJson(own), escaped(own, /[a-zA-Z]/g)]) {
			for (const body of bodies) {
				const message = await messageOf(body(form));
				expect(message).toMatch(/bad token.*\*\*\*|\*\*\*.*bad token/);
				expect([message, tells(message, own, 4)]).toEqual([message, false]);
			}
		}
	});

	it('is redacted before the text is shortened, and as a number', async () => {
		expect(await messageOf('{"message":"no","token":4711471147}', '4711471147')).toBe(
			'Error: The service refused the request (HTTP 400): {"message":"no","token":"***"}',
		);
		for (const length of [280, 290, 300, 9_990]) {
			const before = 'x'.repeat(length);
			expect(await messageOf(`${before}${own}`)).not.toContain('Qk9');
			const location = `https://other.example.com/${before.slice(30)}${own}`;
			const redirect = { status: 302, headers: { location } };
			const message = await messageOf('', own, redirect);
			expect(message).toContain('redirects to https://other.example.com/xxx');
			expect(message).not.toContain('Qk9');
		}
	});
});
