import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	completeValues,
	readValueList,
	usualValuesReader,
} from '../../../nodes/CrmMessaging/actions/messages/placeholderValues';
import { NodeParameters } from '../../../nodes/CrmMessaging/engine/parameters';
import { forMany } from './rule';

const name = fc.constantFrom('a', 'b', 'toString', '__proto__', '=a', '');
const value = fc.constantFrom('', 'Ana', 7, Number.NaN, true, null, undefined, ['x']);
const list = fc.array(fc.record({ name, value }), { maxLength: 3 });
const message = fc.array(fc.constantFrom('%{a}', '%{b}', '%{toString}', '%{__proto__}', ' x '), {
	maxLength: 4,
});
const fields = fc.dictionary(fc.constantFrom('a', 'b', 'toString'), value);

function parametersOf(given: object, json: object): NodeParameters {
	const replacements = { replacement: given };
	const context = {
		getInputData: () => [{ json }],
		getTimezone: () => 'UTC',
		getNode: () => ({ parameters: { replacements }, type: 'crmMessaging' }),
		getNodeParameter: (address: string) =>
			address
				.split(/[.[\]]+/)
				.reduce<unknown>((at, key) => (at as IDataObject)[key], { replacements }),
		getWorkflowDataProxy: () => ({}),
	};
	return new NodeParameters(context as unknown as IExecuteFunctions);
}

it('values of placeholders that are read as usual are those that are read with care, in the same order', () => {
	let usual = 0;
	forMany(2000, fc.tuple(list, message, fields), ([given, words, json]) => {
		const parameters = parametersOf(given, json);
		const text = words.join('');
		const item = parameters.of(0);
		const read = usualValuesReader(parameters, { name: 'replacements', entry: 'replacement' });
		const quick = read(item, text);
		if (!quick) return;
		usual++;
		const values = readValueList({ replacement: given });
		completeValues(text, values, item, 'Placeholder Values');
		expect(Object.entries(quick)).toEqual(Object.entries(values));
		expect(parameters.hints.texts).toEqual([]);
	});
	expect(usual).toBeGreaterThan(50);
});
