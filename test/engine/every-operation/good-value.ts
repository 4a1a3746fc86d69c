import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Field } from '../../../nodes/CrmMessaging/fields/field';

/** Some value of each kind; a field's is the first one that its type accepts. */
const candidates = [
	'Aurora',
	34,
	7,
	true,
	'+34600100001',
	'ana@example.com',
	'es',
	'EUR',
	'dd/MM/yyyy',
	'2076-03-29T09:30:00Z',
	'1985-04-23',
	'https://example.com/hook',
	'{}',
];

/** A value that a declared field accepts. */
export function goodValueOf({ name, label, type }: Field): unknown {
	if (type.entry) {
		const { fields } = type.entry;
		return [Object.fromEntries(fields.map((inner) => [inner.name, goodValueOf(inner)]))];
	}
	if (type.options) return type.options[0]?.value;
	// Without the country code, which is in a field of its own.
	if (name === 'phone_number' && label === 'Phone Number') return '600100001';
	const good = candidates.find((value) => {
		try {
			type.convert(value, { timezone: 'UTC' });
			return true;
		} catch {
			return false;
		}
	});
	if (good === undefined) throw new Error(`No candidate is a value of ${name}: add one`);
	return good;
}

/** A value for a control without a field; a text is the control's name. */
export function usualValueOf({ name, type, default: initial }: INodeProperties): unknown {
	// A language without a text is an error.
	const description = (text: unknown) =>
		String(text).replace('"description": ""', '"description": "Inn"');
	if (type === 'json') return JSON.parse(description(initial)) as IDataObject;
	const usual: Partial<Record<INodeProperties['type'], unknown>> = {
		string: name,
		number: 7,
		boolean: true,
	};
	return usual[type] ?? initial;
}
