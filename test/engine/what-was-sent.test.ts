import type { IDataObject } from 'n8n-workflow';
import {
	brokenRequest,
	refusedRequest,
	wrongCredential,
} from '../../nodes/CrmMessaging/catalogue/requests';
import { closing } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { wrongJob } from '../../nodes/CrmMessaging/catalogue/contacts';
import { skipPauses, type EngineRun } from './harness';
import { everyEndpoint } from './every-operation/cases';
import { guests, phoneOf, smsForm, smsToGuests } from './message-forms';
import { processedJob } from './every-operation/processed-job';
import { errorsIn, NodeRunner, type RunOptions } from './node-runner';
import { lookFor } from './sentences';

const answer = (status: number, body: IDataObject = { error: 'no' }, headers = {}) => ({
	respond: { status, body, headers },
});
const page = { respond: { status: 200, body: '<html>', headers: {} } };
const nothing = (count: number) => (count === 1 ? closing.nothingSent : 'No messages were sent.');
const afterTries = (count: number) => `It was tried 4 times. ${nothing(count)}`;
const perhaps = (count: number) => {
	const [first, second, ...others] = Array.from({ length: count }, (_, at) => phoneOf(at + 1));
	if (!second) return `${closing.mayBeSent} ${lookFor(first!)}`;
	const all = others.length === 0 ? 'Both messages' : `All ${count} messages`;
	return `${all} may have been sent. ${lookFor(first!, second, ...others)}`;
};

type Fault = ReturnType<typeof answer> | typeof page | 'noAnswer' | 'processThenReset' | undefined;

describe('an error describes what to do, then what was sent, once', () => {
	const node = new NodeRunner(smsToGuests);
	skipPauses();

	const refusals: Array<[string, Fault, Sentence, (count: number) => string]> = [
		['a 400', answer(400), refusedRequest.invalidRequest(), nothing],
		[
			'a 401',
			answer(401),
			refusedRequest.wrongSecret({ secret: 'Master Secret', more: '' }),
			nothing,
		],
		['a 403', answer(403), refusedRequest.forbidden(), nothing],
		['a 404', answer(404), refusedRequest.unknownAddress(), nothing],
		['a 429', answer(429, {}, { 'retry-after': '0' }), refusedRequest.busy(), afterTries],
		['a 415', answer(415), refusedRequest.invalidRequest(), nothing],
		['a 422', answer(422), refusedRequest.invalidRequest(), nothing],
		[
			'a redirect',
			answer(302, {}, { location: '/login' }),
			brokenRequest.redirected({ target: '' }),
			perhaps,
		],
		['a page', page, brokenRequest.unreadableAnswer({ reason: '' }), perhaps],
		['a 409', answer(409), brokenRequest.serviceFailed(), perhaps],
		['a 500', answer(500), brokenRequest.serviceFailed(), perhaps],
		['no answer', 'processThenReset', brokenRequest.noAnswer({ host: '', time: '' }), perhaps],
	];
	const cases = refusals.flatMap(([name, ...rest]) =>
		[1, 2, 3].map((count) => [`${name}, items: ${count}`, count, ...rest] as const),
	);

	const expectDescription = ({ error }: EngineRun, { code, advice }: Sentence, end: string) => {
		expect(error).toMatchObject({ code });
		expect(error?.description).toBe(`${advice} ${end}`.trim());
	};

	it.each(cases)('after %s', async (_, count, action, sentence, sent) => {
		node.service.faults.add({ times: Infinity, action: action! });
		expectDescription(await node.run({}, { items: guests(count) }), sentence, sent(count));
	});

	it.each([1, 3])('without a secret or a server, items: %i', async (count) => {
		const items = guests(count);
		const ask = async (change: IDataObject) =>
			await node.run({}, { items, credential: { ...node.credential, ...change } });
		const missing = wrongCredential.credentialFieldMissing({ name: 'Master Secret' });
		expectDescription(await ask({ masterSecret: '' }), missing, closing.nothingSent);
		const insecure = await ask({ baseUrl: node.service.url.replace('http:', 'https:') });
		expectDescription(insecure, refusedRequest.notSecure({ host: '' }), nothing(count));
		const closed = await ask({ baseUrl: 'http://127.0.0.1:1' });
		expectDescription(closed, refusedRequest.unreachable({ host: '' }), afterTries(count));
	});

	it('of each item, while others continue', async () => {
		for (const [action, end] of [
			[answer(400), closing.notSent],
			['processThenReset', `${closing.mayBeSent} ${closing.checkBefore}`],
		] as const) {
			node.service.faults.add({ action });
			const run = await node.run({}, { items: guests(2), onError: 'continueErrorOutput' });
			const errors = errorsIn(run.errorOutput);
			expect(errors).toHaveLength(2);
			for (const { description } of errors)
				expect(description).toMatch(new RegExp(`${end}$`));
		}
	});

	it('but not of an operation that only reads', async () => {
		node.service.state.bulkJobs.push({ ...processedJob('b-1'), status: 'failed' });
		const form = { resource: 'bulkJob', operation: 'waitUntilProcessed', bulkId: 'b-1' };
		const run = await node.run(form, { items: [{}] });
		expectDescription(run, wrongJob.jobFailed({ id: '', status: '' }), '');
	});
});

/** An agent gets only the message; `test/server/agent.test.ts` runs n8n's own agent. */
describe('an error for an agent', () => {
	const node = new NodeRunner();
	const hotel = everyEndpoint.find(({ operation }) => operation.resource.name === 'hotel')!;

	/** Runs the node as n8n runs it for an agent, in a version that marks an agent's call. */
	const run = async (
		credential: IDataObject,
		parameters: IDataObject,
		onError?: RunOptions['onError'],
	) => {
		const items = [{ user_id: 'guest-1', name: 'Ana' }];
		return await node.run(parameters, { ...node.engine.tool(), items, credential, onError });
	};
	const ask = async (
		credential: IDataObject = node.credential,
		parameters: IDataObject = hotel.form,
	) => (await run(credential, parameters)).error!.message;

	it('doesn’t claim that nothing was sent if the service may have received it', async () => {
		node.service.faults.add({ action: 'processThenReset' });
		const message = await ask();
		expect(message).toContain(closing.mayBeSent);
		expect(message).not.toContain('Nothing was sent');
	});

	it.each<[wrong: string, form: IDataObject, accountSecret?: string]>([
		['item', smsForm({ phoneNumber: 'Ana' })],
		['secret', hotel.form, 'wrong-secret'],
		['credential', hotel.form, ''],
	])('is the only output item if the node continues: a wrong %s', async (...one) => {
		const [, form, accountSecret = node.credential.accountSecret] = one;
		const credential = { ...node.credential, accountSecret };
		const { output, error } = await run(credential, form, 'continueRegularOutput');
		expect(error).toBeUndefined();
		const message = await ask(credential, form);
		expect(output).toEqual([{ json: { error: message }, pairedItem: { item: 0 } }]);
		expect(message).toMatch(/Nothing was sent\.$/);
	});
});
