import { parts, sentences } from '../../../tools/catalogue';
import { troubleshooting } from '../../../tools/troubleshooting';
import { filesIn, readText } from '../documents/page';

const code = filesIn('nodes', '.ts')
	.filter((file) => !file.includes('/catalogue/'))
	.map(readText)
	.join('\n');

const names = sentences.map((sentence) => sentence.code);
const page = troubleshooting().replace(/\\/g, '');

describe('the catalogue', () => {
	it('has a unique code for each sentence', () => {
		expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
	});

	it('is on the troubleshooting page as a whole', () => {
		const entries = [...page.matchAll(/^- `(\w+)` /gm)].map(([, name]) => name);
		expect(entries.sort()).toEqual([...names].sort());
		expect(parts.filter((part) => !page.includes(part))).toEqual([]);
	});

	it.each(names)('has no unused sentence: %s', (name) => {
		expect(code).toMatch(new RegExp(`\\.${name}\\b`));
	});

	it('has advice with each sentence', () => {
		const mute = sentences.filter(({ advice }) => advice === '');
		expect(mute.map((sentence) => sentence.code)).toEqual([]);
	});
});

describe('the code', () => {
	it('creates no error or hint from a literal sentence', () => {
		expect(
			code.match(/(InputError|CredentialError|hint|hints\.add|alarm)\(\s*['"`]/g),
		).toBeNull();
	});
});
