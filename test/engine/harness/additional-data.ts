import type { ICredentialsHelper, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

/** An execution's surroundings, as n8n's server describes them; `baseUrl` answers webhooks. */
export function additionalDataFor(
	credentialsHelper: ICredentialsHelper,
	baseUrl: string,
	more: Partial<IWorkflowExecuteAdditionalData> = {},
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		currentNodeExecutionIndex: 0,
		instanceBaseUrl: `${baseUrl}/`,
		restApiUrl: `${baseUrl}/rest`,
		webhookBaseUrl: `${baseUrl}/webhook`,
		webhookTestBaseUrl: `${baseUrl}/webhook-test`,
		webhookWaitingBaseUrl: `${baseUrl}/webhook-waiting`,
		formWaitingBaseUrl: `${baseUrl}/form-waiting`,
		variables: {},
		setExecutionStatus: () => {},
		logAiEvent: () => {},
		getRuntimeCredential: async () => undefined,
		...more,
	} as IWorkflowExecuteAdditionalData;
}
