import { randomBytes } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Option } from '../fields/field';
import { InputError } from '../fields/inputError';
import { boundedNumber } from '../fields/types/number';
import { hasErrorOutput } from '../n8n/errors';
import {
	isParked,
	storedExecution,
	executionMemoryOf,
	runIndexOf,
	isToolExecution,
} from '../n8n/execution';
import {
	canWaitForSubExecution,
	startSubExecution,
	waitForSubExecution,
} from '../n8n/subExecution';
import { errorItemsOf } from '../engine/output';
import type { NodeParameters } from '../engine/parameters';
import type { CallbackAddresses } from '../engine/dispatch';
import type { RunReport } from '../engine/report';
import type { Call } from '../engine/row';
import { textOf } from '../fields/values';
import { adviceOnHost } from '../callbacks/caller';
import { keyOf, keyParameter, requestParameter } from '../service/callbackUrl';
import { callbackPath, waitNodes, type WaitSettings } from './settings';
import { outputOf } from './outcome';
import { pack } from './packed';
import { memoryOnceParked, senderMemories, type SenderMemory } from './sender';
import { namesIn, rangesOf, type SentContact, type SentRecord } from './sentRecord';
import { watchingWorkflow } from './subWorkflow';

/** Milliseconds within which the executions that wait have to be parked. */
const startLimit = 60_000;

/** The time in minutes after which a run no longer waits. */
export const maxWait: Option<number> = {
	name: 'maxWait',
	label: 'Max Wait (Minutes)',
	type: boundedNumber({ above: 0 }),
	scope: 'run',
	isParameter: true,
	// A day is more than the service takes, and an end that people can live with.
	unset: 24 * 60,
	description:
		'How long to wait for the callbacks at most; what was not called back then comes out without one',
};

/** What is to come out of a run that waits. */
export interface WantedOutput {
	/** Whether each input item gets what became of its contacts, and not each bulk job an item. */
	isPerItem: boolean;
	/** Whether a contact that the service rejects is an error of its item. */
	failsOnRejected: boolean;
}

