import { cannotWait } from '../../nodes/CrmMessaging/catalogue/runs';
import { NodeApiError, type IExecuteFunctions } from 'n8n-workflow';
import { isToolExecution } from '../../nodes/CrmMessaging/n8n/execution';
import { closedAddress, Prober } from './contracts/probe';
import { waitingForms } from './every-operation/form-cases';
import { capabilities, type CapabilityName } from './harness';
import { KillBench } from './killed-executions';
import { smsForm } from './message-forms';
import { NodeRunner } from './node-runner';

/** The titles become the table of docs/contributing/versions.md. */
describe('what this n8n can do', () => {
	const node = new NodeRunner();
	const prober = new Prober();

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
	const runOf = async ({ form, goodItem, node: own }: (typeof waitingForms)[number]) =>
		await node.run(form, { items: [goodItem], ...own });
	const resumeUrl = async (): Promise<URL> => {
		const code = '{{ $execution.resumeUrl }}';
		return new URL(await asked((context) => context.evaluateExpression(code, 0) as string));
	};
	const isKnownByItsType = async (): Promise<void> => {
		expect(await asked(isToolExecution, 'contract.probeTool')).toBe(true);
		expect(await asked(isToolExecution)).toBe(false);
	};
	/** No one accepted anything, so it's tried again. */
	const isNotInDoubt = async (): Promise<void> => {
		const credential = { ...node.credential, baseUrl: closedAddress };
		const { error } = await node.run(smsForm({ options: { maxTries: 2 } }), { credential });
		expect(error?.message).toMatch(/refused/);
		expect(error?.description).toMatch(/^Nothing was sent\. .* It was tried 2 times\.$/);
	};
	/** Whether a retry is refused where n8n had stored the execution midway, and was killed then. */
	const isRetryRefused = async (): Promise<boolean> => {
		const bench = new KillBench(node);
		const { run, stored } = await bench.run(smsForm());
		const { status } = await bench.retry(run, stored[2]);
		expect(node.sent).toHaveLength(status === 'error' ? 1 : 2);
		return status === 'error';
	};

	const tries: Record<CapabilityName, { there: () => Promise<void>; not: () => Promise<void> }> =
		{
			waitForResult: {
				there: async () => {
					const runs = await Promise.all(waitingForms.map(runOf));
					expect(runs.map(({ status }) => status)).toEqual(
						waitingForms.map(() => 'waiting'),
					);
				},
				not: async () => {
					for (const one of waitingForms) {
						const { error } = await runOf(one);
						expect(error).toMatchObject({ code: 'waitNeedsNewerN8n' });
						expect(error?.description).toContain(cannotWait.waitNeedsNewerN8n().advice);
					}
					expect(node.sent).toEqual([]);
				},
			},
			signedResumeUrl: {
				there: async () => {
					expect((await resumeUrl()).searchParams.get('signature')).toMatch(/./);
				},
				not: async () => {
					expect((await resumeUrl()).search).toBe('');
				},
			},
			toolExecution: {
				there: async () => {
					const told = await asked((context) =>
						(context as unknown as { isToolExecution(): boolean }).isToolExecution(),
					);
					expect(told).toBe(false);
					await isKnownByItsType();
				},
				not: isKnownByItsType,
			},
			retriedExecution: {
				there: async () => expect(await isRetryRefused()).toBe(true),
				not: async () => expect(await isRetryRefused()).toBe(false),
			},
			cause: {
				there: isNotInDoubt,
				not: async () => {
					const cause = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
					const { httpCode } = await asked(
						(context) => new NodeApiError(context.getNode(), cause as never),
					);
					expect(httpCode).toBe('ECONNREFUSED');
					await isNotInDoubt();
				},
			},
		};

	for (const [key, { name, isThere, without }] of Object.entries(capabilities)) {
		const { there, not } = tries[key as CapabilityName];
		it(`${name}: ${isThere ? 'yes' : `no; ${without}`}`, isThere ? there : not);
	}
});
