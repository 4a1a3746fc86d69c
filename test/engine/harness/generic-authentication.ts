import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INode,
	Workflow,
} from 'n8n-workflow';

/** Applies an `authenticate` given as data (`type: 'generic'`): its expressions see `$credentials`. */
export function authenticateGenerically(
	{ properties }: IAuthenticateGeneric,
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
	workflow: Workflow,
	node: INode,
): IHttpRequestOptions {
	const resolve = (value: string): string =>
		value.startsWith('=')
			? String(
					workflow.expression.getSimpleParameterValue(
						node,
						value,
						'internal',
						{ $credentials: credentials },
						undefined,
						'',
					) ?? '',
				)
			: value;
	const request = requestOptions as unknown as Record<string, IDataObject>;
	for (const [place, values] of Object.entries(properties)) {
		const target = (request[place] ??= {});
		for (const [key, value] of Object.entries(values as Record<string, string>)) {
			target[resolve(key)] = resolve(value);
		}
	}
	return requestOptions;
}
