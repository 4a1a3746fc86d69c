import type { IDataObject } from 'n8n-workflow';
import { errorsIn, linksOf, NodeRunner } from './node-runner';

/** The expression by which a parameter reads each item's `v`. */
export const FROM_ITEM = '={{ $json.v }}';

/** The label path of a wrong value, the error's code, and words of its text or advice. */
export type Refusal = [where: string, code: string, words?: string];

/** The wrong items, by their index. */
type Refusals = Record<number, Refusal>;

/** Expects an error or error item that names the field, the problem and the item. */
function expectRefusal(error: unknown, [where, code, words = '']: Refusal, item: number): void {
	const { message, description, ...rest } = error as Record<string, string>;
	expect([rest.code, message!.slice(0, where.length)]).toEqual([code, where]);
	expect(message!.endsWith(` [item ${item}]`)).toBe(true);
	expect(`${message} ${description}`).toContain(words);
}

/** Runs the node: the error must name the first wrong item, and nothing may be sent. */
export async function expectStopped(
	node: NodeRunner,
	form: IDataObject,
	items: IDataObject[],
	refusals: Refusals,
): Promise<void> {
	const { error, output, status } = await node.run(form, { items });
	const { length } = Object.keys(refusals);
	const item = Number(Object.keys(refusals)[0]);
	const others = length === 1 ? '' : ` ${length} items are wrong. This is the first.`;
	expect([status, output, node.sent]).toEqual(['error', [], []]);
	expectRefusal(error, refusals[item]!, item);
	expect(error!.name).toBe('NodeOperationError');
	expect(error!.context?.itemIndex).toBe(item);
	expect(error!.description!.endsWith(`This run sent nothing.${others}`)).toBe(true);
}

/** Runs the node with Continue: these items must become error items, and the others its output. */
export async function expectLeftOut(
	node: NodeRunner,
	form: IDataObject,
	items: IDataObject[],
	refusals: Refusals,
): Promise<void> {
	const run = await node.run(form, { items, onError: 'continueErrorOutput' });
	const wrong = Object.keys(refusals).map(Number);
	expect(run.status).toBe('success');
	expect(linksOf(run.errorOutput)).toEqual(wrong.map((at) => [at]));
	const good = items.flatMap((_, at) => (wrong.includes(at) ? [] : [[at]]));
	expect(linksOf(run.output)).toEqual(good);
	errorsIn(run.errorOutput).forEach((error, index) => {
		const item = wrong[index]!;
		expectRefusal(error, refusals[item]!, item);
		expect(run.errorOutput[index]!.json).toEqual({ ...items[item], error });
		expect(error.outcome).toBe('notSent');
	});
}

/**
 * A form with one wrong value, its error, and the item that the form reads. If its advice can be
 * followed, the form then, and a value that is sent.
 */
export type Wrong = [
	form: IDataObject,
	refusal: Refusal,
	item?: IDataObject,
	...followed: [] | [form: IDataObject, sent: unknown],
];

/** Declares a test for each wrong value. */
export function refuses(wrong: Wrong[]): void {
	const node = new NodeRunner();

	it.each(wrong.map((row) => ({ title: row[1].join(', '), row })))(
		'stops the run, and its advice works: $title',
		async ({ row: [form, refusal, item = {}, followed, sent] }) => {
			await expectStopped(node, form, [item], [refusal]);
			if (!followed) return;
			const run = await node.run(followed, { items: [item] });
			expect([run.error?.message, run.status]).toEqual([undefined, 'success']);
			expect(JSON.stringify([node.texts, node.bodies])).toContain(JSON.stringify(sent));
		},
	);
}
