import type { OperationWithCallback } from '../callbacks/waitForResult';
import { wrongSetting } from '../catalogue/runs';
import { RunStop } from '../engine/errors';
import type { Operation } from '../engine/operation';
import { commonValue } from '../engine/read/expressions/parameterReader';
import { textOf } from '../fields/values';
import type { Execution } from '../n8n/execution';
import { failureOfSentence } from '../service/failure';
import { bulkJobGet, bulkJobWaitUntilProcessed } from './bulkJob/bulkJob.operations';
import { campaignGetAll } from './campaign/getAll.operation';
import { contactUpsert } from './contact/upsert.operation';
import { hotelCreate } from './hotel/create.operation';
import { purchaseUpsert } from './purchase/upsert.operation';
import { pushSend } from './push/send.operation';
import { smsSend } from './sms/send.operation';

/**
 * All operations. Forms and n8n's action panel use this order: the most common tasks come first.
 */
export const operations: ReadonlyArray<Operation | OperationWithCallback> = [
	smsSend,
	contactUpsert,
	purchaseUpsert,
	pushSend,
	campaignGetAll,
	hotelCreate,
	bulkJobGet,
	bulkJobWaitUntilProcessed,
];

/** @throws RunStop if no operation has that name */
export function chosenOperation(
	execution: Execution,
	among: typeof operations = operations,
): Operation | OperationWithCallback {
	const { parameters } = execution.node;
	const [resource, operation] = ['resource', 'operation'].map((name) =>
		textOf(commonValue(execution, parameters[name], name) ?? ''),
	) as [string, string];
	const chosen = among.find(
		(one) => one.resource.name === resource && one.choice.name === operation,
	);
	if (chosen) return chosen;
	const sentence = wrongSetting.unknownOperation({ resource, operation });
	const failure = failureOfSentence('input', sentence, { ofRun: true });
	throw new RunStop({ items: [], failure }, { when: 'beforeSending' });
}
