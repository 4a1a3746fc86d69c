import type { IDataObject } from 'n8n-workflow';
import type { Readings } from '../../../playground/service/readings';
import type { EngineRun } from '../harness';

/** A test for each choice of each reading; the compiler requires every one. */
export type Seen = {
	[Name in keyof Readings]: Record<Readings[Name], () => Promise<void>>;
};

/** A user sees a value. */
export const isSeen =
	(look: () => Promise<unknown>, expected: unknown) => async (): Promise<void> =>
		expect(await look()).toEqual(expected);

export const jsonOf = ({ output }: EngineRun): IDataObject[] => output.map(({ json }) => json);
