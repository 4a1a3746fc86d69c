import type { INodeProperties } from 'n8n-workflow';
import { CrmMessagingApi } from '../../credentials/CrmMessagingApi.credentials';
import { operations } from '../../nodes/CrmMessaging/actions';
import { formOf, triggerProperties } from '../../nodes/CrmMessaging/editor/form';
import { madeUpOperations } from '../engine/every-operation/made-up';

/** Every form by its name, also one with operations that only the tests know. */
export const forms: Readonly<Record<string, INodeProperties[]>> = {
	action: formOf(operations, operations[0]!.resource),
	trigger: triggerProperties,
	credential: new CrmMessagingApi().properties,
	madeUp: formOf(madeUpOperations, madeUpOperations[0]!.resource),
};
