import type { IExecuteFunctions, IWebhookFunctions, INodeType } from 'n8n-workflow';
import { Execution } from '../../../nodes/CrmMessaging/n8n/execution';
import {
	answerAfterStart,
	resumeWebhooks,
	runAgain,
	waitingMemoryOf,
	webhookRequestOf,
} from '../../../nodes/CrmMessaging/n8n/webhooks';
import type { EngineRun } from '../harness';
import { PROBE, Prober } from './probe';

/** test/server/wait-for-result.test.ts shows that a real server does the same. */
describe('a node that parks its execution', () => {
	const prober = new Prober();
	let url = '';
	let webhook: (context: IWebhookFunctions) => void;

	const execute = async (context: IExecuteFunctions) => {
		const execution = new Execution(context);
		const { resumed } = execution;
		if (resumed) return [{ json: { ...resumed } }];
		execution.memory.said = 'kept';
		url = execution.resumeUrl().toString();
		await execution.park('a wait', new Date(Date.now() + 60_000), [{ json: { late: true } }]);
		return [];
	};
	const parked = async (): Promise<EngineRun> => {
		const [type] = Object.values(prober.typeOf(execute));
		const waits: INodeType = {
			...type!,
			description: { ...type!.description, webhooks: resumeWebhooks },
			async webhook() {
				webhook(this);
				return { workflowData: [[{ json: { ...waitingMemoryOf(this) } }]] };
			},
		};
		const run = await prober.run(execute, {}, { nodeTypes: { [PROBE]: waits } });
		expect(run.status).toBe('waiting');
		return run;
	};
	const called = async (): Promise<EngineRun> => {
		const waiting = await parked();
		const resumed = prober.engine.waiting.resumed(waiting);
		expect((await fetch(url, { method: 'POST' })).status).toBe(200);
		return await resumed;
	};

	it('has the replaced input as its output when the time is over', async () => {
		const run = await prober.engine.waiting.timePasses(await parked());
		expect(run.output).toMatchObject([{ json: { late: true } }]);
		const [input] = run.data.data.resultData.runData.Input!;
		expect(input!.data!.main).toMatchObject([[{ json: {} }]]);
	});

	it('has the webhook’s items as its output, which reads the node’s context', async () => {
		webhook = () => undefined;
		expect((await called()).output).toMatchObject([{ json: { said: 'kept' } }]);
	});

	it('runs again with the webhook’s items, if the webhook lets it', async () => {
		webhook = runAgain;
		const items = [{ json: { said: 'kept' } }];
		expect((await called()).output).toMatchObject([{ json: { name: 'a wait', items } }]);
	});
});

/** test/server/trigger.test.ts shows that a real server keeps the raw body and reads any content type. */
it.each([
	['text/plain', 1],
	['Multipart/form-data; boundary=x', 0],
])('a body is read if n8n didn’t read it, unless it is multipart: %s', async (type, times) => {
	const readRawBody = jest.fn();
	const request = { headers: { 'content-type': type }, readRawBody };
	await webhookRequestOf({ getRequestObject: () => request } as never);
	expect(readRawBody).toHaveBeenCalledTimes(times);
});

/** n8n's server asks in the order this needs: test/server/trigger.test.ts restarts a real one. */
it('the answer after a start has no effect before n8n reads it', () => {
	const started = jest.fn();
	const workflowData = [[{ json: {} }]];
	const answer = answerAfterStart({ workflowData }, 'started', started);
	expect(answer.workflowData).toBe(workflowData);
	expect(started).not.toHaveBeenCalled();
	expect(answer.webhookResponse).toEqual({ message: 'started' });
	expect(started).toHaveBeenCalledTimes(1);
});
