import { CredentialTestContext } from 'n8n-core';
import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { requestInTest } from '../../../../nodes/CrmMessaging/n8n/credentialTest';
import { networkCodeOf } from '../../../../nodes/CrmMessaging/n8n/networkCode';
import { RecordingServer } from '../../recording-server';
import { closedAddress } from '../probe';

/** What the package's own test of a credential says stands in test/engine/credential-test.test.ts. */
export function contract(): void {
	const server = new RecordingServer();
	const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);

	it.each([200, 302, 401, 500])('has the answer %i and its body', async (status) => {
		server.reply = () => ({ status, headers: { location: '/elsewhere' } });
		const headers = { authorization: 'Token token=x' };
		const url = `${server.url}/path`;
		const request = { method: 'GET', url, qs: { limit: 1 }, headers } as const;
		const { statusCode, headers: given, body } = await requestInTest(context, request);
		expect([statusCode, given.location]).toEqual([status, '/elsewhere']);
		const chunks: Uint8Array[] = [];
		for await (const chunk of body) chunks.push(chunk);
		expect(JSON.parse(Buffer.concat(chunks).toString())).toHaveProperty('campaigns');
		expect(server.requests).toMatchObject([
			{ method: 'GET', url: '/path?limit=1', authorization: 'Token token=x' },
		]);
	});

	it('fails with the code of the network', async () => {
		const url = await closedAddress();
		const error = await requestInTest(context, { url }).catch((thrown: Error) => thrown);
		expect(networkCodeOf(error)).toBe('ECONNREFUSED');
	});
}
