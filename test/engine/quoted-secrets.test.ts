import { quotations, tells } from '../tells-secret';
import { OperationRunner } from './every-operation/operation-runner';
import { everyEndpoint, guests, type EndpointCase } from './every-operation/cases';
import { textsIn } from './everything-in';
import { LogRecorder } from './faults/fault-bench';
import type { FaultAction } from '../../playground/service/mock-service';
import type { EngineRun } from './harness';
import { contactForm } from './import-forms';
import { job, hmac, key, TriggerRunner } from './trigger-runner';
import { account, credentialFor } from './node-runner';

const secrets = [account.accountSecret, account.masterSecret];
const quoted = secrets.flatMap((secret) =>
	Object.values(quotations).map((quote) => quote(`Authorization: Token token=${secret}`)),
);

/** Texts already checked; most of them appear in every run. */
const harmless = new Set<string>();

/** Texts in which a secret can be read. */
function leaksIn(...values: unknown[]): string[] {
	const texts = textsIn(values).filter((text) => text.length >= 6);
	expect(texts.length).toBeGreaterThan(3);
	return texts.filter((text) => {
		if (harmless.has(text)) return false;
		const leaks = secrets.some((secret) => tells(text, secret, secret.length));
		if (!leaks) harmless.add(text);
		return leaks;
	});
}

/** An answer with quotes of the request in all of its objects and names. */
function quoting<T>(value: T, quotes: string[]): T {
	const quote = quotes.join(' ');
	if (Array.isArray(value)) return value.map((inner) => quoting<unknown>(inner, quotes)) as T;
	if (typeof value !== 'object' || value === null) return value;
	const inner = Object.entries(value).map(([key, one]) => [
		key,
		/^(name|description)$/.test(key) ? quote : quoting<unknown>(one, quotes),
	]);
	const own = { note: quotes, [quote]: { deep: [quote] } };
	return { ...(Object.fromEntries(inner) as T), ...own };
}

describe('a secret that the service quotes', () => {
	const node = new OperationRunner();
	const log = new LogRecorder();

	const run = async (one: EndpointCase, action: FaultAction): Promise<EngineRun> => {
		node.reset();
		node.service.faults.add({ times: Infinity, action });
		return await node.runCase(one, {}, { items: guests.slice(0, 1) });
	};
	const leaksOf = ({ data, output, errorOutput, thrown, error, hints, contextData }: EngineRun) =>
		leaksIn(data, output, errorOutput, thrown, error, hints, contextData, log.texts);

	it.each(everyEndpoint)('appears in no error and no output: $name', async (one) => {
		const body = { error: quoted.slice(0, 3).join(' ') };
		const refused = await run(one, { respond: { status: 400, body } });
		expect(refused.error?.message).toContain('***');
		expect(leaksOf(refused)).toEqual([]);
		const changeAnswer = (answer: object) => quoting(answer, quoted);
		const ran = await run(one, { changeAnswer });
		expect(ran.error).toBeUndefined();
		expect(leaksOf(ran)).toEqual([]);
		if (one.operation.choice.name !== 'upsert') {
			expect(JSON.stringify(ran.output)).toContain('***');
		}
	});

	it('appears in no list of the editor, and in none of its errors', async () => {
		const editor = node.engine.editor({
			node: { parameters: { resource: 'purchase', operation: 'upsert' } },
			credential: credentialFor(node.service.url),
		});
		for (const quote of quoted) {
			node.service.reset();
			const body = quoting({ campaigns: [{ id: 'c-1', name: 'Spring' }] }, [quote]);
			node.service.faults.add({ action: { respond: { status: 200, body } } });
			const { results } = await editor.listSearch('searchCampaigns');
			expect(results).toHaveLength(1);
			expect(results[0]!.name).toContain('***');
			expect(leaksIn(results, log.texts)).toEqual([]);
			const refusal = { error: quote };
			node.service.faults.add({ action: { respond: { status: 400, body: refusal } } });
			const failed = await editor
				.listSearch('searchCampaigns')
				.catch((error: unknown) => error);
			expect(leaksIn(failed, log.texts)).toEqual([]);
		}
	});

	it('can be the key of a callback URL, which is redacted in outputs and previews', async () => {
		const url = `https://n8n.example.com/webhook/4711/crm-messaging`;
		const callback = { processingResult: 'sendToTrigger', webhookUrl: url };
		const parameters = contactForm({ ...callback, options: { output: 'bulkJob' } });
		const items = [{ email: 'ana@example.com' }];
		const sent = await node.run(parameters, { items });
		const signed = `${url}?key=${hmac('trigger:4711')}`;
		expect(JSON.stringify(node.bodies)).toContain(signed);
		const previewed = await node.run(
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

	it.each(['signedUrl', 'signatureHeader', 'none'])(
		'appears in no output: %s',
		async (authentication) => {
			const trigger = await triggers.open({ authentication });
			for (const [at, quote] of quoted.entries()) {
				const token = `token-${at}`;
				const body = { ...job, token, account_id: quote, [quote]: [{ quote }] };
				const headers = { authorization: hmac(`${job.timestamp}${token}`) };
				const answer = await trigger.call({ query: { key }, headers, body });
				expect(answer.status).toBe(200);
				expect(answer.items).toHaveLength(1);
				expect(leaksIn(answer, trigger.warnings)).toEqual([]);
			}
		},
	);
});
