import {
	AnswerError,
	isObject,
	listIn,
	objectIn,
	textOf,
} from '../../../nodes/CrmMessaging/transport/answer';

const job = { _id: '7' };

describe('an answer', () => {
	it('holds an object wrapped or bare, and a list under its key', () => {
		for (const answer of [{ bulk: job }, job]) expect(objectIn(answer, 'bulk')).toBe(job);
		for (const answer of [{ bulk: [job] }, { bulk: null }, { undefined: job }]) {
			expect(objectIn(answer, 'bulk')).toBe(answer);
			expect(objectIn(answer)).toBe(answer);
		}
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

	it('has any value as text', () => {
		const values = ['a', 7, { a: [null] }, undefined];
		expect(values.map(textOf)).toEqual(['a', '7', '{"a":[null]}', '']);
	});
});
