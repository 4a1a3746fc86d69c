import { choice, type Undocumented } from '../../../nodes/CrmMessaging/fields/types/choice';

const rooms = [
	{ value: 'single_room', label: 'Single Room', aliases: ['single', 'room for one'] },
	{ value: 'double_room', label: 'Double Room' },
];
const genders = [
	{ value: 'MALE', label: 'Male' },
	{ value: 'FEMALE', label: 'Female' },
];
const noRoom = 'is not one of single_room, double_room';

/** Converts a value, and tells what it becomes or why it is refused, and what is said beside. */
function read(type: ReturnType<typeof choice>, value: unknown) {
	const hints: string[][] = [];
	const hint = (...said: string[]) => void hints.push(said);
	try {
		return { is: type.convert(value, { timezone: 'Europe/Madrid', hint }), hints };
	} catch (error) {
		return { refused: (error as Error).message, hints };
	}
}

const room = (value: unknown, way: Undocumented = 'send') => read(choice(rooms, way), value);

describe('a value that the service may have learnt since', () => {
	it('is sent, and a hint says so', () => {
		for (const value of ['family_room', '  suite\n']) {
			expect(room(value)).toEqual({
				is: value.trim(),
				hints: [
					[
						`“${value.trim()}” is none of the values that the service documents (single_room, double_room); it was sent as it is.`,
					],
				],
			});
		}
		expect(read(choice(genders, 'send'), 'DIVERSE').is).toBe('DIVERSE');
	});

	it.each(['send', 'leaveOut', 'error'] as const)(
		'is none that it documents, however that is written (%s)',
		(way) => {
			for (const value of ['single_room', 'Single Room', 'SINGLE', 'Room for one']) {
				expect(room(value, way)).toEqual({ is: 'single_room', hints: [] });
			}
		},
	);

	it.each([
		['is misspelt', 'singel_room', `“singel_room” ${noRoom}; did you mean single_room?`],
		['is a misspelt other word', 'singel', `“singel” ${noRoom}; did you mean single_room?`],
		['is written otherwise', 'Family Room', `“Family Room” ${noRoom}`],
		['is too short', 'xy', `“xy” ${noRoom}`],
		['is a number', 5, `“5” ${noRoom}`],
	])('is refused where it %s', (_, value, refused) => {
		expect(room(value)).toEqual({ refused, hints: [] });
	});

	it('is refused in small letters where the others are in capitals', () => {
		expect(read(choice(genders, 'send'), 'diverse').refused).toBe(
			'“diverse” is not one of MALE, FEMALE',
		);
		expect(room('FAMILY_ROOM').refused).toBe(`“FAMILY_ROOM” ${noRoom}`);
	});

	it('is refused where nobody could be told of it', () => {
		const { convert } = choice(rooms, 'send');
		expect(() => convert('family_room', { timezone: 'UTC' })).toThrow(noRoom);
	});

	it('is refused where that is chosen, with what else can be done', () => {
		const type = choice(rooms, 'error', { advice: 'change the option' });
		expect(read(type, 'family_room').refused).toBe(
			`“family_room” ${noRoom}; change the option`,
		);
		expect(room('family_room', 'error').refused).toBe(`“family_room” ${noRoom}`);
	});

	it.each(['family_room', 'singel', 'Family Room'])(
		'is left out where that is chosen: %s',
		(value) => {
			expect(room(value, 'leaveOut')).toEqual({
				is: undefined,
				hints: [
					[
						`“${value}” is none of single_room, double_room, and was left out.`,
						'left out of single_room, double_room',
					],
				],
			});
		},
	);

	it('stands in no list and no format', () => {
		const { options, format, form } = choice(rooms, 'send');
		expect(format).toBe('one of single_room, double_room, or one that is new');
		expect(options).toEqual(rooms.map(({ value, label }) => ({ name: label, value })));
		expect(form).toEqual({ type: 'options', default: '' });
	});
});

describe('a choice', () => {
	const type = choice(rooms, 'error', {
		noValues: ['not known', 'n/a'],
		advice: 'leave it empty',
	});

	it('leaves out what stands for no value, and says so', () => {
		expect(read(type, 'Not-Known').is).toBeUndefined();
		expect(read(type, 'Not-Known').hints).toHaveLength(1);
	});

	it('refuses a misspelt value with the one that was meant', () => {
		expect(read(type, 'singel_room').refused).toBe(
			`“singel_room” ${noRoom}; did you mean single_room?`,
		);
	});

	it('refuses any other value, with what else can be done', () => {
		expect(read(type, 'suite').refused).toBe(`“suite” ${noRoom}; leave it empty`);
	});
});
