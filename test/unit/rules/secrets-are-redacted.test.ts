import fc from 'fast-check';
import { endpoints } from '../../../nodes/CrmMessaging/service/endpoints';
import { contentOf } from '../../../nodes/CrmMessaging/service/answer';
import { refusalFailure } from '../../../nodes/CrmMessaging/service/failure';
import { Redactor } from '../../../nodes/CrmMessaging/service/redactor';
import { quotations, tells } from '../../tells-secret';
import { forAll } from './rule';

const word = (minLength: number, maxLength: number) =>
	fc.string({ unit: fc.constantFrom(...'ab'), minLength, maxLength });

const secret = fc.stringMatching(/^[!-+\--:<-~]{6,40}$/);

const around = fc.string({ unit: fc.constantFrom(...' \nñ…'), maxLength: 8 });

describe('a secret in a text', () => {
	it('is redacted completely, even if another secret is part of it', () => {
		forAll(word(0, 5), word(6, 9), word(1, 5), fc.boolean(), (before, part, after, turned) => {
			const secrets = [part, before + part + after];
			const text = secrets.map((one) => `<${one}>`).join(' ');
			const redactor = new Redactor(turned ? secrets.reverse() : secrets);
			expect(redactor.inText(text)).toBe('<***> <***>');
		});
	});

	it('is not looked for if it is empty', () => {
		expect(new Redactor(['', 'account-secret']).inText('a text')).toBe('a text');
	});
});

describe('a quoted request', () => {
	it.each(Object.entries(quotations))('%s reveals no secret', (_, quoted) => {
		forAll(around, secret, around, (before, one, after) => {
			const quotation = quoted(`${before}Token token=${one}${after}`);
			const redactor = new Redactor([one]);
			expect(redactor.inText(quotation)).toContain('***');
			expect(tells(redactor.inText(quotation), one)).toBe(false);
			expect(redactor.mayBeIn(JSON.stringify(quotation))).toBe(true);
		});
	});

	it('is redacted in every text, number and key of a value, and the rest is unchanged', () => {
		forAll(secret, fc.jsonValue(), (one, rest) => {
			const value = { rest, [`x ${one}`]: [{ deep: `${one}!` }, 471147, null, true] };
			const redactor = new Redactor([one, '471147']);
			fc.pre(!redactor.mayBeIn(JSON.stringify(rest)));
			const left = redactor.inValue(value);
			expect(left).toEqual({ rest, 'x ***': [{ deep: '***!' }, '***', null, true] });
			// Escapes may spell a secret, so a text with escapes has to be checked.
			const spelt = JSON.stringify(value).replace(/[a-z]/g, (letter) => {
				return `\\u00${letter.charCodeAt(0).toString(16)}`;
			});
			expect(/[a-z]/.test(one) && !redactor.mayBeIn(spelt)).toBe(false);
		});
	});

	it('is unchanged if it contains no secret', () => {
		forAll(secret, fc.string({ unit: fc.constantFrom(...'ñé –') }), (one, text) => {
			const redactor = new Redactor([one]);
			expect(redactor.inText(text)).toBe(text);
		});
		const redactor = new Redactor(['account-secret-7f3a9c']);
		expect(redactor.mayBeIn('{"error":"sender is missing"}')).toBe(false);
	});
});

describe('the key of a callback URL', () => {
	const key = '0123456789abcdef'.repeat(4);

	it.each([
		`https://n8n.example.com/webhook/4711/crm-messaging?key=${key}`,
		`https://n8n.example.com/webhook/4711/crm-messaging?a=1&key=${key.toUpperCase()}&b=2`,
		encodeURIComponent(`https://n8n.example.com/webhook?key=${key}`),
		encodeURIComponent(encodeURIComponent(`https://n8n.example.com/webhook?a=1&key=${key}`)),
		`https:\\/\\/n8n.example.com\\u0026key\\u003d${key}`,
		`key=${key}`,
	])('is redacted, and only the key: %s', (url) => {
		const redactor = new Redactor([]);
		const redacted = redactor.inText(url);
		expect(redacted).toMatch(/key=\*\*\*(&b=2)?$/);
		expect(redacted).not.toContain(key);
		expect(redactor.mayBeIn(JSON.stringify({ url }))).toBe(true);
	});
});

