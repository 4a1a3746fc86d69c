import { Credentials } from 'n8n-core';
import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

type Authenticate = Extract<ICredentialType['authenticate'], (...args: never[]) => unknown>;

/** Credentials held in memory, applied to requests as n8n's server applies stored ones. */
export class TestCredentials extends ICredentialsHelper {
	constructor(
		private readonly types: Map<string, ICredentialType>,
		private readonly stored: Map<string, ICredentialDataDecryptedObject>,
	) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.types.get(type)!.properties;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		type: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.types.get(type)!;
		return await (authenticate as Authenticate)(credentials, requestOptions);
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

	async getDecrypted(
		_: IWorkflowExecuteAdditionalData,
		{ name }: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.stored.get(type);
		if (!data) throw new Error(`The test gives no credential "${type}" (node asks ${name})`);
		return structuredClone(data);
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}
}
