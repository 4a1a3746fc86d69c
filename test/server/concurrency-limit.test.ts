import { activated, ImportJobs, postGuests } from './harness/import-jobs';
import { setUp, startPlayground, until } from './harness/playground';
import { inRow, nodeAt, split, start, submit, text } from './harness/workflows';

jest.setTimeout(300_000);

const impatient = {
	processingDelayMs: 3_600_000,
	callbackTimeoutMs: 500,
	callbackRetryDelaysMs: Array<number>(1000).fill(300),
};

const n8n = setUp(() => startPlayground(impatient, { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' }));
const jobs = new ImportJobs(n8n);

/** n8n queues an execution with the data that it had when the callback came. */
test('an execution that waits in a loop is resumed once by callbacks that n8n queues', async () => {
	const loop = nodeAt(6, 'Loop', 'splitInBatches', 3, { batchSize: 1, options: {} });
	const imports = inRow('Imports', start('imports'), split, loop, submit, {
		...text('Imported'),
		id: 'text',
	});
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	imports.connections.Loop = { main: [[], to('Import')] };
	imports.connections.Text = { main: [to('Loop')] };
	const workflow = await activated(n8n(), imports);
	await activated(n8n(), inRow('Busy', start('busy'), split, text('Busy')));
	const { service } = n8n();
	const reached = () => service.state.smsDeliveries.map(({ phone_number }) => phone_number);

	await postGuests(n8n(), 'imports', ['+34666666001', '+34666666002']);
	await jobs.waiting(0);
	let answer = (): void => undefined;
	const answerAfter = new Promise<void>((resolve) => (answer = resolve));
	service.faults.add({ path: /sms/, action: { answerAfter } });
	await postGuests(n8n(), 'busy', ['+34666666000']);
	await until('a busy n8n', () => reached().length > 0);
	jobs.end(0);
	await until('callers that leave', () => jobs.statuses(0).length > 3);
	answer();
	await jobs.submitted(2);
	jobs.end(1);
	await jobs.allEnded(workflow, 60_000);
	expect(jobs.all).toHaveLength(2);
	expect(reached()).toEqual(['+34666666000', '+34666666001', '+34666666002']);
});
