import type { IDataObject } from 'n8n-workflow';
import { closing } from '../../nodes/CrmMessaging/catalogue/runs';
import { errorsIn, linksOf, type NodeRunner } from './node-runner';

/** The expression by which a parameter reads each item's `v`. */
export const FROM_ITEM = '={{ $json.v }}';

/** The label path of a wrong value, the error's code, and words of its text or advice. */
export type Refusal = [where: string, code: string, words?: string];

/** The wrong items; by default the only item is wrong. */
interface Wrong {
	items?: IDataObject[];
	item?: number;
	wrong?: number;
	/** The items in the message, if one error is about several. */
	place?: string;
}

/** Expects an error message or error item that names the field and the problem. */
function expectRefusal(
	error: IDataObject,
	[where, code, words = '']: Refusal,
	place: string,
): void {
	const message = error.message as string;
	expect(message).toMatch(/^.+ \[.+\]$/);
	expect({ code: error.code, where: message.slice(0, where.length) }).toEqual({ code, where });
	expect(message.slice(message.lastIndexOf('['))).toBe(`[${place}]`);
	expect(`${message} ${error.description as string}`).toContain(words);
}

/** Runs the node: the error must name the first wrong item, and nothing may be sent. */
export async function expectStopped(
	node: NodeRunner,
	form: IDataObject,
	refusal: Refusal,
	{ items = [{}], item = 0, wrong = 1, place = `item ${item}` }: Wrong = {},
): Promise<void> {
	const run = await node.run(form, { items });
	const others = wrong === 1 ? '' : ` ${closing.wrongItems({ count: wrong })}`;
	expect(run.status).toBe('error');
	expectRefusal(run.error as unknown as IDataObject, refusal, place);
	expect(run.error).toMatchObject({
		name: 'NodeOperationError',
		context: place.startsWith('items') ? {} : { itemIndex: item },
	});
	expect(run.error!.description!.endsWith(`${closing.nothingSent}${others}`)).toBe(true);
	expect(run.output).toEqual([]);
	expect(node.service.requests).toEqual([]);
}

/** Runs the node with Continue: these items must become error items, and the others its output. */
export async function expectLeftOut(
	node: NodeRunner,
	form: IDataObject,
	items: IDataObject[],
	refusals: Record<number, Refusal>,
): Promise<void> {
	const run = await node.run(form, { items, onError: 'continueErrorOutput' });
	const wrong = Object.keys(refusals).map(Number);
	expect(run.status).toBe('success');
	expect(linksOf(run.errorOutput)).toEqual(wrong.map((at) => [at]));
	const good = items.flatMap((_, at) => (wrong.includes(at) ? [] : [[at]]));
	expect(linksOf(run.output)).toEqual(good);
	for (const [index, error] of errorsIn(run.errorOutput).entries()) {
		const item = wrong[index]!;
		expectRefusal(error, refusals[item]!, `item ${item}`);
		expect(run.errorOutput[index]!.json).toEqual({ ...items[item], error });
		expect(error.outcome).toBe('notSent');
	}
}
