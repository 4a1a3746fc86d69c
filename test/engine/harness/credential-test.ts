import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	INodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

/** Tests a credential by the function that a node has for it, in n8n-core's context, as n8n's server does. */
export async function testCredential(
	{ description, methods }: INodeType,
	type: string,
	data: ICredentialDataDecryptedObject,
	additionalData: IWorkflowExecuteAdditionalData,
): Promise<INodeCredentialTestResult> {
	const used = description.credentials?.find(({ name }) => name === type);
	const test = methods?.credentialTest?.[used?.testedBy as string];
	if (!test) throw new Error(`${description.name} does not test the credential ${type}`);
	const context = new CredentialTestContext(additionalData);
	return await test.call(context, { id: '1', name: 'Account', type, data });
}
