import { randomBytes } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../fields/inputError';
import { isToolExecution } from '../n8n/toolExecution';
import { runIndexOf } from '../n8n/runIndex';
import type { Batch } from '../run/operation';
import type { CallbackAddresses } from '../run/send';
import { textOf } from '../transport/answer';
import { keyParameter, requestParameter } from '../transport/callbackKey';
import type { ServiceClient } from '../transport/client';
import { requestName, type RequestOrigin } from './requestName';

/** The addresses at which the service calls back a run that waits, one for each request. */
export class CallbackUrls implements CallbackAddresses {
	/** Tells the requests of this try from those of others. */
	private readonly nonce = randomBytes(8).toString('hex');

	private constructor(
		private readonly resumeUrl: URL,
		private readonly origin: RequestOrigin,
		private readonly client: ServiceClient,
	) {}

	/** @throws InputError where a run cannot wait */
	static open(context: IExecuteFunctions, client: ServiceClient): CallbackUrls {
		if (isToolExecution(context)) {
			throw new InputError(
				'is “Wait Here”, which is not possible when an AI agent uses the node; choose “Continue at Once”, and give the agent Bulk Job: Get as well',
				['When Processed'],
			);
		}
		const resumeUrl = new URL(
			textOf(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)),
		);
		// n8n leads the call to the node whose id ends the path.
		resumeUrl.pathname += `/${context.getNode().id}`;
		const executionId = context.getExecutionId();
		const runIndex = String(runIndexOf(context));
		return new CallbackUrls(resumeUrl, { executionId, runIndex }, client);
	}

	get hostname(): string {
		return this.resumeUrl.hostname;
	}

	/** The name of a batch's request; an entry is first in only one that is accepted. */
	nameOf({ entries: [first], items }: Batch): string {
		const place = [first?.item ?? items[0] ?? 0, first?.place ?? 0].join('-');
		return requestName(this.origin, `${this.nonce}-${place}`);
	}

	/** The address for a request's callback; its key opens nothing but this request. */
	urlOf(batch: Batch): string {
		const name = this.nameOf(batch);
		const url = new URL(this.resumeUrl);
		url.searchParams.set(requestParameter, name);
		url.searchParams.set(keyParameter, this.client.callbackKey(name));
		return url.toString();
	}
}
