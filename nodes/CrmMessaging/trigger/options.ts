import { NodeOperationError, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { readIpRanges } from '../transport/ipRange';

/** The trigger's options. */
export interface TriggerOptions {
	/** Addresses and ranges separated by commas; empty for everybody. */
	allowedIpRanges: string;
	/** Minutes that a signed timestamp may be away from now; 0 for any time. */
	timestampAllowance: number;
}

/** Reads the trigger's options; what is not set has its default. */
export function readTriggerOptions(context: IHookFunctions | IWebhookFunctions): TriggerOptions {
	const { allowedIpRanges = '', timestampAllowance = 0 } = context.getNodeParameter(
		'options',
		{},
	) as { allowedIpRanges?: string; timestampAllowance?: number | string };
	return {
		allowedIpRanges: String(allowedIpRanges),
		timestampAllowance: Number(timestampAllowance),
	};
}

/**
 * Keeps a workflow from being published with ranges that nobody can be found in.
 *
 * @throws NodeOperationError naming the range
 */
export function checkTriggerOptions(context: IHookFunctions): void {
	try {
		readIpRanges(readTriggerOptions(context).allowedIpRanges);
	} catch (error) {
		throw new NodeOperationError(
			context.getNode(),
			`Allowed IP Ranges: ${(error as Error).message}`,
		);
	}
}
