import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { CrmMessaging } from '../../../nodes/CrmMessaging/CrmMessaging.node.ts';
import { runOrResume } from '../../../nodes/CrmMessaging/callbacks/waitForResult';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { Execution } from '../../../nodes/CrmMessaging/n8n/execution';
import type { ChosenOptions } from '../../../playground/service/mock-service';
import type { EngineRun } from '../harness';
import { NodeRunner, type RunOptions } from '../node-runner';
import { guests, type EndpointCase } from './cases';
import { processedJob } from './processed-job';

/** The node with every operation, in front of a service with the bulk jobs that their forms name. */
export class OperationRunner extends NodeRunner {
	constructor(service: ChosenOptions = {}) {
		super({}, service);
		beforeEach(() => this.reset());
	}

	/** Forgets everything but those jobs. */
	reset(): void {
		this.service.reset();
		const named = ['Aurora', ...guests.map(({ user_id }) => user_id)];
		this.service.state.bulkJobs.push(...named.map(processedJob));
	}

	/** Runs an operation over two guests, once for each request, with more of its form's options. */
	async runCase(
		{ form }: Pick<EndpointCase, 'form'>,
		options: IDataObject = {},
		more: RunOptions = {},
	): Promise<EngineRun> {
		const all = { ...(form.options as IDataObject), ...options };
		return await this.run({ ...form, options: all }, { items: guests, ...more });
	}
}

/** A node that runs this operation, whatever its form selects. */
export function nodeOf(operation: Operation) {
	const node = new (class extends CrmMessaging {
		override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return [await runOrResume(new Execution(this), () => operation)];
		}
	})();
	return { type: 'test.crmMessagingOf', nodeTypes: { 'test.crmMessagingOf': node } };
}
