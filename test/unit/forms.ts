import type { INodeProperties } from 'n8n-workflow';
import { CrmMessagingApi } from '../../credentials/CrmMessagingApi.credentials';
import { form } from '../../nodes/CrmMessaging/actions';
import { triggerProperties } from '../../nodes/CrmMessaging/callbacks/trigger';

/** Every form by its name. */
export const forms: Readonly<Record<string, INodeProperties[]>> = {
	action: form,
	trigger: triggerProperties,
	credential: new CrmMessagingApi().properties,
};
