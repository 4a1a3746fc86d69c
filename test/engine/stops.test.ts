import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../nodes/CrmMessaging/engine/operation';
import { everyEndpoint, guests, type EndpointCase } from './every-operation/cases';
import { withValue } from './harness/placed-options';
import { nodeOf, OperationRunner } from './every-operation/operation-runner';
import type { EngineRun } from './harness';
import { guests as phones, smsToGuests } from './message-forms';
import { errorsIn, linksOf, type RunOptions } from './node-runner';

/**
 * n8n lets the input of a node that throws leave by its success output if the node continues on
 * errors: guests who got nothing would leave as sent.
 */
const continues = ['continueRegularOutput', 'continueErrorOutput'] as const;

const node = new OperationRunner();

/** Expects an error for each item in place of its output, and nothing thrown. */
function expectErrorItems(
	run: EngineRun,
	items: IDataObject[],
	outcomes: string | string[],
): IDataObject[] {
	const isSplit = run.workflow.nodes[1]!.onError === 'continueErrorOutput';
	const [errorItems, others] = isSplit ? [run.errorOutput, run.output] : [run.output, []];
	expect(run.thrown).toEqual([]);
	expect(run.status).toBe('success');
	expect(others).toEqual([]);
	expect(linksOf(errorItems)).toEqual(items.map((_, item) => [item]));
	const errors = errorsIn(errorItems);
	expect(errors).toHaveLength(items.length);
	errors.forEach((error, item) => {
		expect(errorItems[item]!.json).toEqual({ ...items[item], error });
		expect(error.message).toMatch(/\w/);
		const expected = typeof outcomes === 'string' ? outcomes : outcomes[item];
		expect(error.outcome).toBe(expected);
	});
	return errors;
}

/** The form of an operation, also as a preview and waiting, where it can. */
function formsOf({ form, operation, changes }: EndpointCase): Record<string, IDataObject> {
	return {
		sending: form,
		...(changes && { previewing: { ...form, options: { preview: 'requests' } } }),
		...(operation.callback && {
			waiting: { ...form, processingResult: 'waitForResult' },
		}),
	};
}

interface Stop {
	name: string;
	edit?: (form: IDataObject) => IDataObject;
	options?: RunOptions & { credential?: IDataObject };
	/** If it's known only of requests that change something, and are sent. */
	outcome?: 'unknown';
	/** If it stops only what needs this secret, and is sent. */
	secret?: 'master';
}

const withOption = (name: string, value: unknown) => (form: IDataObject) => ({
	...form,
	options: { ...(form.options as IDataObject), [name]: value as string },
});
const memoryOf = (crmMessagingSent: IDataObject) => ({
	contextData: { 'node:Node under test': { crmMessagingSent } },
});

const stops: Stop[] = [
	{ name: 'no such operation', edit: (form) => ({ ...form, operation: 'none' }) },
	{ name: 'no such resource', edit: (form) => ({ ...form, resource: 'SMS' }) },
	{ name: 'a setting out of range', edit: withOption('parallelRequests', 5000) },
	{ name: 'a setting by expression', edit: withOption('parallelRequests', '={{ $json.x }}') },
	...Object.entries({ baseUrl: 'x', accountId: '..', accountSecret: 'a b' }).flatMap(
		([field, wrong]) =>
			['', wrong].map((value) => ({
				name: `the ${field} “${value}”`,
				options: { credential: { [field]: value } },
			})),
	),
	{ name: 'no secret', options: { credential: { masterSecret: '' } }, secret: 'master' },
	{
		name: 'a memory of another version',
		options: memoryOf({ version: 0, batches: [], notes: [] }),
		outcome: 'unknown',
	},
	{
		name: 'a memory of another shape',
		options: memoryOf({ version: 1 }),
		outcome: 'unknown',
	},
];

