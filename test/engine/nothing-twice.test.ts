import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';
import { messageHint } from '../../nodes/CrmMessaging/catalogue/messages';
import {
	requestAdvice,
	brokenRequest,
	unreadable,
} from '../../nodes/CrmMessaging/catalogue/requests';
import { wrongSetting, earlierTry } from '../../nodes/CrmMessaging/catalogue/runs';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import type { FaultAction } from '../../playground/service/stand-in';
import type { EngineRun } from './harness';
import { passOnNode } from './harness/stand-in-nodes';
import {
	recipients,
	guests,
	hintsOf,
	phoneOf,
	pushForm,
	smsForm,
	smsToGuests,
} from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import type { RunOptions } from './node-runner';
import { lookFor } from './what-became';

const busy: FaultAction = { respond: { status: 429 } };
const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const phones = (...numbers: number[]): string[] => numbers.map(phoneOf);

describe('nothing is sent twice', () => {
	const sms = new NodeRunner({
		...smsToGuests,
		options: { parallelRequests: 1, batchSize: 2, maxTries: 1 },
	});
	/** The phone numbers that arrived and were taken, in order. */
	const taken = (): string[] => sms.service.state.smsDeliveries.map((one) => one.phone_number);

	it('answers accepted requests from memory when n8n runs the node again', async () => {
		sms.service.faults.add({ after: 1, action: busy });
		const run = await sms.run({}, { items: guests(6), ...retried });
		expect(run.status).toBe('success');
		expect(run.tries).toBe(2);
		expect(taken()).toEqual(phones(1, 2, 3, 4, 5, 6));
		expect(run.output).toEqual(
			sms.service.state.smsDeliveries.map(({ phone_number, delivery_id }, item) => ({
				json: { phone_number, text: 'Your room is ready', valid: true, delivery_id },
				pairedItem: { item },
			})),
		);
		// A run that came to its end is forgotten.
		expect(JSON.stringify(run.contextData)).not.toContain(phoneOf(1));
	});

	it('keeps the order of an item’s recipients, whose requests ended in another one', async () => {
		const deliveries = [1, 2, 3].map((guest) => ({ phoneNumber: phoneOf(guest) }));
		const options = { parallelRequests: 3, batchSize: 1, maxTries: 1 };
		sms.service.faults.add({ action: { delayMs: 500 } });
		sms.service.faults.add({ after: 2, action: busy });
		const form = { ...recipients(...deliveries), options };
		const run = await sms.run(form, { items: guests(1), ...retried });
		expect([run.status, run.tries]).toEqual(['success', 2]);
		expect(taken()).toEqual(phones(1, 2, 3));
		expect(run.output.map(({ json }) => json.phone_number)).toEqual(phones(1, 2, 3));
	});

	it('shows what there was to say of them, too', async () => {
		const respond = { status: 200, body: { deliveries: [{ valid: true, delivery_id: 'd' }] } };
		sms.service.faults.add({ action: { processThenRespond: respond } });
		sms.service.faults.add({ after: 1, action: busy });
		const run = await sms.run({}, { items: guests(4), ...retried });
		expect([run.status, run.tries]).toEqual(['success', 2]);
		expect(linksOf(run.output)).toEqual([[0, 1], [2], [3]]);
		expect(hintsOf(run)).toEqual([
			hintOf(messageHint.resultsShared('1 result', '2 recipients')).message,
		]);
	});

	it.each(['', 0, 'no'])(
		'keeps what was taken where a result has an error of its own: %j',
		async (error) => {
			const deliveries = [{ valid: true, delivery_id: 'd', error }];
			const action = { processThenRespond: { status: 200, body: { deliveries } } };
			sms.service.faults.add({ times: 9, action });
			const run = await sms.run({}, { items: guests(1), ...retried });
			expect(run.tries).toBe(3);
			expect(run.output.map(({ json }) => json.error)).toEqual([error]);
			expect(taken()).toEqual(phones(1));
		},
	);

	it('tells items that are alike apart, and knows them when their content differs at every try', async () => {
		sms.service.faults.add({ after: 2, action: busy });
		const messageHolder = '={{ "At " + $now.toMillis() + " " + Math.random() }}';
		const items = Array.from({ length: 3 }, () => ({ phone: phoneOf(1) }));
		const options = { parallelRequests: 1, batchSize: 1, maxTries: 1 };
		const run = await sms.run({ messageHolder, options }, { items, ...retried });
		expect([run.status, run.tries]).toEqual(['success', 2]);
		expect(taken()).toEqual(phones(1, 1, 1));
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it.each<[FaultAction, number[]]>([
		['processThenReset', [3, 4]],
		['reset', []],
		[{ processThenRespond: { status: 500 } }, [3, 4]],
		// A gateway says so, which may have handed the request on.
		[{ processThenRespond: { status: 503 } }, [3, 4]],
		[{ processThenRespond: { status: 200, body: { deliveries: [] } } }, [3, 4]],
	])('does not send again what may have been taken (%j)', async (action, inDoubt) => {
		sms.service.faults.add({ after: 1, action });
		const run = await sms.run({}, { items: guests(6), ...retried });
		expect([run.status, run.tries]).toEqual(['error', 3]);
		expect(run.error).toMatchObject({
			message: expect.stringMatching(/ \[items 2–3\]$/) as string,
		});
		expect(taken()).toEqual(phones(1, 2, ...inDoubt, 5, 6));
		const ids = [0, 1, -2, -1].map((at) => sms.service.state.smsDeliveries.at(at)!.delivery_id);
		expect(run.error?.description).toContain(requestAdvice.mayBeAccepted);
		expect(run.error?.description).toContain(
			`Everything else was sent. Of 6 recipients, 4 were accepted and 2 may have been sent. Accepted: ${ids.join(', ')}. ${lookFor(...phones(3, 4))}`,
		);
	});

	it('remembers it when a failed execution is retried from the list of executions', async () => {
		sms.service.faults.add({ after: 1, action: busy });
		const failed = await sms.run({}, { items: guests(6) });
		expect(failed.status).toBe('error');
		expect(taken()).toEqual(phones(1, 2));
		const again = await sms.engine.runWorkflow(failed.workflow, {
			retryOf: failed,
			credential: sms.credential,
			observe: failed.nodeName,
		});
		expect(again.status).toBe('success');
		expect(taken()).toEqual(phones(1, 2, 3, 4, 5, 6));
		expect(again.output).toHaveLength(6);
	});

	it.each<[string, unknown]>([
		['another version’s', { version: 2, rows: [], seal: '' }],
		['an earlier version’s', { 'a sms send 0': [{ units: '[]', results: [], hints: [] }] }],
		['empty', {}],
		['no object', 'x'],
		['nothing', null],
	])('is refused where what was kept cannot be read: %s', async (_, kept) => {
		sms.service.faults.add({ after: 1, action: busy });
		const failed = await sms.run({}, { items: guests(6) });
		const again = async (of: EngineRun, options: IDataObject) => {
			const nodes = of.workflow.nodes.map((one) =>
				one.name === of.nodeName
					? { ...one, parameters: { ...one.parameters, options } as never }
					: one,
			);
			return await sms.engine.runWorkflow(
				{ ...of.workflow, nodes },
				{ retryOf: of, credential: sms.credential, observe: of.nodeName },
			);
		};
		for (const key of ['crmMessagingAccepted', 'crmMessagingDoubt']) {
			const context = failed.contextData[`node:${failed.nodeName}`] as IDataObject;
			const changed = { ...context, [key]: kept as IDataObject };
			const data = structuredClone(failed.data.data);
			data.executionData!.contextData[`node:${failed.nodeName}`] = changed;
			const refused = await again(failed.storedAs(data), { maxTries: 1 });
			const refusedAgain = await again(refused, { maxTries: 1 });
			for (const { error } of [refused, refusedAgain]) {
				expect(error).toMatchObject({
					name: 'NodeOperationError',
					code: 'unknownEarlier',
					description: wrongSetting.unknownEarlier(earlierTry.unreadable).advice,
					context: { outcome: 'unknown' },
				});
			}
			expect(taken()).toEqual(phones(1, 2));
		}
	});

	it('sends the same content again in another run, as a loop means it', async () => {
		const once = await sms.run({}, { items: guests(2) });
		await sms.run({}, { items: guests(2), contextData: once.contextData });
		expect(taken()).toEqual(phones(1, 2, 1, 2));
	});

	it.each<[string, IDataObject, IDataObject[]]>([
		['the items come in another order', {}, guests(4).reverse()],
		['parameters differ', { messageHolder: 'Another text' }, guests(4)],
	])('knows who was reached also where %s', async (_, parameters, items) => {
		sms.service.faults.add({ after: 1, action: busy });
		const { contextData } = await sms.run({}, { items: guests(4) });
		const run = await sms.run(parameters, { items, contextData });
		expect(run.status).toBe('success');
		const rest = items
			.map(({ phone }) => phone as string)
			.filter((one) => !phones(1, 2).includes(one));
		expect(taken()).toEqual([...phones(1, 2), ...rest]);
		expect(run.output.map(({ json }) => json.phone_number)).toEqual(
			items.map(({ phone }) => phone),
		);
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);
	});

	it('begins anew in the next round of a loop, also after a round that failed in part', async () => {
		sms.service.faults.add({ action: 'processThenReset' });
		const one = { options: { parallelRequests: 1, batchSize: 1, maxTries: 1 } };
		const { workflow, nodeName } = await sms.run(one, { items: [] });
		const [input] = workflow.nodes;
		const turns: IDataObject[][] = [];
		const turn = passOnNode('turn');
		turn.execute = async function () {
			turns.push(this.getInputData().map(({ json }) => json));
			return [turns.length < 2 ? guests(2).map((json) => ({ json })) : []];
		};
		const link = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
		await sms.engine.runWorkflow(
			{
				...workflow,
				nodes: [
					...workflow.nodes.map((one) => ({
						...one,
						...(one.name === nodeName && {
							onError: 'continueRegularOutput' as const,
							...retried,
						}),
					})),
					{ ...input!, id: 'turn', name: 'Turn', type: 'test.turn' },
				],
				connections: {
					[input!.name]: link(nodeName),
					[nodeName]: link('Turn'),
					Turn: link(nodeName),
				},
			},
			{
				start: { node: input!.name, items: guests(2) },
				credential: sms.credential,
				nodeTypes: { 'test.turn': turn },
			},
		);
		expect(turns).toMatchObject([
			[{ error: { outcome: 'unknown' } }, { valid: true }],
			[{ valid: true }, { valid: true }],
		]);
		expect(taken()).toEqual(phones(1, 2, 1, 2));
	});
});

/** Every guest of a push notification may have been reached, or none. */
describe('an answer to push notifications without any result', () => {
	const push = new NodeRunner(pushForm());

	it.each([[[]], [[[]]]])('(%j) is no success, and is not sent again', async (list) => {
		const respond = { status: 200, body: { deliveries: list } };
		push.service.faults.add({ action: { processThenRespond: respond } });
		const run = await push.run({}, retried);
		expect([run.status, run.tries]).toEqual(['error', 3]);
		expect(run.error).toMatchObject({
			message: `${brokenRequest.unreadableAnswer(unreadable.noResults).text} [item 0]`,
			description: `${requestAdvice.mayBeAccepted} ${lookFor('phone-1')}`,
			context: { outcome: 'unknown' },
		});
		expect(push.service.state.pushDeliveries).toHaveLength(1);
	});
});

/** n8n puts what an agent asks for into one item, with another id for every call. */
describe.each(['under a type of its own', 'as the execution says'])('a tool, %s', (way) => {
	const sms = new NodeRunner();
	const form = smsForm({
		...recipients({ phoneNumber: phoneOf(1) }, { phoneNumber: phoneOf(2) }),
		messageHolder: '={{ $json.text }}',
		options: { batchSize: 1, maxTries: 1 },
	});
	const texts = (): string[] => sms.service.state.smsDeliveries.map((one) => one.text);
	let calls = 0;

	/** Calls the tool in the execution of an earlier call. */
	const ask = async (
		text: string,
		earlier?: EngineRun,
		onError?: RunOptions['onError'],
		more: IDataObject = {},
	): Promise<EngineRun> => {
		const name = sms.engine.fullType('crmMessaging');
		const type = sms.engine.loaded.nodeTypes.get(name) as INodeType;
		function execute(this: IExecuteFunctions): ReturnType<NonNullable<INodeType['execute']>> {
			return type.execute!.call(Object.assign(this, { isToolExecution: () => true }));
		}
		const told = Object.assign(Object.create(type), { execute }) as INodeType;
		const isNamed = way === 'under a type of its own';
		const own = isNamed ? `${name}Tool` : `${name}Told`;
		return await sms.engine.run({
			node: { type: own, parameters: { ...form, ...more }, onError },
			nodeTypes: { [own]: isNamed ? type : told },
			items: [{ text, toolCallId: `call-${++calls}` }],
			credential: sms.credential,
			contextData: earlier?.contextData,
		});
	};

	it('sends the rest when it is asked for the same after a fault, whatever was asked in between', async () => {
		sms.service.faults.add({ after: 1, action: busy });
		const failed = await ask('One');
		expect(failed.status).toBe('error');
		const other = await ask('Two', failed);
		expect(other.status).toBe('success');
		const again = await ask('One', other);
		expect(again.status).toBe('success');
		expect(linksOf(again.output)).toEqual([[0], [0]]);
		expect(texts()).toEqual(['One', 'Two', 'Two', 'One']);
	});

	it('reaches nobody twice with a text whom another call has reached, and names them', async () => {
		const to = (...guests: number[]): IDataObject =>
			recipients(...guests.map((guest) => ({ phoneNumber: phoneOf(guest) })));
		const rejecting = { options: { batchSize: 1, maxTries: 1, failOnRejected: true } };
		const rejected = await ask('One', undefined, undefined, { ...to(1, 0), ...rejecting });
		expect(rejected.error?.message).toMatch(
			/rejected the delivery to \+34600000000\. .*Accepted, and not sent again when you repeat the call: \+34600000001\.$/,
		);
		const corrected = await ask('One', rejected, undefined, to(2, 1));
		expect(corrected.output.map(({ json }) => [json.phone_number, json.skipped])).toEqual([
			[phoneOf(1), 'acceptedBefore'],
			[phoneOf(2), undefined],
		]);
		const repeated = await ask('One', corrected, undefined, to(1, 2, 1));
		expect(repeated.status).toBe('success');
		const other = await ask('Two', repeated, undefined, to(1));
		expect(other.status).toBe('success');
		// The rejected one has arrived as well.
		expect(texts()).toEqual(['One', 'One', 'One', 'Two']);
		expect(sms.sent).toHaveLength(4);
	});

	it('submits a contact once that several calls name with the same fields', async () => {
		const contact = (more: IDataObject = {}): IDataObject => ({
			resource: 'contact',
			operation: 'upsert',
			origin: 'chat',
			contactsFrom: 'json',
			contactsJson: JSON.stringify({ email: 'ana@example.com', city: 'Sevilla', ...more }),
		});
		let run: EngineRun | undefined;
		for (const form of [contact(), contact({ tags: undefined }), contact({ city: 'Madrid' })]) {
			run = await ask('', run, undefined, form);
			expect(run.status).toBe('success');
		}
		const turned = JSON.stringify({ city: 'Madrid', email: 'ana@example.com' });
		run = await ask('', run, undefined, { ...contact(), contactsJson: turned });
		expect(run.output).toMatchObject([{ json: { skipped: 'acceptedBefore' } }]);
		expect(sms.sent).toHaveLength(2);
	});

	it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'keeps back what may have been taken, on error: %s',
		async (onError) => {
			sms.service.faults.add({ action: 'processThenReset' });
			const failed = await ask('One', undefined, onError);
			const again = await ask('One', failed, onError);
			const [item] = [...again.output, ...again.errorOutput];
			const told = item ? item.json.error : again.error?.message;
			expect(told).toMatch(/1 was accepted and 1 may have been sent/);
			expect(texts()).toEqual(['One', 'One']);
		},
	);
});
