import type { IDataObject, INode, IWebhookFunctions } from 'n8n-workflow';
import { gather } from '../../../nodes/CrmMessaging/wait/gathering';
import { ParkedExecution } from '../../../nodes/CrmMessaging/wait/parkedExecution';
import {
	isStored,
	parkedRunsIn,
	storedRuns,
} from '../../../nodes/CrmMessaging/wait/storedExecution';
import { parkedKey, type ParkedRuns } from '../../../nodes/CrmMessaging/wait/parked';

const nodeName = 'Import';
const executionId = '7';
const request = (runIndex: number, own: string): string => [executionId, runIndex, own].join('.');
const [one, other] = [request(0, 'one'), request(0, 'other')];

/** An execution whose node waits for two callbacks, of which some came. */
const executionWith = (parked: ParkedRuns) => ({
	executionData: {
		contextData: { [`node:${nodeName}`]: { [parkedKey]: parked } },
		nodeExecutionStack: [{ node: { disabled: true }, data: { main: [[]] } }],
	},
});
const parkedRun = (callbacks: Record<string, IDataObject> = {}): ParkedRuns => ({
	0: {
		...{ until: null, failures: [], callbacks },
		results: [one, other].map((name) => ({ json: {}, items: [0], request: name })),
	},
});

/** A call for which n8n read the execution as it was, and which finds it as it is. */
const callTo = (was: ParkedRuns, is?: ParkedRuns): IWebhookFunctions =>
	({
		getNode: () => ({ name: nodeName }) as INode,
		getExecutionId: () => executionId,
		runExecutionData: executionWith(was),
		additionalData: is && { getRunExecutionData: async () => executionWith(is) },
	}) as unknown as IWebhookFunctions;

const caughtUp = async (call: IWebhookFunctions): Promise<ParkedExecution> => {
	const parked = ParkedExecution.of(call);
	parked.catchUp((await storedRuns(call))!);
	return parked;
};

describe('a callback to one process of several', () => {
	it('keeps what another process noted meanwhile', async () => {
		const was = parkedRun();
		const parked = await caughtUp(callTo(was, parkedRun({ [other]: { count: 2 } })));
		expect(parked.note(new Map([[one, { count: 1 }]]))).toBe(true);
		expect(was[0]!.callbacks).toEqual({ [one]: { count: 1 }, [other]: { count: 2 } });
	});

	it('goes on with nothing when another process noted the same', async () => {
		const parked = await caughtUp(callTo(parkedRun(), parkedRun({ [one]: {} })));
		expect(parked.note(new Map([[one, {}]]))).toBe(false);
	});

	it('does not take an execution back to a wait that is over', async () => {
		const parked = await caughtUp(callTo(parkedRun(), { 1: parkedRun()[0] }));
		expect(parked.note(new Map([[one, {}]]))).toBe(false);
	});

	it('knows nothing where n8n does not tell what is stored', async () => {
		const call = callTo(parkedRun());
		expect(await storedRuns(call)).toBeUndefined();
		expect(await isStored(call, one)).toBe(true);
	});

	it('finds no parked run where there is no execution any more', () => {
		expect(parkedRunsIn(undefined, nodeName)).toEqual({});
	});
});

describe('a callback that another call goes on with', () => {
	it('is stored when it was noted, or when its wait is over', async () => {
		expect(await isStored(callTo(parkedRun(), parkedRun({ [one]: {} })), one)).toBe(true);
		expect(await isStored(callTo(parkedRun(), {}), one)).toBe(true);
	});

	it('is not when that call failed', async () => {
		expect(await isStored(callTo(parkedRun(), parkedRun()), one)).toBe(false);
	});
});

describe('callbacks that come at the same time', () => {
	const bring = async (own: string, complete: number) =>
		await gather(executionId, own, { own }, ({ size }) => size === complete);

	it('are brought by the first call, and nothing of them is kept for the next', async () => {
		const calls = [bring('one', 2), bring('other', 2)];
		expect(await Promise.all(calls)).toEqual([
			new Map(Object.entries({ one: { own: 'one' }, other: { own: 'other' } })),
			undefined,
		]);
		expect(await bring('third', 1)).toEqual(new Map([['third', { own: 'third' }]]));
	});
});