describe.each(continues)('with %s, nothing leaves as sent', (onError) => {
	const cases = everyEndpoint.flatMap((endpoint) =>
		Object.entries(formsOf(endpoint)).map(([mode, form]) => ({
			name: `${endpoint.name}, ${mode}`,
			endpoint,
			form,
			mode,
		})),
	);

	it.each(cases)('whatever stops it before sending: $name', async (one) => {
		for (const { edit, options = {}, outcome, secret } of stops) {
			const { endpoint, form, mode } = one;
			if ((outcome ?? secret) && mode === 'previewing') continue;
			if ((outcome && !endpoint.changes) || (secret && secret !== endpoint.secret)) continue;
			const run = await node.run(edit?.(form) ?? form, {
				items: guests,
				...options,
				credential: { ...node.credential, ...options.credential },
				onError,
			});
			expectErrorItems(run, guests, outcome ?? 'notSent');
			expect(node.sent).toEqual([]);
		}
	});

	it('if there are more messages than Max Messages, and an earlier try sent some', async () => {
		const items = phones(3);
		const refused = { respond: { status: 400, body: { error: 'not now' } } };
		const options = { batchSize: 1, parallelRequests: 1 };
		node.service.faults.add({ after: 1, action: refused });
		const failed = await node.run({ ...smsToGuests, options }, { items });
		expect(failed.status).toBe('error');
		failed.workflow.nodes[1]!.onError = onError;
		for (const [edit, change] of [
			[{ options: { maxMessages: 2 } }],
			[{ options: { parallelRequests: 5000 } }],
			[{ messageHolder: '{{ $json.phone }}' }],
			[{}, { baseUrl: 'x' }],
		]) {
			const run = await node.retry(failed, edit, { ...node.credential, ...change });
			const errors = expectErrorItems(run, items, ['accepted', 'notSent', 'notSent']);
			expect(errors[0]!.recipients).toEqual([items[0]!.phone]);
			expect(errors[0]!.description).toMatch(
				/ (Nothing more was sent|This run sent nothing)\./,
			);
		}
		for (const edit of [
			// An item that can't be read may have been sent.
			{ phoneNumber: '={{ $json.phone }}x', options: { parallelRequests: 0 } },
			// A guard that stops may leave rows to their own recipients, instead of the tester.
			{ options: { parallelRequests: 0, maxMessages: 2 } },
			{ operation: 'none' },
		])
			expectErrorItems(await node.retry(failed, edit), items, 'unknown');
		failed.workflow.nodes[1]!.onError = undefined;
		for (const edit of [{ operation: 'none' }, { options: { parallelRequests: 0 } }]) {
			const { error } = await node.retry(failed, edit);
			expect(error?.description).toMatch(/ This run sent nothing\.$/);
		}
		expect(node.service.state.smsDeliveries).toHaveLength(1);
	});

	it('with the advice of what stopped it, which names the item', async () => {
		const options = { maxMessages: 2 };
		const run = await node.run({ ...smsToGuests, options }, { items: phones(3), onError });
		expectErrorItems(run, phones(3), 'notSent').forEach((error, item) => {
			expect(error).toMatchObject({
				code: 'tooManyMessages',
				message: `Max Messages is 2, and this run has 3 messages [item ${item}]`,
				description: 'Raise it if you want to send all of them. This run sent nothing.',
			});
		});
	});
});

/** An operation for each of its functions, which throws what no one foresaw. */
function brokenOnes(operation: Operation) {
	const parts = Object.entries(operation).flatMap(([part, value]) => {
		if (typeof value === 'function') return [[part]];
		const inner = Object.entries((value ?? {}) as object);
		return inner.flatMap(([name, own]) => (typeof own === 'function' ? [[part, name]] : []));
	});
	return parts.map((path) => ({
		part: path.join('.'),
		broken(onCall: () => unknown): Operation {
			const throws = () => {
				onCall();
				throw new TypeError('Cannot read properties of undefined');
			};
			return withValue(operation as never, path, throws) as never;
		},
	}));
}

describe.each(everyEndpoint)('an exception that no one foresaw: $name', (endpoint) => {
	const { operation, form, changes } = endpoint;

	it.each(brokenOnes(operation))('in its $part becomes error items', async ({ broken }) => {
		let calls = 0;
		const own = broken(() => calls++);
		const runIt = async (options: RunOptions): Promise<EngineRun> => {
			node.reset();
			calls = 0;
			return await node.run(form, { items: guests, ...nodeOf(own), ...options });
		};
		for (const onError of continues) {
			const run = await runIt({ onError });
			if (calls === 0) continue;
			const isSent = node.sent.length > 0 && changes;
			expectErrorItems(run, guests, isSent ? 'unknown' : 'notSent');
		}
		// The next try sends nothing that may have been sent.
		const retried = await runIt({ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
		expect(retried.tries).toBe(calls === 0 ? 1 : 2);
		const sent = node.bodies.map((body) => JSON.stringify(body));
		if (changes) expect(new Set(sent).size).toBe(sent.length);
	});
});
