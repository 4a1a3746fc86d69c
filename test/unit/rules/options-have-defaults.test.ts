import { wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { readOption, type Option } from '../../../nodes/CrmMessaging/fields/field';
import { boundedNumber } from '../../../nodes/CrmMessaging/fields/types/number';
import type { InputError } from '../../../nodes/CrmMessaging/fields/inputError';

const optionOf = (more: Partial<Option>): Option => ({
	name: 'some',
	label: 'Some Option',
	description: 'Some option',
	type: boundedNumber({ isWhole: true, min: 1, max: 10 }),
	scope: 'run',
	unset: 5,
	...more,
});

const read = (option: Option, values: Record<string, unknown>): unknown => {
	try {
		return readOption(option, values, { timezone: 'UTC' });
	} catch (error) {
		return (error as InputError).sentence;
	}
};

describe('an option', () => {
	it.each<
		[Parameters<typeof boundedNumber>[0], accepted: unknown[], refused: unknown[], kind: string]
	>([
		[
			{ isWhole: true, min: 1, max: 10 },
			[1, 10, '7', ' 2 '],
			[0, 11, 1.5, 'x', true],
			'whole number from 1 to 10',
		],
		[{ isWhole: true, min: 1 }, [1, 1e6], [0, -1, 1.5], 'whole number of at least 1'],
		[{ min: 0 }, [0, 0.5], [-0.1, 'x'], 'number of at least 0'],
		[{ above: 0 }, [0.01, '5'], [0, -1, NaN], 'number above 0'],
	])('of type number has bounds: %j', (bounds, accepted, refused, kind) => {
		const option = optionOf({ type: boundedNumber(bounds) });
		for (const some of accepted) expect(read(option, { some })).toBe(Number(some));
		for (const some of refused) {
			const sentence = wrongValue.numberOutOfRange({
				range: kind,
				value: `“${String(some)}”`,
			});
			expect(read(option, { some })).toEqual({
				...sentence,
				text: sentence.text.replace('‹field›', 'Some Option'),
			});
		}
	});
});
