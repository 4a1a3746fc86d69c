import type { IDataObject } from 'n8n-workflow';
import { answerHint, oddity } from '../../nodes/CrmMessaging/catalogue/contacts';
import { caseOf } from './every-operation/operations';
import { guestBookGetAll } from './every-operation/made-up/getAll.operation';
import { madeUpEndpoints } from './every-operation/made-up';
import { leastForm } from './every-operation/endpoint-cases';
import { NodeRunner } from './node-runner';
import { hintText } from './sentences';

/** `campaign.test.ts` has lists with an order. */
describe('a list that the service returns in one order only', () => {
	const node = new NodeRunner({}, { moreEndpoints: madeUpEndpoints });
	const form = { ...leastForm(guestBookGetAll), returnAll: true };
	const { node: own } = caseOf(guestBookGetAll);

	/** Returns all entries of a service with a number of them, and the queries for them. */
	const returnAll = async (count: number) => {
		const entries = Array.from({ length: count }, (_, at) => ({ _id: `entry-${at}` }));
		for (const limit of [100, 1000]) {
			const body: IDataObject = { entries: entries.slice(0, limit) };
			node.service.faults.add({ action: { respond: { status: 200, body } } });
		}
		const run = await node.run(form, own);
		return {
			found: run.output.length,
			queries: node.sent.map(({ query }) => query),
			hints: run.hints.map(({ message }) => message),
		};
	};

	it('is complete if it is shorter than the limit that the service documents', async () => {
		const queries = [{ limit: '100' }];
		expect(await returnAll(99)).toEqual({ found: 99, queries, hints: [] });
	});

	it('has a hint if a raised limit can’t be checked', async () => {
		const rest = oddity.unknown({ reason: oddity.oneOrder });
		const hints = [hintText(answerHint.listCut({ count: '250', entries: 'entries', rest }))];
		const queries = [{ limit: '100' }, { limit: '1000' }];
		expect(await returnAll(250)).toEqual({ found: 250, queries, hints });
	});
});
