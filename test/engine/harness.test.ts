import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WorkflowHasIssuesError } from 'n8n-core';
import { Expression, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { capabilities, chosenEngine, startEngine } from './harness';
import type { Engine, EngineRun } from './harness';
import { asForm } from './trigger-runner';

/** The harness itself, proved on a small package of its own. */
describe('engine harness', () => {
	let engine: Engine;

	beforeAll(async () => {
		const packageDirectory = join(__dirname, 'harness', 'fixture-package');
		engine = await startEngine({ packageDirectory });
	});
	afterAll(() => engine.stop());

	const run = (parameters: IDataObject, more: object = {}): Promise<EngineRun> =>
		engine.run({ node: { type: 'fixture', parameters, ...more }, items: [{ n: 1 }, { n: 2 }] });
	const failing = { do: 'failOnOdd', value: '={{ $json.n }}' };
	const flaky = { do: 'failUntilThirdTry' };

	it.each(['={{ $json.n * 10 }}', "={{ $('Input').item.json.n * 10 }}"])(
		'evaluates %s for each item in the engine that n8n is set to, with its pairing back to the input',
		async (value) => {
			const { output, status } = await run({ value });
			expect(Expression.getActiveImplementation()).toBe(chosenEngine);
			expect(status).toBe('success');
			expect(output).toEqual([
				{ json: { value: 10 }, pairedItem: { item: 0 } },
				{ json: { value: 20 }, pairedItem: { item: 1 } },
			]);
		},
	);

	it('fails with the very error the node threw', async () => {
		const { status, error, tries } = await run(failing);
		expect([status, tries]).toEqual(['error', 1]);
		expect(error).toBeInstanceOf(NodeOperationError);
		const context = { itemIndex: 1 };
		expect(error).toMatchObject({ message: 'no 2', description: 'odd', context });
	});

	it('gives failed items on the error output, with what they came from', async () => {
		const { output, errorOutput, status } = await run(failing, {
			onError: 'continueErrorOutput',
		});
		expect(status).toBe('success');
		expect(output.map(({ json }) => json)).toEqual([{ value: 1 }]);
		expect(errorOutput).toMatchObject([{ pairedItem: { item: 1 } }]);
		expect(errorOutput[0]!.error).toBeInstanceOf(NodeOperationError);
	});

	it('really runs a node again on Retry On Fail, with the same context', async () => {
		const retrying = { retryOnFail: true, maxTries: 4, waitBetweenTries: 1 };
		const { output, tries, thrown, error } = await run(flaky, retrying);
		expect(output[0]!.json).toEqual({ tries: 3 });
		expect(tries).toBe(3);
		expect(error).toBeUndefined();
		expect(thrown).toMatchObject([{ httpCode: '503' }, { httpCode: '503' }]);
		expect(thrown[0]).toBeInstanceOf(NodeApiError);
	});

	it('keeps the context when a failed execution is retried, or when another starts from it', async () => {
		const first = await run(flaky);
		const retry = (retryOf: EngineRun): Promise<EngineRun> =>
			engine.runWorkflow(first.workflow, { retryOf, observe: first.nodeName });
		const second = await retry(first);
		const third = await retry(second);
		const runs = [first, second, third];
		expect(runs.map(({ status }) => status)).toEqual(['error', 'error', 'success']);
		expect(third.output[0]!.json).toEqual({ tries: 3 });
		expect(third.mode).toBe('retry');
		const node = { type: 'fixture', parameters: flaky };
		const other = await engine.run({ node, contextData: second.contextData });
		expect(other.output[0]!.json).toEqual({ tries: 3 });
	});

	it('fails before any node runs when a required parameter is empty', async () => {
		const { status, error, tries } = await run({ do: 'require' });
		expect({ status, tries }).toEqual({ status: 'error', tries: 0 });
		expect(error).toBeInstanceOf(WorkflowHasIssuesError);
	});

	it('collects execution hints', async () => {
		const { hints } = await run({ do: 'hint', value: '={{ $json.n }}' });
		expect(hints.map(({ message }) => message)).toEqual(['hint for 1', 'hint for 2']);
	});

	describe('with a service', () => {
		let service: Server;
		const seen: Array<string | undefined> = [];

		beforeAll(async () => {
			service = createServer(({ headers }, response) => {
				seen.push(headers.authorization);
				response.statusCode = headers.authorization === 'Token right' ? 200 : 401;
				response.setHeader('content-type', 'application/json').end('{"taken":true}');
			});
			await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
		});
		afterAll(() => service.close());

		it("applies the credential's own function, and sends a refused request a second time, as production does", async () => {
			const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
			const node = { type: 'fixture', parameters: { do: 'call' } };
			const taken = await engine.run({ node, credential: { baseUrl, secret: 'right' } });
			expect(taken.output[0]!.json).toEqual({ taken: true });
			expect(seen.splice(0)).toEqual(['Token right']);
			const { error } = await engine.run({ node, credential: { baseUrl, secret: 'wrong' } });
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error).toMatchObject({ httpCode: '401' });
			expect(seen).toEqual(['Token wrong', 'Token wrong']);
		});
	});

	it('serves what the editor asks for', async () => {
		const node = { type: 'fixture', parameters: { value: 'v' } };
		const editor = engine.editor({ node, credential: { secret: 's' } });
		expect(await editor.loadOptions('secrets')).toEqual([{ name: 's', value: 'v' }]);
		const results = [{ name: 'f', value: 't' }];
		expect(await editor.listSearch('things', 'f', 't')).toEqual({ results });
		expect(await editor.resourceMapping('fields')).toEqual({ fields: [] });
		await expect(editor.loadOptions('none')).rejects.toThrow('methods.loadOptions.none');
	});

	it('takes real calls for a trigger, keeps its static data and its answers', async () => {
		const trigger = await engine.trigger({ node: { type: 'fixtureTrigger', parameters: {} } });
		await trigger.activate();
		const refused = await trigger.call({ body: { a: 1 } });
		const body = '{"error":"wrong key"}';
		expect(refused).toMatchObject({ status: 401, body, items: undefined });
		const query = { key: 'right' };
		const taken = await trigger.call({ headers: asForm, body: 'a[b]=1', query });
		const json = { body: { 'a[b]': '1' }, calls: 2, url: trigger.url };
		expect(taken).toMatchObject({ status: 200, items: [{ json }] });
		expect(trigger.started).toHaveLength(1);
		await trigger.deactivate();
	});

	describe('an execution that waits', () => {
		const parked = async (): Promise<{ waiting: EngineRun; url: URL }> => {
			const waiting = await run({ do: 'wait' });
			expect(waiting.status).toBe('waiting');
			const url = new URL(waiting.output[0]!.json.url as string);
			url.pathname += `/${waiting.workflow.nodes[1]!.id}`;
			return { waiting, url };
		};
		const post = async (url: URL | string, body: object): Promise<number> => {
			const headers = { 'content-type': 'application/json' };
			return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
				.status;
		};

		it('goes on with what the call gave, once, and stays parked until then', async () => {
			const { waiting, url } = await parked();
			expect(await post(url, { ok: false })).toBe(200);
			const end = engine.resumed(waiting);
			expect(await post(url, { ok: true })).toBe(200);
			const { output, status } = await end;
			expect(status).toBe('success');
			expect(output[0]!.json).toEqual({ body: { ok: true }, kept: 1 });
			expect(await post(url, { ok: true })).toBe(409);
		});

		it('refuses a wrong signature and an unknown execution, and goes on with its input when the time has passed', async () => {
			const { waiting, url } = await parked();
			const forged = new URL(url);
			forged.searchParams.set('signature', 'x');
			const isSigned = capabilities.signedResumeUrl.isThere;
			expect(await post(forged, { ok: false })).toBe(isSigned ? 401 : 200);
			expect(await post(`${url.origin}/webhook-waiting/999`, {})).toBe(404);
			const { output } = await engine.timePasses(waiting);
			expect(output.map(({ json }) => json)).toEqual([{ n: 1 }, { n: 2 }]);
		});
	});

	it('runs whole workflows: stand-ins, pinned nodes and node types of the test', async () => {
		const node = (name: string, type: string, parameters = {}): IDataObject => ({
			id: name,
			name,
			type,
			typeVersion: 1,
			position: [0, 0],
			parameters,
		});
		const to = (name: string): object => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
		const value = "={{ $json.b + $('Webhook').item.json.a }}";
		const workflow = {
			nodes: [
				node('Webhook', 'n8n-nodes-base.webhook'),
				node('Ask', 'n8n-nodes-base.notInstalled'),
				node('Fixture', 'n8n-nodes-fixture.fixture', { value }),
			],
			connections: { Webhook: to('Ask'), Ask: to('Fixture') },
		} as unknown as Parameters<Engine['runWorkflow']>[0];
		const { output } = await engine.runWorkflow(workflow, {
			start: { node: 'Webhook', items: [{ a: 1 }] },
			pinData: { Ask: [{ json: { b: 2 }, pairedItem: { item: 0 } }] },
		});
		expect(output[0]!.json).toEqual({ value: 3 });
		await expect(engine.runWorkflow(workflow)).rejects.toThrow('notInstalled');
	});
});
