import type { IDataObject } from 'n8n-workflow';
import { closing } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import type { NodeRunner } from './node-runner';
import { linksOf } from './node-runner';
import { failedItem } from './what-became';

/** What a parameter reads from each item: `={{ $json.v }}`. */
export const FROM_ITEM = '={{ $json.v }}';

/**
 * Runs the node over items of which one or more are wrong: the error must say what is wrong with
 * the first of them, and nothing may be sent.
 *
 * @param place which items the message names, where one sentence is about several
 */
export async function expectStopped(
	node: NodeRunner,
	form: IDataObject,
	sentence: Sentence,
	{
		items = [{}],
		item = 0,
		wrong = 1,
		place = `item ${item}`,
	}: { items?: IDataObject[]; item?: number; wrong?: number; place?: string } = {},
): Promise<void> {
	const run = await node.run(form, { items });
	const others = wrong === 1 ? '' : closing.wrongItems(wrong);
	expect(run.status).toBe('error');
	expect(run.error).toMatchObject({
		name: 'NodeOperationError',
		code: sentence.code,
		message: `${sentence.text} [${place}]`,
		description: [sentence.advice, closing.nothingSent, others].filter(Boolean).join(' '),
		context: place.startsWith('items') ? {} : { itemIndex: item },
	});
	expect(run.output).toEqual([]);
	expect(node.service.requests).toEqual([]);
}

/**
 * Runs the node over a good item, a wrong one and a good one. With Continue off nothing may be sent
 * and the error must say what is wrong; with Continue on the wrong one must come out as an error
 * and the others be sent as if it were not there.
 *
 * @param form parameters that read `v`
 */
export async function expectRefused(
	node: NodeRunner,
	form: IDataObject,
	{ good, wrong }: { good: IDataObject; wrong: IDataObject },
	sentence: Sentence,
): Promise<void> {
	const items = [good, wrong, good];

	await expectStopped(node, form, sentence, { items, item: 1 });

	await node.run(form, { items: [good, good] });
	const bodies = [...node.bodies];
	expect(bodies).toHaveLength(1);
	node.service.reset();

	const on = await node.run(form, { items, onError: 'continueErrorOutput' });
	expect(on.status).toBe('success');
	expect(on.errorOutput).toEqual([failedItem(1, wrong, sentence)]);
	expect(node.bodies).toEqual(bodies);
	expect(on.output.map(({ json }) => json.valid)).toEqual([true, true]);
	expect(linksOf(on.output)).toEqual([[0], [2]]);
}