/** A run of the sending node that waits: it starts the execution that waits, and gives its addresses. */
export class WaitingRun implements CallbackAddresses {
	private memory: SenderMemory | undefined;
	/** Where the addresses lead as long as no execution waits. */
	private readonly example: URL;

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly limit: number,
		private readonly wanted: WantedOutput,
	) {
		this.example = new URL(textOf(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
		this.example.search = '';
	}

	/** @throws InputError where a run cannot wait */
	static of(
		context: IExecuteFunctions,
		parameters: NodeParameters,
		wanted: WantedOutput,
	): WaitingRun {
		if (isToolExecution(context)) {
			throw new InputError(
				'is “Wait for Result”, which is not possible when an AI agent uses the node; choose “Don’t Wait”, and give the agent Bulk Job: Get as well',
				['Processing Result'],
			);
		}
		if (!canWaitForSubExecution()) {
			throw new InputError(
				'is “Wait for Result”, which needs a newer version of n8n; choose “Send to Trigger”, or “Don’t Wait” and wait with Bulk Job: Wait Until Processed',
				['Processing Result'],
			);
		}
		const limit = readWaitLimit(parameters);
		const run = new WaitingRun(context, limit, wanted);
		const advice = adviceOnHost(run.example.hostname);
		if (advice) parameters.hints.add(advice);
		return run;
	}

	/** Starts the execution that waits, and gives it time to be parked: a callback may come at once. */
	async open(calls: readonly Call[]): Promise<void> {
		const { context } = this;
		const memories = senderMemories(executionMemoryOf(context));
		const runIndex = runIndexOf(context);
		// Those of other rounds of a loop have had their end.
		for (const key of Object.keys(memories)) if (key !== String(runIndex)) delete memories[key];
		const earlier = memories[runIndex];
		// An earlier try of this run is waited for in the same place.
		if (
			earlier?.executionId === context.getExecutionId() &&
			(await this.waits(earlier.watcher))
		) {
			this.memory = earlier;
			return;
		}
		const prefix = randomBytes(6).toString('hex');
		const settings: WaitSettings = {
			key: randomBytes(32).toString('hex'),
			sender: {
				executionId: context.getExecutionId(),
				node: context.getNode().name,
				runIndex,
			},
			planned: calls.map((call) => `${prefix}-${placeOf(call)}`),
			entries: calls.reduce((sum, { entries }) => sum + entries.length, 0),
			limit: this.limit,
		};
		const workflow = watchingWorkflow(`${context.getNode().type}Wait`, settings);
		const watcher = await startSubExecution(context, workflow, [{ json: {} }]);
		const watched = await memoryOnceParked(context, watcher, waitNodes.watch, startLimit);
		const { executionId } = settings.sender;
		const url = textOf(watched.url);
		this.memory = { executionId, watcher, url, key: settings.key, prefix, contacts: {} };
		memories[runIndex] = this.memory;
	}

	/** The name of a request; an entry is first in only one request of so many. */
	nameOf(call: Call): string {
		return `${this.memory?.prefix ?? 'preview'}-${placeOf(call)}`;
	}

	/** The address for a request's callback; its key opens nothing but this request. */
	urlOf(call: Call): string {
		const name = this.nameOf(call);
		const { memory } = this;
		const url = new URL(memory?.url ?? this.example);
		url.pathname += `/${callbackPath}`;
		url.searchParams.set(requestParameter, name);
		url.searchParams.set(keyParameter, memory ? keyOf(name, memory.key) : 'preview');
		if (memory?.contacts) memory.contacts[name] = JSON.stringify(contactsOf(call));
		return url.toString();
	}

	/**
	 * Parks this execution until the other one has what was called back, or gives what there is,
	 * where nothing is waited for.
	 *
	 * @returns the output, or undefined where the execution is parked
	 */
	async end({ results, failures }: RunReport): Promise<INodeExecutionData[] | undefined> {
		const { context, memory } = this;
		const input = context.getInputData();
		const own = (request: string | undefined) =>
			memory && request?.startsWith(`${memory.prefix}-`) ? request : undefined;
		const accepted = [...new Set(results.flatMap(({ request }) => own(request) ?? []))];
		// n8n adds an item's fields by the place of the error item.
		const { isPerItem } = this.wanted;
		const byN8n = isPerItem && hasErrorOutput(context.getNode());
		const errors = failures
			.flatMap((failure) => errorItemsOf(failure, input, byN8n))
			.map(({ json, pairedItem }) => ({ item: (pairedItem as { item: number }).item, json }));
		const contacts = Object.entries(memory?.contacts ?? {}).filter(([name]) =>
			accepted.includes(name),
		);
		const record: SentRecord = {
			perItem: isPerItem,
			rejected: this.rejected(),
			inputCount: input.length,
			results: results.map(({ json, items, request }) => ({
				json,
				items: rangesOf(items),
				request: own(request),
			})),
			contacts: Object.fromEntries(contacts),
			errors,
		};
		delete memory?.contacts;
		if (!memory || accepted.length === 0) {
			if (memory) memory.isAbandoned = true;
			return outputOf(record, new Map(), '').items;
		}
		memory.sent = {
			accepted,
			record: await pack(JSON.stringify(record)),
			until: Date.now() + this.limit,
		};
		await waitForSubExecution(context, memory.watcher);
		return undefined;
	}

	/** What becomes of contacts that the service rejects. */
	private rejected(): SentRecord['rejected'] {
		const { context } = this;
		if (!this.wanted.failsOnRejected) return 'stays';
		if (hasErrorOutput(context.getNode())) return 'leaves';
		return context.continueOnFail() ? 'fails' : 'stops';
	}

	private async waits(watcher: string): Promise<boolean> {
		const data = await storedExecution(this.context, watcher);
		return data !== undefined && isParked(data);
	}
}

/** What tells a request from the others of its run. */
function placeOf({ entries, rows }: Call): string {
	const [first] = [...entries, ...rows];
	return [first?.item ?? 0, first?.position ?? 0, entries.length].join('-');
}

function contactsOf({ entries }: Call): SentContact[] {
	return entries.map(({ item, items, body }) => {
		const contact: SentContact = { item, said: namesIn(body) };
		if (items.length > 1) contact.others = items.slice(1);
		return contact;
	});
}

/**
 * Reads how long a run waits at most.
 *
 * @returns milliseconds
 * @throws InputError if it is no number above 0
 */
function readWaitLimit(parameters: NodeParameters): number {
	const minutes = parameters.option(maxWait);
	if (minutes < 1) {
		parameters.hints.add(
			`${maxWait.label} of less than a minute may end up to a minute late, since n8n looks once a minute for executions to resume.`,
		);
	}
	return minutes * 60_000;
}
