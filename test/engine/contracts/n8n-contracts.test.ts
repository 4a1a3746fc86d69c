import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pWaitFor from 'p-wait-for';
import { CredentialTestContext } from 'n8n-core';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { answerAfterStart } from '../../../nodes/CrmMessaging/n8n/answerAfterStart';
import { canceledMessage } from '../../../nodes/CrmMessaging/n8n/cancellation';
import { requestInTest } from '../../../nodes/CrmMessaging/n8n/credentialTest';
import { explain, explanationOf } from '../../../nodes/CrmMessaging/n8n/editorExplanation';
import { errorItem, hasErrorOutput } from '../../../nodes/CrmMessaging/n8n/errorItem';
import { keepMessage } from '../../../nodes/CrmMessaging/n8n/errorMessage';
import {
	hasFailed,
	isParked,
	itemsUnderWay,
	memoryIn,
	storedExecution,
} from '../../../nodes/CrmMessaging/n8n/executionData';
import { executionMemoryOf } from '../../../nodes/CrmMessaging/n8n/executionMemory';
import { expressionParts } from '../../../nodes/CrmMessaging/n8n/expressionText';
import { evaluateForItems, type Asked } from '../../../nodes/CrmMessaging/n8n/manyItems';
import { blockedByN8n, networkCodeOf } from '../../../nodes/CrmMessaging/n8n/networkCode';
import { isRetry, runsBegunBefore } from '../../../nodes/CrmMessaging/n8n/retriedExecution';
import { withoutTags } from '../../../nodes/CrmMessaging/n8n/richText';
import { runIndexOf } from '../../../nodes/CrmMessaging/n8n/runIndex';
import {
	canWaitForSubExecution,
	startSubExecution,
	waitForSubExecution,
} from '../../../nodes/CrmMessaging/n8n/subExecution';
import { inputOfTool, isToolExecution } from '../../../nodes/CrmMessaging/n8n/toolExecution';
import { webhookRequestOf } from '../../../nodes/CrmMessaging/n8n/webhookRequest';
import { capabilities } from '../harness';
import { RecordingServer } from '../recording-server';
import { closedAddress, Prober } from './probe';

/** Every file of n8n/ has a contract; a test below fails when one has not. */
const contracts: Record<string, () => void> = {
	answerAfterStart: laterAnswer,
	cancellation,
	credentialTest,
	editorExplanation,
	errorItem: errorItems,
	errorMessage,
	executionData,
	executionMemory,
	expressionText,
	manyItems,
	networkCode,
	retriedExecution,
	richText,
	runIndex,
	subExecution,
	toolExecution,
	webhookRequest,
};

const node: INode = {
	...{ id: '1', name: 'Probe', type: 'contract.probe', typeVersion: 1 },
	...{ position: [0, 0], parameters: {} },
};
const failing = (context: IExecuteFunctions, message = 'no') =>
	new NodeOperationError(context.getNode(), message);

describe('what the package expects of n8n beyond its public types', () => {
	const prober = new Prober();

	it('stands in one room, each with a contract', () => {
		const room = join(__dirname, '../../../nodes/CrmMessaging/n8n');
		const files = readdirSync(room).map((file) => file.replace(/\.ts$/, ''));
		expect(Object.keys(contracts).sort()).toEqual(files.sort());
	});

	for (const [name, contract] of Object.entries(contracts)) describe(name, contract.bind(prober));
});