describe('a secret in the service’s error text', () => {
	const own = 'Qk9/abc+DEF&12<3"4==';
	const redactor = new Redactor([own]);
	const inJson = JSON.stringify(own).slice(1, -1);
	const escaped = (signs: RegExp) =>
		inJson.replace(signs, (sign) => {
			return `\\u00${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
		});
	const forms = {
		'as it is': inJson,
		'with escaped slashes, as PHP has it': inJson.replaceAll('/', '\\/'),
		'with escaped plus signs, as .NET has it': escaped(/[+&<>]/g),
		'with escaped ampersands, as Rails has it': escaped(/[&<>]/g),
		'with escaped letters': escaped(/[a-zA-Z]/g),
		'for a URL': encodeURIComponent(own),
		'for a URL in small letters': encodeURIComponent(own).toLowerCase(),
		'for a URL, all of it': [...own]
			.map((sign) => `%${sign.charCodeAt(0).toString(16)}`)
			.join(''),
		'for a URL, and with escaped percent signs': encodeURIComponent(own).replaceAll(
			'%',
			'\\u0025',
		),
		'as JSON in JSON': JSON.stringify(inJson.replaceAll('/', '\\/')).slice(1, -1),
		'as escaped JSON in JSON': JSON.stringify(escaped(/[+&/=]/g)).slice(1, -1),
	};
	const bodies: Record<string, (form: string) => string> = {
		'an error': (form) => `{"error":"bad token ${form}!"}`,
		'a list of errors': (form) => `{"error":[{"error":"bad token ${form}!"}]}`,
		'another key': (form) => `{"message":"bad token ${form}!"}`,
		'a nested key': (form) => `{"a":[{"${form}":"bad token"}]}`,
		'a list': (form) => `["bad token ${form}!"]`,
		'a JSON text': (form) => `"bad token ${form}!"`,
		'JSON cut short': (form) => `{"message":"bad token ${form}!", "a`,
		'a text': (form) => `bad token ${form}!`,
	};
	const cases = Object.entries(forms).flatMap(([name, form]) =>
		Object.entries(bodies).map(([place, body]) => [`${name}, in ${place}`, body(form)]),
	);

	/** Everything that a reader could decode. */
	const decoded = (text: string): string => {
		const code = (_: string, hex: string) => String.fromCharCode(parseInt(hex, 16));
		const plain = text.replace(/\\*u00([0-9a-f]{2})/gi, code).replace(/\\/g, '');
		return plain.replace(/%([0-9a-f]{2})/gi, code).toLowerCase();
	};

	it.each(cases)('is redacted %s', (_, body) => {
		for (const endpoint of [endpoints.campaigns, endpoints.smsDeliveries]) {
			const content = contentOf(body);
			const { message } = refusalFailure({ endpoint }, { status: 400, content }, redactor);
			expect(message).toContain('***');
			expect(message).toContain('bad token');
			for (const part of ['abc', 'def', '12<3']) expect(decoded(message)).not.toContain(part);
		}
	});

	it('is redacted before the text is shortened, and as a number', () => {
		const number = new Redactor(['4711471147']);
		const content = contentOf('{"message":"no","token":4711471147}');
		expect(
			refusalFailure({ endpoint: endpoints.campaigns }, { status: 400, content }, number)
				.message,
		).toBe('The service refused the request (HTTP 400): {"message":"no","token":"***"}');
		for (const length of [280, 290, 300, 9_990]) {
			const long = contentOf(`${'x'.repeat(length)}${own}`);
			const { message } = refusalFailure(
				{ endpoint: endpoints.campaigns },
				{ status: 400, content: long },
				redactor,
			);
			expect(message).not.toContain('Qk9');
		}
	});
});
