import { CredentialTestContext } from 'n8n-core';
import { NodeApiError, UserError, type IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { blockedByN8n, networkCodeOf, requestInTest } from '../../../nodes/CrmMessaging/n8n/http';
import { RecordingServer } from '../recording-server';
import { node } from './probe';

/** Other answers are in test/engine/credential.test.ts. */
describe('a request in a credential test', () => {
	const server = new RecordingServer();

	it('returns the body of a redirect instead of following it', async () => {
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

/** test/engine/faults/ tests errors of n8n's HTTP helper at every endpoint. */
describe('the network error code', () => {
	it('is found in the status, as in older versions, and in nested causes', () => {
		const inCause = { httpCode: '500', cause: { cause: { code: 'ECONNRESET' } } };
		const found = [{ httpCode: 'ECONNRESET' }, inCause].map(networkCodeOf);
		expect(found).toEqual(['ECONNRESET', 'ECONNRESET']);
	});

	it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
		'shows that n8n itself blocked the request: %s',
		(name) => {
			const error = Object.assign(new UserError('The request was blocked'), { name });
			// Versions whose errors have no cause don't block anything either.
			const found = [error, { cause: { cause: error } }].map(networkCodeOf);
			expect(found).toEqual([blockedByN8n, blockedByN8n]);
		},
	);

	it.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'is empty if an established connection broke: %s',
		(code) => {
			for (const syscall of ['read', 'write', 'connect']) {
				const fault = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
				const thrown = new NodeApiError(node, fault as never);
				const read = [fault, { cause: fault }, thrown].map(networkCodeOf);
				expect(read).toEqual(Array(3).fill(syscall === 'connect' ? code : ''));
			}
		},
	);

	it('is empty for an HTTP status and for no error', () => {
		const endless: Record<string, unknown> = { httpCode: '503' };
		endless.cause = endless;
		expect([networkCodeOf(endless), networkCodeOf(undefined)]).toEqual(['', '']);
	});
});
