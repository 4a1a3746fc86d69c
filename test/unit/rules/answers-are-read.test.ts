import {
	AnswerError,
	isObject,
	listIn,
	objectIn,
	textOf,
} from '../../../nodes/CrmMessaging/transport/answer';

const job = { _id: '7' };

describe('an answer', () => {
	it.each([[{ bulk: job }], [job]])('holds an object wrapped or bare: %j', (answer) => {
		expect(objectIn(answer, 'bulk')).toBe(job);
	});

	it.each([{ bulk: [job] }, { bulk: null }, { undefined: job }])(
		'is the object itself where nothing in it is one that is asked for: %j',
		(answer) => {
			expect(objectIn(answer, 'bulk')).toBe(answer);
			expect(objectIn(answer)).toBe(answer);
		},
	);

	it('holds a list under its key', () => {
		expect(listIn({ bulk: [job] }, 'bulk')).toEqual([job]);
	});

	it.each([null, undefined, 'text', 5, [job]])('%j holds nothing, which it says', (answer) => {
		expect(isObject(answer)).toBe(false);
		expect(() => objectIn(answer, 'bulk')).toThrow(new AnswerError('it holds no bulk'));
		expect(() => objectIn(answer)).toThrow(new AnswerError('it holds no object'));
		for (const other of [answer, { bulk: { answer } }]) {
			const missing = new AnswerError('it holds no list “bulk”');
			expect(() => listIn(other, 'bulk')).toThrow(missing);
		}
	});

	it.each([
		['a', 'a'],
		[7, '7'],
		[{ a: [null] }, '{"a":[null]}'],
		[undefined, ''],
	])('has %j as text: %j', (value, text) => {
		expect(textOf(value)).toBe(text);
	});
});
