import { Credentials, getAdditionalKeys } from 'n8n-core';
import { ICredentialsHelper, NodeHelpers } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	ICredentialType,
	IExecuteData,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/** Credentials held in memory, applied to requests as n8n's server applies stored ones. */
export class TestCredentials extends ICredentialsHelper {
	constructor(
		private readonly types: Map<string, ICredentialType>,
		private readonly stored: Map<string, ICredentialDataDecryptedObject>,
	) {
		super();
	}

	getParentTypes(name: string): string[] {
		const parents = this.types.get(name)?.extends ?? [];
		return parents.flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.type(type).properties;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type(typeName);
		if (typeof authenticate !== 'function') {
			throw new Error(`The credential type "${typeName}" authenticates by a function`);
		}
		return await authenticate(credentials, requestOptions);
	}

	/** No credential of the package asks for a token before a request. */
	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(details: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		return new Credentials({ id: details.id, name: details.name }, type);
	}

	/** Defaults are filled in and expressions resolved, as they are for a stored credential. */
	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolve?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.stored.get(type);
		if (!data)
			throw new Error(`The test gives no credential "${type}" (node asks ${details.name})`);
		const own = structuredClone(data);
		if (raw) return own;
		const complete = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			own as INodeParameters,
			true,
			false,
			null,
			null,
		) as INodeParameters;
		if (!resolve) return complete as ICredentialDataDecryptedObject;
		return resolve.workflow.expression.getParameterValue(
			complete,
			resolve.runExecutionData,
			resolve.runIndex,
			resolve.itemIndex,
			resolve.node.name,
			resolve.connectionInputData,
			mode,
			getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
			executeData,
			false,
			complete,
		) as ICredentialDataDecryptedObject;
	}

	async updateCredentials(
		_details: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.stored.set(type, data);
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('The engine harness keeps no OAuth tokens');
	}

	private type(name: string): ICredentialType {
		const type = this.types.get(name);
		if (!type) throw new Error(`The package has no credential type "${name}"`);
		return type;
	}
}
