import { NodeOperationError, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';
import {
	allowedIpRanges,
	authentication,
	output,
	timestampTolerance,
	type CallbackOutput,
	type CallerCheck,
} from '../editor/triggerForm';
import { type Option, readOption } from '../fields/field';
import { InputError } from '../fields/inputError';
import { readIpRanges } from '../service/addresses';

/** The trigger's parameters. */
export interface TriggerOptions {
	authentication: CallerCheck;
	output: CallbackOutput;
	/** Addresses and ranges separated by commas; empty for everybody. */
	allowedIpRanges: string;
	/** Minutes that a signed timestamp may be away from now; 0 for any time. */
	timestampTolerance: number;
}

/**
 * Reads the trigger's parameters.
 *
 * @throws NodeOperationError naming the one that is wrong
 */
export function readTriggerOptions(context: IHookFunctions | IWebhookFunctions): TriggerOptions {
	const parameters = context.getNodeParameter.bind(context) as (
		name: string,
		fallback?: unknown,
	) => unknown;
	const members = parameters('options', {}) as Record<string, unknown>;
	const timezone = context.getTimezone();
	const read = <T>(option: Option<T>): T => {
		const { name, isParameter } = option;
		return readOption(option, isParameter ? { [name]: parameters(name) } : members, {
			timezone,
		});
	};
	try {
		return {
			authentication: read(authentication),
			output: read(output),
			allowedIpRanges: read(allowedIpRanges),
			timestampTolerance: read(timestampTolerance),
		};
	} catch (error) {
		throw error instanceof InputError
			? new NodeOperationError(context.getNode(), error.sentence())
			: error;
	}
}

/**
 * Keeps a workflow from being published with an option that is wrong, such as ranges that no address
 * can be in.
 *
 * @throws NodeOperationError naming it
 */
export function checkTriggerOptions(context: IHookFunctions): void {
	const { allowedIpRanges: ranges } = readTriggerOptions(context);
	try {
		readIpRanges(ranges);
	} catch (error) {
		throw new NodeOperationError(
			context.getNode(),
			`${allowedIpRanges.label}: ${(error as Error).message}`,
		);
	}
}
