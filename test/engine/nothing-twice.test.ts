import type { IDataObject } from 'n8n-workflow';
import { linksOf, NodeRunner } from './node-runner';

/** The phone numbers that arrived and were taken, in order. */
const taken = (sms: NodeRunner): string[] =>
	sms.service.state.smsDeliveries.map(({ phone_number }) => phone_number);

const phone = (index: number): string => `+3460010${String(index).padStart(4, '0')}`;
const guests = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ phone: phone(index + 1) }));
const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe('nothing is sent twice', () => {
	const sms = new NodeRunner({
		resource: 'sms',
		operation: 'send',
		sender: 'Aurora',
		messageHolder: 'Hello',
		deliveries: { delivery: [{ phoneNumber: '={{ $json.phone }}' }] },
		options: { batchSize: 2, tries: 1 },
	});

	it('answers accepted requests from memory when n8n runs the node again', async () => {
		sms.service.faults.add({ after: 1, action: { respond: { status: 503 } } });
		const run = await sms.run({}, { items: guests(6), ...retried });
		expect(run.status).toBe('success');
		expect(run.tries).toBe(2);
		expect(taken(sms)).toEqual(guests(6).map((guest) => guest.phone));
		expect(run.output.map(({ json }) => json.phone_number)).toEqual(taken(sms));
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3], [4], [5]]);
		expect(new Set(run.output.map(({ json }) => json.delivery_id)).size).toBe(6);
	});

	it('does so for two items that are alike', async () => {
		const items = [{ phone: phone(1) }, { phone: phone(1) }, { phone: phone(1) }];
		sms.service.faults.add({ after: 2, action: { respond: { status: 429 } } });
		const run = await sms.run({ options: { batchSize: 1, tries: 1 } }, { items, ...retried });
		expect(run.status).toBe('success');
		expect(taken(sms)).toEqual([phone(1), phone(1), phone(1)]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it('does so where expressions give another content at every try', async () => {
		sms.service.faults.add({ after: 1, action: { respond: { status: 503 } } });
		const changing = {
			messageHolder: '={{ "At " + $now.toMillis() + " " + Math.random() }}',
			options: { tries: 1 },
		};
		const run = await sms.run(changing, { items: guests(3), ...retried });
		expect(run.status).toBe('success');
		expect(run.tries).toBe(2);
		expect(taken(sms)).toEqual([phone(1), phone(2), phone(3)]);
	});

	it.each(['processThenReset', 'reset'] as const)(
		'does not send again what may have been taken (%s)',
		async (action) => {
			sms.service.faults.add({ after: 1, action });
			const run = await sms.run({}, { items: guests(6), ...retried });
			expect(run.status).toBe('error');
			expect(run.tries).toBe(3);
			expect(run.error).toMatchObject({ context: { itemIndex: 2 } });
			expect(run.error?.message).toMatch(/broke before an answer came.* \[item 2\]$/);
			expect(run.error?.description).toContain('may have been taken all the same');
			expect(run.error?.description).toContain('Everything else was sent.');
			const inDoubt = action === 'reset' ? [] : [phone(3), phone(4)];
			expect(taken(sms)).toEqual([phone(1), phone(2), ...inDoubt, phone(5), phone(6)]);
		},
	);

	it('does not send again a request that ended with HTTP 500', async () => {
		sms.service.faults.add({
			after: 1,
			action: { processThenRespond: { status: 500, body: { error: 'boom' } } },
		});
		const run = await sms.run({}, { items: guests(6), ...retried });
		expect(run.status).toBe('error');
		expect(taken(sms)).toHaveLength(6);
		expect(new Set(taken(sms)).size).toBe(6);
	});

	it('remembers it when a failed execution is retried from the list of executions', async () => {
		sms.service.faults.add({ after: 1, action: { respond: { status: 503 } } });
		const failed = await sms.run({}, { items: guests(6) });
		expect(failed.status).toBe('error');
		expect(taken(sms)).toEqual([phone(1), phone(2)]);
		const again = await sms.engine.runWorkflow(failed.workflow, {
			retryOf: failed,
			credential: sms.credential,
			observe: failed.nodeName,
		});
		expect(again.status).toBe('success');
		expect(taken(sms)).toEqual(guests(6).map((guest) => guest.phone));
		expect(again.output).toHaveLength(6);
	});

	it('sends the same content again in another run, as a loop means it', async () => {
		const once = await sms.run({}, { items: guests(2) });
		await sms.run({}, { items: guests(2), contextData: once.contextData });
		expect(taken(sms)).toEqual([phone(1), phone(2), phone(1), phone(2)]);
	});

	it('keeps no memory of a run that came to its end', async () => {
		const run = await sms.run({}, { items: guests(6), ...retried });
		expect(JSON.stringify(run.contextData)).not.toContain(phone(1));
	});

	it('never doubles anything, whatever breaks and wherever', async () => {
		const actions = [
			'reset',
			'processThenReset',
			'truncate',
			{ respond: { status: 429 } },
			{ respond: { status: 503 } },
			{ respond: { status: 500 } },
			{ processThenRespond: { status: 502, body: '<html></html>' } },
			{ processThenRespond: { status: 200, body: 'not JSON' } },
		] as const;
		for (let round = 0; round < 64; round++) {
			sms.service.reset();
			sms.service.faults.add({
				after: round % 5,
				times: 1 + (round % 2),
				action: actions[round % actions.length]!,
			});
			const run = await sms.run({}, { items: guests(9), ...retried });
			expect(new Set(taken(sms)).size).toBe(taken(sms).length);
			const reported = run.output.map(({ json }) => json.phone_number);
			if (run.status === 'success') expect(reported).toEqual(taken(sms));
		}
	});
});
