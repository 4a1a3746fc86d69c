import fc from 'fast-check';
import { timestampProblem } from '../../../nodes/CrmMessaging/callback/caller';
import { forAll } from './rule';

const now = Date.parse('2026-11-21T10:15:00Z');
const minutes = fc.integer({ min: 1, max: 100_000 });
const ahead = fc.integer({ min: -10_000_000, max: 10_000_000 });

describe('the timestamp of a call', () => {
	it('may be as many minutes away from now as the allowance says, in either direction', () => {
		forAll(ahead, minutes, (seconds, allowance) => {
			const problem = timestampProblem(now / 1000 + seconds, now, allowance);
			const isAllowed = Math.abs(seconds) <= allowance * 60;
			expect(problem === undefined).toBe(isAllowed);
			if (!isAllowed) expect(problem).toBe(seconds < 0 ? 'too old' : 'too early');
		});
	});

	it('may be any when there is no allowance', () => {
		forAll(fc.anything(), (timestamp) => {
			expect(timestampProblem(timestamp, now, 0)).toBeUndefined();
		});
	});

	it.each([undefined, 'yesterday', {}, NaN])('has to be a number: %s', (timestamp) => {
		expect(timestampProblem(timestamp, now, 5)).toBe('too old');
	});

	it('is refused when the allowance itself is no number', () => {
		expect(timestampProblem(now / 1000, now, NaN)).toBe('too old');
	});
});
