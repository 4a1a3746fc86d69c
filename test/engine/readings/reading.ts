import type { IDataObject } from 'n8n-workflow';
import type { ReadingName, Readings } from '../../../playground/service/readings';
import type { EngineRun } from '../harness';

/** A test for each choice of some readings; the compiler asks for every one. */
export type Seen<Name extends ReadingName> = {
	[Own in Name]: Record<Readings[Own], () => Promise<void>>;
};

/** The readings of messages; all others are of imports. */
export type MessageReading =
	| 'beyondDocument'
	| 'pushAnswer'
	| 'smsAnswer'
	| 'verdict'
	| 'schedule'
	| 'alert'
	| 'percent'
	| 'valuesOfContainers';

/** A user sees a value. */
export const isSeen =
	(look: () => Promise<unknown>, expected: unknown) => async (): Promise<void> =>
		expect(await look()).toEqual(expected);

export const jsonOf = ({ output }: EngineRun): IDataObject[] => output.map(({ json }) => json);