function executionMemory(this: Prober): void {
	const count = (context: IExecuteFunctions) => {
		const memory = executionMemoryOf(context);
		memory.runs = Number(memory.runs ?? 0) + 1;
		return memory.runs;
	};

	it('is the same when a node runs again by Retry On Fail', async () => {
		const run = await this.run(
			async (context) => {
				const runs = count(context);
				if (runs < 3) throw failing(context);
				return [{ json: { runs } }];
			},
			{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		);
		expect(run.output).toMatchObject([{ json: { runs: 3 } }]);
	});

	it('is the same when a failed execution is retried, and empty in a new one', async () => {
		const execute = async (context: IExecuteFunctions) => {
			const runs = count(context);
			if (runs < 2) throw failing(context);
			return [{ json: { runs } }];
		};
		const failed = await this.run(execute);
		const nodeTypes = this.typeOf(execute);
		const again = await this.engine.runWorkflow(failed.workflow, {
			...{ retryOf: failed, observe: failed.nodeName, nodeTypes },
		});
		expect(again.output).toMatchObject([{ json: { runs: 2 } }]);
		expect((await this.run(execute)).status).toBe('error');
	});
}

/** That a server stores it like this is shown by test/server/wait-here.test.ts. */
function executionData(this: Prober): void {
	it('tells what a node keeps, and whether the execution is parked or has failed', async () => {
		const parked = await this.run(async (context) => {
			executionMemoryOf(context).kept = 'this';
			await context.putExecutionToWait(new Date(Date.now() + 60_000));
			return context.getInputData();
		});
		const { data } = parked.data;
		expect(memoryIn(data, parked.nodeName)).toEqual({ kept: 'this' });
		expect(memoryIn(data, 'Another')).toEqual({});
		expect([isParked(data), hasFailed(data)]).toEqual([true, false]);
		expect(itemsUnderWay(data)).toHaveLength(1);
		const failed = await this.run(async (context) => {
			throw failing(context);
		});
		expect([isParked(failed.data.data), hasFailed(failed.data.data)]).toEqual([false, true]);
	});

	it('is read by nodes that run and by webhooks, and not where n8n does not tell', async () => {
		const data = { resultData: { runData: {} } };
		const read = async (id: string) => (id === '7' ? data : undefined);
		const contexts = [
			{ getExecutionDataById: read },
			{ additionalData: { getRunExecutionData: read } },
			{ additionalData: {} },
			{},
		];
		const found = contexts.map(async (context) => await storedExecution(context as never, '7'));
		expect(await Promise.all(found)).toEqual([data, data, undefined, undefined]);
	});
}

/** What a server stores of an execution that is killed is shown by test/server/retry-after-a-kill.test.ts. */
function retriedExecution(this: Prober): void {
	it('is told from a first one, and knows of one that failed what it had begun', async () => {
		const seen: unknown[] = [];
		const execute = async (context: IExecuteFunctions) => {
			seen.push(isRetry(context) && (await runsBegunBefore(context, true)));
			throw failing(context);
		};
		const failed = await this.run(execute);
		const nodeTypes = this.typeOf(execute);
		await this.engine.runWorkflow(failed.workflow, { retryOf: failed, nodeTypes });
		expect(seen).toEqual([false, 'none']);
	});

	const artificial = { data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] } };
	const ran = { executionStatus: 'success', data: { main: [[{ json: {} }]] } };
	it.each<[string, object, boolean, string]>([
		['stored nothing', { runData: {} }, false, 'all'],
		['had a log with the node', { Probe: [artificial] }, true, 'all'],
		[
			'had a log with the node under way',
			{ Probe: [{ executionStatus: 'crashed' }] },
			true,
			'all',
		],
		['had such a log, before n8n took that run away', { Probe: [] }, false, 'all'],
		['failed at the node', { Probe: [] }, true, 'none'],
		['had a log without the node', { Input: [artificial] }, false, 'none'],
		['has been gone on with by now', { Probe: [artificial, ran] }, true, 'none'],
	])('shows by its own data where the retried one %s', async (_, runData, isKnown, expected) => {
		const isEmpty = 'runData' in runData;
		const own = {
			resultData: isEmpty ? runData : { runData, lastNodeExecuted: 'Input' },
			executionData: { nodeExecutionStack: [] },
		};
		const context = {
			getNode: () => node,
			getExecutionId: () => '2',
			getExecutionDataById: async (id: string) => (id === '2' ? own : undefined),
		};
		expect(await runsBegunBefore(context as never, isKnown)).toBe(expected);
	});
}

