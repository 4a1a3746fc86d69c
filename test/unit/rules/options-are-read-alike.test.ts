import { readOption, type Option } from '../../../nodes/CrmMessaging/fields/field';
import { boolean, choice } from '../../../nodes/CrmMessaging/fields/types/choice';
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
		return (error as InputError).sentence();
	}
};

describe('an option', () => {
	it.each(['run', 'item'] as const)('has its value while it was not added: %s', (scope) => {
		expect(read(optionOf({ scope }), {})).toBe(5);
		expect(read(optionOf({ scope }), { other: 7 })).toBe(5);
	});

	const kinds: Option[] = [
		optionOf({}),
		optionOf({ type: boolean, unset: false }),
		optionOf({ type: choice([{ value: 'a', label: 'The A' }]), unset: 'a' }),
	];

	it.each(kinds)(
		'is refused where it is empty and would pass for one that was not added',
		(one) => {
			for (const some of [undefined, null, '']) {
				expect(read({ ...one, scope: 'run' }, { some })).toBe(
					'Some Option is empty; give it a value or remove the option',
				);
				expect(read({ ...one, scope: 'item' }, { some })).toBe(
					'Some Option is required, but its expression gives nothing',
				);
			}
		},
	);

	it('may be empty for an item where nothing is its value', () => {
		expect(read(optionOf({ scope: 'item', unset: undefined }), { some: null })).toBeUndefined();
		expect(read(optionOf({ unset: undefined }), { some: null })).toContain('is empty');
	});

	it.each<
		[Parameters<typeof boundedNumber>[0], taken: unknown[], refused: unknown[], must: string]
	>([
		[
			{ isWhole: true, min: 1, max: 10 },
			[1, 10, '7', ' 2 '],
			[0, 11, 1.5, 'x', true],
			'must be a whole number from 1 to 10',
		],
		[{ isWhole: true, min: 1 }, [1, 1e6], [0, -1, 1.5], 'must be a whole number of at least 1'],
		[{ min: 0 }, [0, 0.5], [-0.1, 'x'], 'must be a number of at least 0'],
		[{ above: 0 }, [0.01, '5'], [0, -1, NaN], 'must be a number above 0'],
	])('that is a number has bounds: %j', (bounds, taken, refused, must) => {
		const option = optionOf({ type: boundedNumber(bounds) });
		for (const some of taken) expect(read(option, { some })).toBe(Number(some));
		for (const some of refused) {
			expect(read(option, { some })).toBe(`Some Option ${must}, not “${String(some)}”`);
		}
	});
});
