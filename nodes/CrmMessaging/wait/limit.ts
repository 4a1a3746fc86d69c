import type { INodeProperties } from 'n8n-workflow';
import { isAbsent } from '../fields/field';
import { InputError, quote } from '../fields/inputError';
import { noExpression } from '../engine/formValues';
import type { NodeParameters } from '../engine/parameters';

/** Minutes; a day is more than the service takes, and an end that people can live with. */
const usual = 24 * 60;

/** The control of the time after which a run no longer waits. */
export const waitLimitProperty: INodeProperties = {
	displayName: 'Wait Limit (Minutes)',
	name: 'waitLimit',
	noDataExpression: true,
	type: 'number',
	default: usual,
	typeOptions: { minValue: 0 },
	description:
		'How long to wait for the callbacks at most; what was not called back then comes out without one',
};

/**
 * Reads how long a run waits at most.
 *
 * @returns milliseconds
 * @throws InputError where it is no number above 0
 */
export function readWaitLimit(parameters: NodeParameters): number {
	const { name, displayName } = waitLimitProperty;
	if (parameters.isExpression(name)) throw noExpression(waitLimitProperty);
	const given = parameters.of(0).value(name);
	const minutes = isAbsent(given) ? usual : Number(given);
	if (!Number.isFinite(minutes) || minutes <= 0) {
		throw new InputError(`must be a number of minutes above 0, not ${quote(given)}`, [
			displayName,
		]);
	}
	if (minutes < 1) {
		parameters.hints.add(
			`A ${displayName} of less than a minute may end up to a minute late, since n8n looks once a minute for executions to resume.`,
		);
	}
	return minutes * 60_000;
}
