import { inspect } from 'node:util';
import { Settings } from 'luxon';

/** Things that code did and must not do. */
export const misdeeds: string[] = [];
export const misdeed = (what: string) => () => {
	misdeeds.push(what);
	return 0;
};

const clocks = [Date.UTC(2001, 1, 2, 3, 4, 5), Date.UTC(2026, 10, 9, 8, 7, 6)];
export let clock = clocks[0]!;

beforeAll(() => {
	Settings.now = () => clock;
	jest.spyOn(Math, 'random').mockImplementation(misdeed('chance'));
});
afterAll(() => {
	Settings.now = () => Date.now();
	jest.restoreAllMocks();
});

/** The results of a function with each of two clocks. */
export function atBothClocks(read: () => unknown): string[] {
	return clocks.map((time) => {
		clock = time;
		try {
			return inspect(read(), { depth: 4 });
		} catch (error) {
			return String(error);
		}
	});
}
