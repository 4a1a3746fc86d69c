import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { WorkflowHasIssuesError } from 'n8n-core';
import { Expression, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { startEngine } from './harness';
import type { Engine, EngineRun } from './harness';

/** The harness itself, proved on a small package of its own. */
describe('engine harness', () => {
	let engine: Engine;

	beforeAll(async () => {
		engine = await startEngine({
			packageDirectory: join(__dirname, 'harness', 'fixture-package'),
		});
	});
	afterAll(() => engine.stop());

	const run = (parameters: IDataObject, more: object = {}): Promise<EngineRun> =>
		engine.run({ node: { type: 'fixture', parameters, ...more }, items: [{ n: 1 }, { n: 2 }] });

	it('evaluates expressions for each item, with its pairing back to the input', async () => {
		const { output, status } = await run({ value: '={{ $json.n * 10 }}' });
		expect(status).toBe('success');
		expect(output).toEqual([
			{ json: { value: 10 }, pairedItem: { item: 0 } },
			{ json: { value: 20 }, pairedItem: { item: 1 } },
		]);
	});

	it('evaluates them in the vm engine, by way of the pairing where they name another node', async () => {
		const { output } = await run({ value: "={{ $('Input').item.json.n }}" });
		expect(Expression.getActiveImplementation()).toBe('vm');
		expect(output.map(({ json }) => json.value)).toEqual([1, 2]);
	});

	it('fails with the very error the node threw', async () => {
		const { status, error, tries } = await run({ do: 'failOnOdd', value: '={{ $json.n }}' });
		expect(status).toBe('error');
		expect(tries).toBe(1);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'no 2',
			description: 'odd',
			context: { itemIndex: 1 },
		});
	});

	it('gives failed items on the error output, with what they came from', async () => {
		const { output, errorOutput, status } = await run(
			{ do: 'failOnOdd', value: '={{ $json.n }}' },
			{ onError: 'continueErrorOutput' },
		);
		expect(status).toBe('success');
		expect(output.map(({ json }) => json)).toEqual([{ value: 1 }]);
		expect(errorOutput).toHaveLength(1);
		expect(errorOutput[0]).toMatchObject({ pairedItem: { item: 1 } });
		expect(errorOutput[0]!.error).toBeInstanceOf(NodeOperationError);
	});

	it('really runs a node again on Retry On Fail, with the same context', async () => {
		const { output, tries, thrown, error } = await run(
			{ do: 'failUntilThirdTry' },
			{ retryOnFail: true, maxTries: 4, waitBetweenTries: 1 },
		);
		expect(output[0]!.json).toEqual({ tries: 3 });
		expect(tries).toBe(3);
		expect(error).toBeUndefined();
		expect(thrown).toHaveLength(2);
		expect(thrown[0]).toBeInstanceOf(NodeApiError);
		expect(thrown[0]).toMatchObject({ httpCode: '503' });
	});

	it('keeps the context when a failed execution is retried', async () => {
		const first = await run({ do: 'failUntilThirdTry' });
		const failed = first.workflow;
		const second = await engine.runWorkflow(failed, {
			retryOf: first,
			observe: first.nodeName,
		});
		const third = await engine.runWorkflow(failed, {
			retryOf: second,
			observe: first.nodeName,
		});
		expect([first, second, third].map(({ status }) => status)).toEqual([
			'error',
			'error',
			'success',
		]);
		expect(third.output[0]!.json).toEqual({ tries: 3 });
		expect(third.mode).toBe('retry');
	});

	it('starts from what an earlier execution left in the context', async () => {
		const { contextData } = await run({ do: 'failUntilThirdTry' });
		const node = { type: 'fixture', parameters: { do: 'failUntilThirdTry' } };
		const { error } = await engine.run({ node, contextData });
		expect(error).toBeDefined();
		const { output } = await engine.run({
			node: { ...node, retryOnFail: true, waitBetweenTries: 1 },
			contextData,
		});
		expect(output[0]!.json).toEqual({ tries: 3 });
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
		let baseUrl: string;
		const seen: Array<string | undefined> = [];

		beforeAll(async () => {
			service = createServer((request, response) => {
				seen.push(request.headers.authorization);
				response.statusCode = request.headers.authorization === 'Token right' ? 200 : 401;
				response.setHeader('content-type', 'application/json').end('{"taken":true}');
			});
			await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
			const address = service.address();
			baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
		});
		beforeEach(() => seen.splice(0));
		afterAll(() => service.close());

		const call = (secret: string): Promise<EngineRun> =>
			engine.run({
				node: { type: 'fixture', parameters: { do: 'call' } },
				credential: { baseUrl, secret },
			});

		it("applies the credential's own function and its defaults", async () => {
			const { output } = await call('right');
			expect(output[0]!.json).toEqual({ taken: true });
			expect(seen).toEqual(['Token right']);
		});

		it('sends a refused request a second time, as production does', async () => {
			const { error } = await call('wrong');
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error).toMatchObject({ httpCode: '401' });
			expect(seen).toEqual(['Token wrong', 'Token wrong']);
		});
	});

	it('serves what the editor asks for', async () => {
		const editor = engine.editor({
			node: { type: 'fixture', parameters: { value: 'v' } },
			credential: { secret: 's' },
		});
		expect(await editor.loadOptions('secrets')).toEqual([{ name: 's', value: 'v' }]);
		expect(await editor.listSearch('things', 'f', 't')).toEqual({
			results: [{ name: 'f', value: 't' }],
		});
		expect(await editor.resourceMapping('fields')).toEqual({ fields: [] });
		await expect(editor.loadOptions('none')).rejects.toThrow('methods.loadOptions.none');
	});

	it('takes real calls for a trigger, keeps its static data and its answers', async () => {
		const trigger = await engine.trigger({ node: { type: 'fixtureTrigger', parameters: {} } });
		await trigger.activate();
		const refused = await trigger.call({ body: { a: 1 } });
		expect(refused).toMatchObject({
			status: 401,
			body: '{"error":"wrong key"}',
			items: undefined,
		});
		const form = { 'content-type': 'application/x-www-form-urlencoded' };
		const taken = await trigger.call({
			headers: form,
			body: 'a[b]=1',
			query: { key: 'right' },
		});
		expect(taken.status).toBe(200);
		expect(taken.items).toEqual([
			{ json: { body: { 'a[b]': '1' }, calls: 2, url: trigger.url } },
		]);
		expect(trigger.started).toHaveLength(1);
		await trigger.deactivate();
	});

	describe('an execution that waits', () => {
		const parked = async (): Promise<{ waiting: EngineRun; url: URL }> => {
			const node = { type: 'fixture', parameters: { do: 'wait' } };
			const waiting = await engine.run({ node });
			expect(waiting.status).toBe('waiting');
			const url = new URL(waiting.output[0]!.json.url as string);
			url.pathname += `/${waiting.workflow.nodes[1]!.id}`;
			return { waiting, url };
		};
		const post = (url: URL | string, body: object): Promise<Response> =>
			fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});

		it('goes on with what the call gave, once, and stays parked until then', async () => {
			const { waiting, url } = await parked();
			expect((await post(url, { ok: false })).status).toBe(200);
			const end = engine.resumed(waiting);
			expect((await post(url, { ok: true })).status).toBe(200);
			const { output, status } = await end;
			expect(status).toBe('success');
			expect(output[0]!.json).toEqual({ body: { ok: true }, kept: 1 });
			expect((await post(url, { ok: true })).status).toBe(409);
		});

		it('refuses a call with a wrong signature, or for an execution that is not there', async () => {
			const { url } = await parked();
			const forged = new URL(url);
			forged.searchParams.set('signature', 'x');
			expect((await post(forged, { ok: true })).status).toBe(401);
			expect((await post(`${url.origin}/webhook-waiting/999`, {})).status).toBe(404);
		});

		it('goes on with its input when the time has passed', async () => {
			const { waiting } = await parked();
			const { output } = await engine.timePasses(waiting);
			expect(output.map(({ json }) => json)).toEqual([{}]);
		});
	});

	it('runs whole workflows: stand-ins, pinned nodes and node types of the test', async () => {
		const node = (name: string, type: string): IDataObject => ({
			id: name,
			name,
			type,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		});
		const to = (name: string): object => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
		const workflow = {
			nodes: [
				node('Webhook', 'n8n-nodes-base.webhook'),
				node('Ask', 'n8n-nodes-base.notInstalled'),
				node('Fixture', 'n8n-nodes-fixture.fixture'),
			],
			connections: { Webhook: to('Ask'), Ask: to('Fixture') },
		} as unknown as Parameters<Engine['runWorkflow']>[0];
		workflow.nodes[2]!.parameters = { value: "={{ $json.b + $('Webhook').item.json.a }}" };
		const { output } = await engine.runWorkflow(workflow, {
			start: { node: 'Webhook', items: [{ a: 1 }] },
			pinData: { Ask: [{ json: { b: 2 }, pairedItem: { item: 0 } }] },
		});
		expect(output[0]!.json).toEqual({ value: 3 });
		await expect(engine.runWorkflow(workflow)).rejects.toThrow('notInstalled');
	});
});
