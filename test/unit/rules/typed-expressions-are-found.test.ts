import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expressionParts } from '../../../nodes/CrmMessaging/n8n/expressions';
import { controlsOf } from '../../../nodes/CrmMessaging/engine/options';
import { formPlace } from '../../../nodes/CrmMessaging/engine/read/formPlace';
import { KnownFields } from '../../../nodes/CrmMessaging/engine/read/meantField';
import {
	bracesIn,
	typedBraces,
	typedInto,
} from '../../../nodes/CrmMessaging/engine/read/typedText';
import { everyForm, type FormCase } from '../../engine/every-operation/form-cases';
import { withValue, type Leaf } from '../../engine/every-operation/fill-form';
import { forMany } from './rule';

/** The braces in a form, and the labels that lead to them. */
function foundIn({ operation }: FormCase, form: IDataObject, items: IDataObject[] = []) {
	const fields = new KnownFields(items.map((json) => ({ json })));
	return typedInto(form, formPlace(controlsOf(operation), form)).flatMap((text) => {
		const found = typedBraces(text, fields);
		return found ? [{ where: text.where, ...found }] : [];
	});
}

interface Case extends FormCase, Leaf {
	title: string;
	label: string;
}

/** Every field of a form in which people type text that may be an expression. */
const texts = everyForm.flatMap((one): Case[] =>
	one.leaves.flatMap((leaf) => {
		const { control, path } = leaf;
		if (control.type === 'boolean' || control.noDataExpression) return [];
		return [{ ...one, ...leaf, label: labelOf(leaf), title: `${one.name}, ${path.join('.')}` }];
	}),
);

function labelOf({ control, path }: Leaf): string {
	return path.includes('contact') && path.includes('value') && path.length === 3
		? String(path.at(-1))
		: control.displayName;
}

const forApps = [
	'Body',
	'Contact',
	'Contacts (JSON)',
	'Entry',
	'Extra',
	'Recipient',
	'Recipients (JSON)',
	'Texts by Language (JSON)',
	'Thumbnail URL',
	'URL',
	'Value',
];

function typed({ control }: Leaf, text: string): string {
	return control.type === 'json' ? JSON.stringify({ a: [{ b: text }] }) : text;
}

describe('text typed in Fixed mode', () => {
	it('is checked for expressions in every field of every form', () => {
		expect(texts.length).toBeGreaterThan(300);
		for (const one of texts) {
			const where = expect.arrayContaining([one.label]) as string[];
			for (const text of ['{{ $json.x }}', 'a {{$json.x}} b', '{{ $json.x', "{{ $('A').b"]) {
				const form = withValue(one.form, one.path, typed(one, text));
				expect([one.title, ...foundIn(one, form)]).toMatchObject([
					one.title,
					{ where, isMistake: true },
				]);
			}
		}
	});

	it('can contain braces if an app or an account may fill them in', () => {
		const lenient = texts.filter((one) => {
			const [found] = foundIn(one, withValue(one.form, one.path, typed(one, 'a {{ x }} $')));
			expect([one.title, found?.braces]).toEqual([one.title, '{{ x }}']);
			return found?.isMistake === false;
		});
		const labels = new Set(lenient.map(({ control }) => control.displayName));
		expect([...labels].sort()).toEqual(forApps);
	});

	it('excludes expressions and selected values', () => {
		for (const one of everyForm) expect(foundIn(one, one.form)).toEqual([]);
	});

	it('is checked for expressions in invalid JSON, and in JSON values', () => {
		for (const one of texts.filter(({ control }) => control.type === 'json')) {
			const mistakes = ['{ "a": {{ $json.a }} }', { a: ['{{ $json.a }}'] }, { '{{$a}}': 1 }];
			for (const value of mistakes) {
				const found = foundIn(one, withValue(one.form, one.path, value));
				expect(found).toMatchObject([{ isMistake: true }]);
			}
			for (const value of [{ a: '={{ $json.a }}' }, '={ "a": "{{ $json.a }}" }']) {
				expect(foundIn(one, withValue(one.form, one.path, value))).toEqual([]);
			}
		}
	});

	it('has the same braces that n8n would find in an expression', () => {
		const part = fc.constantFrom('{', '}', '{{', '}}', '$', '$json', ' ', 'a', '"');
		forMany(1000, fc.array(part, { maxLength: 12 }), (parts) => {
			const text = parts.join('');
			const codes = (expressionParts(`=${text}`) ?? []).flatMap((one) =>
				'code' in one ? `{{${one.code}}}` : [],
			);
			const closed = bracesIn(text).filter((one) => one.slice(2).includes('}}'));
			if (expressionParts(`=${text}`)) expect(closed).toEqual(codes);
		});
	});
});
