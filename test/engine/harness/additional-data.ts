import {
	createEmptyRunExecutionData,
	type ICredentialsHelper,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

const refuse = (what: string) => async (): Promise<never> => {
	throw new Error(`The engine harness has no ${what}`);
};

/** An execution's surroundings, as n8n's server describes them; `baseUrl` answers webhooks. */
export function additionalDataFor(
	credentialsHelper: ICredentialsHelper,
	baseUrl: string,
	more: Partial<IWorkflowExecuteAdditionalData> & {
		currentNodeParameters?: INodeParameters;
	} = {},
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		currentNodeExecutionIndex: 0,
		instanceBaseUrl: `${baseUrl}/`,
		restApiUrl: `${baseUrl}/rest`,
		webhookBaseUrl: `${baseUrl}/webhook`,
		webhookTestBaseUrl: `${baseUrl}/webhook-test`,
		webhookWaitingBaseUrl: `${baseUrl}/webhook-waiting`,
		formBaseUrl: `${baseUrl}/form`,
		formTestBaseUrl: `${baseUrl}/form-test`,
		formWaitingBaseUrl: `${baseUrl}/form-waiting`,
		mcpBaseUrl: `${baseUrl}/mcp`,
		mcpTestBaseUrl: `${baseUrl}/mcp-test`,
		variables: {},
		setExecutionStatus: () => {},
		logAiEvent: () => {},
		executeWorkflow: refuse('sub-workflows'),
		startRunnerTask: refuse('task runners'),
		getRuntimeCredential: async () => undefined,
		getRunExecutionData: async () => createEmptyRunExecutionData(),
		...more,
	} as IWorkflowExecuteAdditionalData;
}
