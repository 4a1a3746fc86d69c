import { Credentials } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

type Authenticate = Extract<ICredentialType['authenticate'], (...args: never[]) => unknown>;

/** The part of n8n's server that applies stored credentials to requests, for one that is held in memory. */
function credentialsHelper(types: Map<string, ICredentialType>, stored: IDataObject | undefined) {
	const helper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: (type) => types.get(type)!.properties,
		authenticate: async (credentials, type, request) =>
			await (types.get(type)!.authenticate as Authenticate)(
				credentials,
				request as IHttpRequestOptions,
			),
		// No credential of the package asks for a token before a request.
		preAuthentication: async () => undefined,
		runPreAuthentication: async () => undefined,
		getCredentials: async ({ id, name }: INodeCredentialsDetails, type) =>
			new Credentials({ id, name }, type),
		getDecrypted: async (_, { name }) => {
			if (!stored) throw new Error(`The test gives no credential (node asks ${name})`);
			return structuredClone(stored) as ICredentialDataDecryptedObject;
		},
	};
	return helper as ICredentialsHelper;
}

/**
 * An execution's surroundings, as n8n's server describes them.
 *
 * @param credential data of the package's credential
 * @param baseUrl answers webhooks
 */
export function surroundings(
	credentialTypes: Map<string, ICredentialType>,
	credential: IDataObject | undefined,
	baseUrl: string,
	more: Partial<IWorkflowExecuteAdditionalData> = {},
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: credentialsHelper(credentialTypes, credential),
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
