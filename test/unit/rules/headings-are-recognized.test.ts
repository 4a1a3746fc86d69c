import fc from 'fast-check';
import { contactFields } from '../../../nodes/CrmMessaging/interface/contact';
import { contactHeadings } from '../../../nodes/CrmMessaging/interface/headings';
import { recognizedField } from '../../../nodes/CrmMessaging/operations/shared/contactHeadings';
import { plainForm } from '../../../nodes/CrmMessaging/fields/plainForm';
import { forAll } from './rule';

const names = new Set(contactFields.map(({ name }) => name));
const listed = Object.entries(contactHeadings).flatMap(([name, headings]) =>
	headings.map((heading) => [heading, name] as const),
);

describe('a heading', () => {
	it('is listed for a field that there is, and for one only', () => {
		for (const [heading, name] of listed) {
			expect([heading, names.has(name)]).toEqual([heading, true]);
			expect([heading, recognizedField(heading)?.name]).toEqual([heading, name]);
		}
	});

	it('is recognized in any case, with spaces, hyphens or underscores, with or without accents', () => {
		const heading = fc.constantFrom(...listed);
		const style = fc.constantFrom<(text: string) => string>(
			(text) => text.toUpperCase(),
			(text) => text.replaceAll(' ', '_'),
			(text) => text.replaceAll(' ', '-'),
			(text) => text.replaceAll(' ', ''),
			(text) => ` ${text}. `,
			(text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
			(text) => text.replace(/(^| )\p{L}/gu, (first) => first.toUpperCase()),
		);
		forAll(heading, style, ([text, name], written) => {
			// “phone number” written “phone_number” is the name of a field, which decides before all.
			fc.pre(!names.has(written(text)) || written(text) === name);
			expect([written(text), recognizedField(written(text))?.name]).toEqual([
				...[written(text), name],
			]);
		});
	});

	it('is also the label of each field, and its name decides before all', () => {
		for (const field of contactFields) {
			expect(recognizedField(field.name)).toBe(field);
			// What people call a phone number mostly has its country code.
			const meant = field.name === 'phone_number' ? 'phone' : field.name;
			expect(recognizedField(field.label)?.name).toBe(meant);
		}
	});

	it.each([
		...['Name', 'ID', 'id', 'Room', 'Status', 'createdAt', 'updatedAt', 'row_number'],
		...['constructor', '__proto__', 'toString', '', '-'],
	])('“%s” is none, since it says no field for sure', (heading) => {
		expect(recognizedField(heading)).toBeUndefined();
		expect(typeof plainForm(heading)).toBe('string');
	});
});