/** That the other execution wakes this one is shown by test/server/wait-here.test.ts. */
function subExecution(this: Prober): void {
	const { isThere } = capabilities.waitHere;

	it('is known to be possible, or not', () => {
		expect(canWaitForSubExecution()).toBe(isThere);
	});

	(isThere ? it : it.skip)(
		'runs beside the execution that starts it, which can then wait for it',
		async () => {
			const started: string[] = [];
			const start = { ...node, name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger' };
			const workflow = { name: 'Beside', nodes: [start], connections: {} };
			const run = await this.run(async (context) => {
				const id = await startSubExecution(context, workflow, [{ json: { of: 'it' } }]);
				started.push(id);
				await waitForSubExecution(context, id);
				return [];
			});
			expect(run.status).toBe('waiting');
			const [entry] = run.data.data.executionData!.nodeExecutionStack;
			expect(entry!.metadata?.waitingChildExecutionIds).toEqual(started);
			// It runs by itself, and may end after the one that started it was parked.
			await pWaitFor(() => this.engine.subExecutionOf(run) !== undefined, { interval: 5 });
			const sub = this.engine.subExecutionOf(run);
			expect([sub.executionId, sub.node('Start').output]).toMatchObject([
				started[0],
				[{ json: { of: 'it' } }],
			]);
		},
	);
}

function expressionText(this: Prober): void {
	it.each([
		...['={{ 1 }}', '= {{ 1 }}', '=a{{ 1 }}{{ 2 }}b', '={{ "}}" }}', '=text', '='],
		...[
			'=a\\\\b{{ 1 }}\\\\c',
			'=\\n{{ 1 }}',
			'=}} {{ 1 }} }}',
			'={{{ 1 }}}',
			'={{ [1] }} {',
			'=a {{ b',
		],
	])('is taken apart as n8n does: %s', async (raw) => {
		let whole: unknown;
		let joined: unknown;
		await this.run(async (context) => {
			const read = (text: string) => context.evaluateExpression(text, 0) as unknown;
			const parts = expressionParts(raw);
			if (parts === undefined) return [];
			try {
				whole = read(raw.slice(1));
			} catch {
				return [];
			}
			const values = parts.map((part) =>
				'text' in part ? part.text : read(`{{${part.code}}}`),
			);
			joined = values.length === 1 ? values[0] : values.join('');
			return [];
		});
		expect(joined).toEqual(whole);
	});
}

function manyItems(this: Prober): void {
	const names = ['Probe', `It's "a" \\ {{ b }} é 😀 .constructor`];
	const range = { start: 5, text: '[{"a":"x"},null]', whole: [undefined, { a: [1, { b: 2 }] }] };
	/** What the engine answers, and what it leaves in the node's context. */
	const answers = async (asked: Asked[], name = 'Probe', broken?: object) => {
		let given: unknown;
		let left: unknown;
		const execute = async (context: IExecuteFunctions) => {
			given = evaluateForItems(Object.assign(context, broken), asked, range);
			left = { ...context.getContext('node') };
			return [];
		};
		const { workflow } = await this.run(async () => []);
		const [input, probe] = workflow.nodes as [INode, INode];
		const link = { main: [[{ node: name, type: 'main' as const, index: 0 }]] };
		const renamed = {
			...workflow,
			nodes: [input, { ...probe, name }],
			connections: { [input.name]: link },
		};
		const run = await this.engine.runWorkflow(renamed, {
			start: { node: input.name, items: [{}] },
			...{ observe: name, nodeTypes: this.typeOf(execute) },
		});
		expect(run.status).toBe('success');
		expect(left).toEqual({});
		expect(JSON.stringify(run.data)).not.toContain('itemsToEvaluate');
		return given;
	};

	it.each(names)('are evaluated in one call, whatever the node is called: %s', async (name) => {
		const asked: Asked[] = [
			{ code: '$json.a', as: 'value' },
			{ code: '$json.a', as: 'text' },
			{ code: '$itemIndex', as: 'value' },
			{ code: '$json.missing.x', as: 'value' },
			{ code: '$json.missing.x', as: 'text' },
			{ code: '[1, "a"]', as: 'value' },
			{ code: '$json.a.toTitleCase()', as: 'value' },
			{ code: '() => 1', as: 'text' },
		];
		expect(await answers(asked, name)).toEqual([
			['x', 'x', 5, undefined, '', [[1, 'a']], 'X', []],
			[[], '1,[object Object]', 6, undefined, '', [[1, 'a']], [], []],
		]);
	});

	it.each([
		['code that is none', [{ code: '$json.', as: 'value' }], undefined],
		['code that n8n refuses', [{ code: '$json["constructor"]', as: 'value' }], undefined],
		[
			'a version without the context',
			[{ code: '1', as: 'value' }],
			{ evaluateExpression: () => undefined },
		],
		[
			'an engine that fails',
			[{ code: '1', as: 'value' }],
			{
				evaluateExpression: () => {
					throw new Error('no');
				},
			},
		],
	] as Array<[string, Asked[], object | undefined]>)(
		'come back as nothing, and leave nothing: %s',
		async (_, asked, broken) => {
			expect(await answers(asked, undefined, broken)).toBeUndefined();
		},
	);
}

function runIndex(this: Prober): void {
	it('counts the rounds of a loop', async () => {
		const seen: number[] = [];
		const run = await this.run(async (context) => {
			seen.push(runIndexOf(context));
			return seen.length < 3 ? context.getInputData() : [];
		});
		const [input, probe] = run.workflow.nodes.map(({ name }) => name) as [string, string];
		seen.length = 0;
		const link = { main: [[{ node: probe, type: 'main' as const, index: 0 }]] };
		const looped = { ...run.workflow, connections: { [input]: link, [probe]: link } };
		await this.engine.runWorkflow(looped, {
			start: { node: input, items: [{}] },
			nodeTypes: this.typeOf(async (context) => {
				seen.push(runIndexOf(context));
				return seen.length < 3 ? [{ json: {}, pairedItem: { item: 0 } }] : [];
			}),
		});
		expect(seen).toEqual([0, 1, 2]);
	});
}

function toolExecution(this: Prober): void {
	it.each([
		['contract.probe', false],
		['contract.probeTool', true],
	])('is told by the type %s', async (type, expected) => {
		const run = await this.run(
			async (context) => [{ json: { tool: isToolExecution(context) } }],
			{ type },
		);
		expect(run.output).toMatchObject([{ json: { tool: expected } }]);
	});

	it('knows a call by what the agent asks, whatever its id', () => {
		const asked = (...all: IDataObject[]) =>
			inputOfTool({ getInputData: () => all.map((json) => ({ json })) } as never);
		const call = asked({ text: 'One', toolCallId: 'a' });
		expect(asked({ text: 'One', toolCallId: 'b' })).toBe(call);
		expect(asked({ text: 'Two', toolCallId: 'a' })).not.toBe(call);
	});

	it('is told by n8n where it tells', () => {
		const context = { isToolExecution: () => true, getNode: () => node };
		expect(isToolExecution(context as unknown as IExecuteFunctions)).toBe(true);
	});
}

/** What the package's own test of a credential says stands in test/engine/credential-test.test.ts. */
function credentialTest(): void {
	const server = new RecordingServer();
	const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);

	it.each([200, 302, 401, 500])('has the answer %i and its body', async (status) => {
		server.reply = () => ({ status, headers: { location: '/elsewhere' } });
		const headers = { authorization: 'Token token=x' };
		const url = `${server.url}/path`;
		const request = { method: 'GET', url, qs: { limit: 1 }, headers } as const;
		const { statusCode, headers: given, body } = await requestInTest(context, request);
		expect([statusCode, given.location]).toEqual([status, '/elsewhere']);
		const chunks: Uint8Array[] = [];
		for await (const chunk of body) chunks.push(chunk);
		expect(JSON.parse(Buffer.concat(chunks).toString())).toHaveProperty('campaigns');
		expect(server.requests).toMatchObject([
			{ method: 'GET', url: '/path?limit=1', authorization: 'Token token=x' },
		]);
	});

	it('fails with the code of the network', async () => {
		const url = await closedAddress();
		const error = await requestInTest(context, { url }).catch((thrown: Error) => thrown);
		expect(networkCodeOf(error)).toBe('ECONNREFUSED');
	});
}

