import { everyEndpoint, guests } from './every-operation/cases';
import { textsIn } from './everything-in';
import { echo, FaultBench, leaksIn, redacted } from './faults/fault-bench';
import { contactForm } from './import-forms';
import { hmac, job, key, TriggerRunner } from './trigger-runner';

/** An answer with a quote of both secrets in all of its objects and names. */
function quoting(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(quoting);
	if (typeof value !== 'object' || value === null) return value;
	const inner = Object.entries(value).map(([name, one]) => [
		name,
		/^(name|description)$/.test(name) ? echo : quoting(one),
	]);
	return { ...Object.fromEntries(inner), note: [echo], [echo]: { deep: [echo] } };
}

/** Errors are in faults/, the forms of a quotation in test/unit/rules/secrets-are-redacted.test.ts. */
describe('a secret that the service quotes', () => {
	const bench = new FaultBench();

	it.each(everyEndpoint)('appears in no output: $name', async (one) => {
		const options = { items: guests.slice(0, 1) };
		const ran = await bench.runWith({ changeAnswer: quoting }, one, options);
		expect(ran.error).toBeUndefined();
		if (one.operation.choice.name !== 'upsert')
			expect(JSON.stringify(ran.output)).toContain(redacted);
	});

	it('appears in no list of the editor, and in none of its errors', async () => {
		const { engine, service, credential } = bench;
		const editor = engine.editor(credential);
		const body = quoting({ campaigns: [{ id: 'c-1', name: 'Spring' }] });
		service.faults.add({ action: { respond: { status: 200, body } } });
		const { results } = await editor.listSearch('searchCampaigns');
		expect(results).toMatchObject([{ name: redacted }]);
		expect(leaksIn(results)).toEqual([]);
		service.faults.add({ action: { respond: { status: 400, body: { error: echo } } } });
		const failed: unknown = await editor
			.listSearch('searchCampaigns')
			.catch((error: unknown) => error);
		expect((failed as Error).message).toContain(redacted);
		expect(leaksIn(failed)).toEqual([]);
	});

	it('can be the key of a callback URL, which is redacted in outputs and previews', async () => {
		const url = `https://n8n.example.com/webhook/4711/crm-messaging`;
		const callback = { processingResult: 'sendToTrigger', webhookUrl: url };
		const parameters = contactForm({ ...callback, options: { output: 'bulkJob' } });
		const items = [{ email: 'ana@example.com' }];
		const sent = await bench.run(parameters, { items });
		const signed = `${url}?key=${hmac('trigger:4711')}`;
		expect(JSON.stringify(bench.bodies)).toContain(signed);
		const previewed = await bench.run(
			{ ...parameters, options: { preview: 'requests' } },
			{ items },
		);
		for (const { output, data } of [sent, previewed]) {
			expect(JSON.stringify(output)).toContain(`${url}?key=***`);
			expect(textsIn(data).join()).not.toContain(hmac('trigger:4711'));
		}
	});
});

describe('a secret in a callback', () => {
	const triggers = new TriggerRunner();

	it.each(['signedUrl', 'signatureHeader', 'none'])('appears in no output: %s', async (check) => {
		const trigger = await triggers.open({ authentication: check });
		const body = { ...job, account_id: echo, [echo]: [{ quote: echo }] };
		const headers = { authorization: hmac(`${job.timestamp}${job.token}`) };
		const answer = await trigger.call({ query: { key }, headers, body });
		expect(answer).toMatchObject({ status: 200, items: [{ json: { account_id: redacted } }] });
		expect(leaksIn(answer, trigger.warnings)).toEqual([]);
	});
});
