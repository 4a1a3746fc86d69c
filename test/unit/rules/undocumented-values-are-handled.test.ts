import { valueHint, choiceAdvice, wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { choice, type Undocumented } from '../../../nodes/CrmMessaging/fields/types/choice';
import type { FieldType } from '../../../nodes/CrmMessaging/fields/field';
import { convertedWithHints, refusal, refusalOf } from './rule';

const rooms = [
	{ value: 'single_room', label: 'Single Room', aliases: ['single', 'room for one'] },
	{ value: 'double_room', label: 'Double Room' },
];
const genders = [
	{ value: 'MALE', label: 'Male' },
	{ value: 'FEMALE', label: 'Female' },
];
const names = 'single_room, double_room';
const noRoom = (value: string, advice = choiceAdvice.use) =>
	wrongValue.notInList(`“${value}”`, names, advice);

const misspelled = (value: string) => noRoom(value, choiceAdvice.meant('single_room'));
const room = (value: unknown, way: Undocumented = 'send') =>
	convertedWithHints(choice(rooms, way), value);
/** How a value is refused; a hint about it may be possible. */
const refusalWithHints = (type: FieldType, value: unknown) =>
	refusal(() => convertedWithHints(type, value));

describe('a value that the service may have learnt since', () => {
	it('is sent, and a hint says so', () => {
		for (const value of ['family_room', '  suite\n']) {
			const sent = value.trim();
			expect(room(value)).toEqual({ sent, hints: [valueHint.newChoice(`“${sent}”`, names)] });
		}
		expect(convertedWithHints(choice(genders, 'send'), 'DIVERSE').sent).toBe('DIVERSE');
		const { format } = choice(rooms, 'send');
		expect(format).toBe('one of single_room, double_room, or one that is new');
	});

	it.each(['send', 'leaveOut', 'error'] as const)(
		'is none that it documents, however that is written (%s)',
		(way) => {
			for (const value of ['single_room', 'Single Room', 'SINGLE', 'Room for one']) {
				expect(room(value, way)).toEqual({ sent: 'single_room', hints: [] });
			}
		},
	);

	it.each([
		['is misspelt', 'singel_room', misspelled('singel_room')],
		['is a misspelt other word', 'singel', misspelled('singel')],
		['is written otherwise', 'Family Room', noRoom('Family Room')],
		['is too short', 'xy', noRoom('xy')],
		['is in capitals, other than the rest', 'FAMILY_ROOM', noRoom('FAMILY_ROOM')],
		['is a number', 5, noRoom('5')],
	])('is refused where it %s', (_, value, refused) => {
		expect(refusalWithHints(choice(rooms, 'send'), value)).toEqual(refused);
	});

	it('is refused in small letters where the others are in capitals', () => {
		expect(refusalWithHints(choice(genders, 'send'), 'diverse')?.code).toBe('notInList');
	});

	it('is refused where no one could be told of it', () => {
		expect(refusalOf(choice(rooms, 'send'), 'family_room')).toEqual(noRoom('family_room'));
	});

	it('is refused where that is chosen, with what else can be done', () => {
		expect(
			refusalWithHints(choice(rooms, 'error', { advice: 'Look.' }), 'family_room'),
		).toEqual(noRoom('family_room', 'Look.'));
		expect(refusalWithHints(choice(rooms, 'error'), 'family_room')).toEqual(
			noRoom('family_room'),
		);
	});

	it.each(['family_room', 'singel', 'Family Room'])(
		'is left out where that is chosen: %s',
		(value) => {
			expect(room(value, 'leaveOut')).toEqual({
				sent: undefined,
				hints: [valueHint.choiceLeftOut(`“${value}”`, names)],
			});
		},
	);
});

it('a choice leaves out what stands for no value, and says so', () => {
	const type = choice(rooms, 'error', { noValues: ['not known', 'n/a'] });
	const hints = [valueHint.choiceLeftOut('“Not-Known”', names)];
	expect(convertedWithHints(type, 'Not-Known')).toEqual({ sent: undefined, hints });
});