function networkCode(this: Prober): void {
	it('is found in what the HTTP helper throws', async () => {
		const url = await closedAddress();
		const codes: string[] = [];
		await this.run(async (context) => {
			try {
				await context.helpers.httpRequest({ url, method: 'POST', body: {} });
			} catch (error) {
				codes.push(
					networkCodeOf(error),
					networkCodeOf(new NodeApiError(node, error as never)),
				);
			}
			return [];
		});
		expect(codes).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
	});

	it.each([
		['the place of the status, as older versions have it', { httpCode: 'ECONNRESET' }],
		['a cause of a cause', { httpCode: '500', cause: { cause: { code: 'ECONNRESET' } } }],
	])('is found in %s', (_, error) => {
		expect(networkCodeOf(error)).toBe('ECONNRESET');
	});

	it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
		'stands for what n8n itself has blocked: %s',
		(name) => {
			const error = Object.assign(new UserError('The request was blocked'), { name });
			// Versions whose errors keep no cause do not block anything either.
			const wrapped = { cause: { cause: error } };
			expect([error, { cause: error }, wrapped].map(networkCodeOf)).toEqual(
				Array(3).fill(blockedByN8n),
			);
		},
	);

	it('is no status, and none where there is none', () => {
		const endless: Record<string, unknown> = { httpCode: '503' };
		endless.cause = endless;
		expect([networkCodeOf(endless), networkCodeOf(undefined)]).toEqual(['', '']);
	});
}

function errorMessage(this: Prober): void {
	const message = 'The server refused the connection (ECONNREFUSED)';

	it('is replaced by n8n and kept by us', () => {
		const error = new NodeApiError(node, {}, { message });
		expect(error.message).not.toBe(message);
		keepMessage(error, message);
		expect(error.message).toBe(message);
	});

	it('is what the execution shows', async () => {
		const run = await this.run(async (context) => {
			const error = new NodeOperationError(context.getNode(), message);
			keepMessage(error, message);
			throw error;
		});
		expect(run.data.data.resultData.error?.message).toBe(message);
	});
}

