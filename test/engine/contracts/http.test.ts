import { CredentialTestContext } from 'n8n-core';
import { NodeApiError, UserError, type IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { blockedByN8n, networkCodeOf, requestInTest } from '../../../nodes/CrmMessaging/n8n/http';
import { RecordingServer } from '../recording-server';
import { node } from './probe';

/** Other answers are in test/engine/credential.test.ts. */
describe('a request in the test of a credential', () => {
	const server = new RecordingServer();

	it('follows no redirect, whose body it has', async () => {
		const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
		server.reply = () => ({ status: 302, headers: { location: '/elsewhere' } });
		const { statusCode, headers, body } = await requestInTest(context, { url: server.url });
		expect([statusCode, headers.location]).toEqual([302, '/elsewhere']);
		const chunks: Uint8Array[] = [];
		for await (const chunk of body) chunks.push(chunk);
		expect(JSON.parse(Buffer.concat(chunks).toString())).toHaveProperty('campaigns');
		expect(server.requests).toHaveLength(1);
	});
});

/** Of what n8n's HTTP helper throws, test/engine/faults/ has it at every endpoint. */
describe('the network’s code of a fault', () => {
	it('is found in the place of the status, as in older versions, and in a cause of a cause', () => {
		const inCause = { httpCode: '500', cause: { cause: { code: 'ECONNRESET' } } };
		const found = [{ httpCode: 'ECONNRESET' }, inCause].map(networkCodeOf);
		expect(found).toEqual(['ECONNRESET', 'ECONNRESET']);
	});

	it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
		'stands for what n8n itself has blocked: %s',
		(name) => {
			const error = Object.assign(new UserError('The request was blocked'), { name });
			// Versions whose errors keep no cause do not block anything either.
			const found = [error, { cause: { cause: error } }].map(networkCodeOf);
			expect(found).toEqual([blockedByN8n, blockedByN8n]);
		},
	);

	it.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'is empty if a connection was made and broke: %s',
		(code) => {
			for (const syscall of ['read', 'write', 'connect']) {
				const fault = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
				const thrown = new NodeApiError(node, fault as never);
				const read = [fault, { cause: fault }, thrown].map(networkCodeOf);
				expect(read).toEqual(Array(3).fill(syscall === 'connect' ? code : ''));
			}
		},
	);

	it('is no status, and none where there is none', () => {
		const endless: Record<string, unknown> = { httpCode: '503' };
		endless.cause = endless;
		expect([networkCodeOf(endless), networkCodeOf(undefined)]).toEqual(['', '']);
	});
});
