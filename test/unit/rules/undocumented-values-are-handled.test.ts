import { choiceAdvice, valueHint, wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { choice } from '../../../nodes/CrmMessaging/fields/types/choice';
import type { FieldType } from '../../../nodes/CrmMessaging/fields/field';
import { convertedWithHints, refusal } from './rule';

const rooms = { single_room: 'Single Room', double_room: 'Double Room' };
const aliases = { single_room: ['single', 'room for one'] };
const roomOrNew = choice(rooms, 'sendSimilar', { aliases });
const names = 'single_room, double_room';
const noRoom = (value: string, advice = choiceAdvice.use({ allowed: names })) =>
	wrongValue.notInList({ value: `“${value}”`, advice });

const misspelled = (value: string) => noRoom(value, choiceAdvice.meant({ meant: 'single_room' }));
/** The error for a value in a context that can show hints. */
const refusalWithHints = (type: FieldType, value: unknown) =>
	refusal(() => convertedWithHints(type, value));

describe('a value that may be new in the service', () => {
	it('is sent with a hint', () => {
		for (const value of ['family_room', '  suite\n']) {
			const sent = value.trim();
			expect(convertedWithHints(roomOrNew, value)).toEqual({
				sent,
				hints: [valueHint.newChoice({ value: `“${sent}”`, allowed: names })],
			});
		}
		expect(
			convertedWithHints(choice({ MALE: 'Male', FEMALE: 'Female' }, 'sendSimilar'), 'DIVERSE')
				.sent,
		).toBe('DIVERSE');
		expect(roomOrNew.format).toBe('one of single_room, double_room, or one that is new');
	});

	it.each([
		['is misspelt', 'singel_room', misspelled('singel_room')],
		['is a misspelt alias', 'singel', misspelled('singel')],
		['is written in another style', 'Family Room', noRoom('Family Room')],
		['is too short', 'xy', noRoom('xy')],
		['is in capitals, unlike the others', 'FAMILY_ROOM', noRoom('FAMILY_ROOM')],
		['is a number', 5, noRoom('5')],
	])('is refused if it %s', (_, value, refused) => {
		expect(refusalWithHints(roomOrNew, value)).toEqual(refused);
	});
});

it('a choice leaves out words that mean “no value”, with a hint', () => {
	const type = choice(rooms, 'error', { noValues: ['not known', 'n/a'] });
	const hints = [valueHint.choiceLeftOut({ value: '“Not-Known”', allowed: names })];
	expect(convertedWithHints(type, 'Not-Known')).toEqual({ sent: undefined, hints });
});