function richText(this: Prober): void {
	const text = 'From “<a href=x>Ana</a>” <!-- 1 < 2 & <3';

	it('reaches the editor as it is, which takes it for HTML, so nothing in it may begin a tag', async () => {
		const { hints, data } = await this.run(async (context) => {
			context.addExecutionHints({ message: text, location: 'outputPane' });
			throw new NodeOperationError(context.getNode(), 'no', { description: text });
		});
		const told = data.data.resultData.error as NodeOperationError;
		expect([told.description, ...hints.map(({ message }) => message)]).toContain(text);
		expect(withoutTags(text)).toBe('From “‹a href=x>Ana‹/a>” ‹!-- 1 < 2 & <3');
	});
}

function errorItems(this: Prober): void {
	const items = [{ name: 'Ana' }, { name: 'Ben' }];
	const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const failed = { json: { name: 'Ben', error: { message: 'no' } }, pairedItem: { item: 1 } };
	const fail = (context: IExecuteFunctions) =>
		errorItem(1, { message: 'no' }, items[1]!, hasErrorOutput(context.getNode()));

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'keeps the fields of its item with %s, and lets the node run again only in front',
		async (onError) => {
			const good = { json: { id: 1 }, pairedItem: { item: 0 } };
			const options = { onError, ...retried };
			const last = await this.run(async (one) => [good, fail(one)], options, { items });
			expect([...last.output, ...last.errorOutput]).toEqual([good, failed]);
			expect(last.errorOutput).toHaveLength(onError === 'continueErrorOutput' ? 1 : 0);
			expect(last.tries).toBe(1);
			const first = await this.run(async (one) => [fail(one), good], options, { items });
			expect(first.tries).toBe(2);
		},
	);

	it('is needed, since an item with a property “error” loses its fields', async () => {
		const run = await this.run(
			async (context) => [{ json: { name: 'Ana' }, error: failing(context), pairedItem: 0 }],
			{ onError: 'continueRegularOutput' },
			{ items },
		);
		expect(run.output).toMatchObject([{ json: { error: 'no' } }]);
		expect(run.output[0]!.json.name).toBeUndefined();
	});
}

function cancellation(this: Prober): void {
	it.each([
		[canceledMessage, 'canceled'],
		['The request failed', 'error'],
	])('“%s” ends an execution as %s', async (message, status) => {
		const run = await this.run(async (context) => {
			throw failing(context, message);
		});
		expect(run.status).toBe(status);
	});
}

function editorExplanation(this: Prober): void {
	it('is taken from an error of an expression and put into ours', async () => {
		const errors: NodeOperationError[] = [];
		await this.run(
			async (context) => {
				try {
					context.getNodeParameter('value', 0);
				} catch (error) {
					const own = failing(context);
					explain(own, explanationOf(error)!, 'Nothing was sent.');
					errors.push(error as NodeOperationError, own);
				}
				return [];
			},
			{ parameters: { value: "={{ $('Nowhere').item.json.name }}" } },
		);
		const [theirs, own] = errors;
		expect(Object.keys(theirs!.context).length).toBeGreaterThan(2);
		const { descriptionTemplate, itemIndex: _, ...rest } = theirs!.context;
		expect(own!.context).toMatchObject(rest);
		if (descriptionTemplate) {
			expect(own!.context.descriptionTemplate).toBe(
				`${descriptionTemplate as string} Nothing was sent.`,
			);
		}
	});

	it('is nothing for an error that is not of n8n', () => {
		expect([new Error('no'), 'no', null, undefined].map(explanationOf)).toEqual(
			Array(4).fill(undefined),
		);
	});
}

/** n8n's server asks in the order this needs: test/server/trigger.test.ts restarts a real one. */
function laterAnswer(): void {
	it('does nothing before n8n asks for the answer', () => {
		const calls: string[] = [];
		const workflowData = [[{ json: {} }]];
		const answer = answerAfterStart({ workflowData }, 'started', () => calls.push('started'));
		expect([answer.workflowData, calls]).toEqual([workflowData, []]);
		expect([answer.webhookResponse, calls]).toEqual([{ message: 'started' }, ['started']]);
	});
}

/** That a real server keeps the raw body is shown by the forms of test/server/trigger.test.ts. */
function webhookRequest(): void {
	it('is the request that n8n hands to the node', () => {
		const request = { method: 'POST', originalUrl: '/a?b=c', headers: {}, ip: '::1' };
		const context = { getRequestObject: () => request };
		expect(webhookRequestOf(context as never)).toBe(request);
	});
}
