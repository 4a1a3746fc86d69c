import { NodeOperationError, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { InputError } from '../fields/inputError';
import { triggerProperties } from '../editor/triggerForm';
import { formValues, readAs } from '../engine/formValues';
import { readIpRanges } from '../service/addresses';

const form = formValues(triggerProperties);

/** How a trigger makes sure that it is the service which calls. */
export type CallerCheck = 'signedUrl' | 'signatureHeader' | 'none';

/** What a callback becomes: one output item, or one for each contact. */
export type CallbackOutput = 'callback' | 'contact';

/** The trigger's parameters. */
export interface TriggerOptions {
	authentication: CallerCheck;
	output: CallbackOutput;
	/** Addresses and ranges separated by commas; empty for everybody. */
	allowedIpRanges: string;
	/** Minutes that a signed timestamp may be away from now; 0 for any time. */
	timestampAllowance: number;
}

/**
 * Reads the trigger's parameters; what is not set has its default.
 *
 * @throws NodeOperationError naming a choice that is none
 */
export function readTriggerOptions(context: IHookFunctions | IWebhookFunctions): TriggerOptions {
	const { allowedIpRanges = '', timestampAllowance = 0 } = context.getNodeParameter(
		'options',
		{},
	) as { allowedIpRanges?: string; timestampAllowance?: number | string };
	return {
		authentication: readChoice(context, 'authentication') as CallerCheck,
		output: readChoice(context, 'output') as CallbackOutput,
		allowedIpRanges: String(allowedIpRanges),
		timestampAllowance: Number(timestampAllowance),
	};
}

function readChoice(context: IHookFunctions | IWebhookFunctions, name: string): unknown {
	try {
		const { parameters } = context.getNode();
		return readAs(form.get(name), context.getNodeParameter(name), parameters[name]);
	} catch (error) {
		throw error instanceof InputError
			? new NodeOperationError(context.getNode(), error.sentence())
			: error;
	}
}

/**
 * Keeps a workflow from being published with ranges that nobody can be found in, or a choice that is
 * none.
 *
 * @throws NodeOperationError naming it
 */
export function checkTriggerOptions(context: IHookFunctions): void {
	const { allowedIpRanges } = readTriggerOptions(context);
	try {
		readIpRanges(allowedIpRanges);
	} catch (error) {
		throw new NodeOperationError(
			context.getNode(),
			`Allowed IP Ranges: ${(error as Error).message}`,
		);
	}
}
