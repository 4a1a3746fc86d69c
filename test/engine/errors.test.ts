import type { IDataObject } from 'n8n-workflow';
import {
	refusedRequest,
	requestAdvice,
	brokenRequest,
	noAnswerBecause,
} from '../../nodes/CrmMessaging/catalogue/requests';
import { outcomeWords } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { refusalOf, withNetworkCode } from './sentences';
import type { FaultAction } from '../../playground/service/stand-in';
import { textsIn } from './everything-in';
import type { EngineRun } from './harness';
import { guests, phoneOf, smsBody, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import type { RunOptions } from './node-runner';
import { account } from './running-service';
import { lookFor } from './what-became';

/** What became of a request for two guests. */
const UNSENT = outcomeWords.none('recipients');
const IN_DOUBT = `All 2 recipients may have been sent. ${lookFor(phoneOf(1), phoneOf(2))}`;

/** A failure of a request that may have arrived. */
const inDoubt = (sentence: Sentence): Sentence => ({
	...sentence,
	advice: requestAdvice.mayBeAccepted,
});

/** Neither secret may be anywhere in what a run gives, keeps or throws. */
function expectNoSecret(run: EngineRun): void {
	const { data, output, errorOutput, thrown, error, hints } = run;
	const texts = textsIn([data, output, errorOutput, thrown, error, hints, JSON.stringify(data)]);
	expect(texts.length).toBeGreaterThan(50);
	for (const secret of [account.accountSecret, account.masterSecret]) {
		expect(texts.filter((text) => text.includes(secret))).toEqual([]);
	}
}

const node = new NodeRunner();

/** The table of all faults at every endpoint stands in faults/; here is one of each kind. */
describe('when the service does not take a request', () => {
	const run = async (parameters: IDataObject, options: RunOptions = {}): Promise<EngineRun> => {
		const done = await node.run(parameters, { items: guests(2), ...options });
		expectNoSecret(done);
		return done;
	};
	const arrived = (): number => node.service.requests.length;

	it.each<[string, FaultAction, sentence: Sentence, became: string]>([
		[
			'a refusal, with the secrets blotted out of the service’s words',
			{ respond: { status: 400, body: { error: `no ${account.masterSecret}` } } },
			refusalOf(refusedRequest.invalidRequest(), 400, 'no ***'),
			UNSENT,
		],
		[
			'a connection that breaks',
			'reset',
			inDoubt(
				withNetworkCode(
					brokenRequest.noAnswer(noAnswerBecause.broken('{host}')),
					'ECONNRESET',
				),
			),
			IN_DOUBT,
		],
	])(
		'%s is told with what to do, and is sent once',
		async (_, action, { code, text, advice }, became) => {
			node.service.faults.add({ times: Infinity, action });
			const { status, error, output } = await run(smsToGuests);
			const httpCode =
				typeof action === 'object' && 'respond' in action && action.respond.status;
			expect(status).toBe('error');
			expect(error).toMatchObject({
				name: 'NodeApiError',
				code,
				message: `${text.replace('{host}', new URL(node.service.url).host)} [items 0–1]`,
				description: `${advice} ${became}`,
				...(httpCode && { httpCode: String(httpCode) }),
			});
			expect(error?.context).not.toHaveProperty('itemIndex', expect.anything());
			expect(output).toEqual([]);
			expect(arrived()).toBe(1);
		},
	);

	it('without a Master Secret, it is said why nothing is sent', async () => {
		const credential = { ...node.credential, masterSecret: '' };
		const off = await run(smsToGuests, { credential });
		expect(off.error).toMatchObject({ code: 'credentialFieldMissing' });
		const on = await run(smsToGuests, { credential, onError: 'continueErrorOutput' });
		expect(linksOf(on.errorOutput)).toEqual([[0], [1]]);
		expect(arrived()).toBe(0);
	});
});

it('a request is tried again that the service did not take, after as long as Retry-After says', async () => {
	const respond = { status: 429, headers: { 'retry-after': '1' } };
	node.service.faults.add({ action: { respond } });
	const run = await node.run(smsToGuests, { items: guests(1) });
	expect(run.status).toBe('success');
	expect(node.bodies).toEqual(Array(2).fill(smsBody([phoneOf(1)])));
	expect(node.service.state.smsDeliveries).toHaveLength(1);
	const [first, second] = node.service.requests.map(({ at }) => Date.parse(at));
	expect(second! - first!).toBeGreaterThanOrEqual(990);
});
