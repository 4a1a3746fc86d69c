import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { CrmMessaging } from '../../../nodes/CrmMessaging/CrmMessaging.node.ts';
import { runOrResume } from '../../../nodes/CrmMessaging/callbacks/waitForResult';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import type { BulkJob, ChosenOptions } from '../../../playground/service/mock-service';
import type { EngineRun } from '../harness';
import { NodeRunner, type RunOptions } from '../node-runner';
import { guests, type EndpointCase } from './cases';

/** A readable, processed bulk job that no test counts. */
export function processedJob(_id: string): BulkJob {
	return {
		_id,
		origin: 'pms',
		status: 'processed',
		number_of_contacts: 0,
		number_of_purchase: 0,
		match_contact_user_id: true,
		validate_emails: false,
		contacts_extra_fields: [],
		purchase_extra_fields: [],
		webhook_url: '',
		contacts_valid_count: null,
		contacts_failed_count: null,
		created_at: '2026-03-29T09:30:00Z',
		processed_at: null,
	};
}

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
export function nodeOf(operation: Operation): {
	type: string;
	nodeTypes: Record<string, INodeType>;
} {
	const node = new (class extends CrmMessaging {
		override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return [await runOrResume(this, () => operation)];
		}
	})();
	return { type: 'test.crmMessagingOf', nodeTypes: { 'test.crmMessagingOf': node } };
}
