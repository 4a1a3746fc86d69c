import { NodeApiError, type IExecuteFunctions } from 'n8n-workflow';
import { Execution } from '../../nodes/CrmMessaging/n8n/execution';
import { closedAddress, Prober } from './contracts/probe';
import { capabilities, skipPauses, type CapabilityName } from './harness';
import { KillBench } from './killed-executions';
import { smsForm } from './message-forms';
import { NodeRunner } from './node-runner';

/** The titles become the table of docs/contributing/versions.md. */
describe('the capabilities of this n8n version', () => {
	const node = new NodeRunner();
	const prober = new Prober();
	skipPauses();

	/** Asks n8n about a node while it runs. */
	const asked = async <T>(ask: (context: IExecuteFunctions) => T, type?: string): Promise<T> => {
		const answers: T[] = [];
		const execute = async (context: IExecuteFunctions) => {
			answers.push(ask(context));
			return context.getInputData();
		};
		await prober.run(execute, type ? { type } : {});
		return answers[0]!;
	};
	const resumeUrl = async (): Promise<string> => {
		const code = '{{ $execution.resumeUrl }}';
		return await asked((context) => context.evaluateExpression(code, 0) as string);
	};
	/** Nothing was accepted, so the request is retried. */
	const isRetried = async (): Promise<void> => {
		const credential = { ...node.credential, baseUrl: closedAddress };
		const { error } = await node.run(smsForm(), { credential });
		expect(error?.message).toMatch(/can’t be reached \(ECONNREFUSED\)/);
		expect(error?.description).toMatch(/ It was tried 4 times\. This run sent nothing\.$/);
	};
	/** Whether a retry is refused if n8n stored the execution midway, and then was killed. */
	const isRetryRefused = async (): Promise<boolean> => {
		const bench = new KillBench(node);
		const { run, stored } = await bench.run(smsForm());
		const { status } = await bench.retry(run, stored[2]);
		expect(node.sent).toHaveLength(status === 'error' ? 1 : 2);
		return status === 'error';
	};

	/** Each tries what n8n can do, and what happens if it can't. */
	const tries: Record<CapabilityName, (isThere: boolean) => Promise<void>> = {
		signedResumeUrl: async (isThere) => {
			expect(await resumeUrl()).toMatch(isThere ? /\?signature=./ : /^[^?]+$/);
		},
		toolExecution: async (isThere) => {
			const has = (context: object) => 'isToolExecution' in context;
			expect(await asked(has)).toBe(isThere);
			const isTool = (context: IExecuteFunctions) => new Execution(context).isTool;
			expect(await asked(isTool, 'contract.probeTool')).toBe(true);
			expect(await asked(isTool)).toBe(false);
		},
		retriedExecution: async (isThere) => expect(await isRetryRefused()).toBe(isThere),
		cause: async (isThere) => {
			const cause = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
			const { httpCode } = await asked(
				(context) => new NodeApiError(context.getNode(), cause as never),
			);
			if (!isThere) expect(httpCode).toBe('ECONNREFUSED');
			await isRetried();
		},
	};

	for (const [key, { name, isThere, without }] of Object.entries(capabilities)) {
		it(`${name}: ${isThere ? 'yes' : `no; ${without}`}`, async () => {
			await tries[key as CapabilityName](isThere);
		});
	}
});
