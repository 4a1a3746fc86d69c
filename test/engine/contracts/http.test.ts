import { NodeApiError, UserError } from 'n8n-workflow';
import { blockedByN8n, networkCodeOf } from '../../../nodes/CrmMessaging/n8n/http';
import { node } from './probe';

/** test/engine/credential.test.ts tests `requestInTest`, test/engine/faults/ n8n's HTTP helper at every endpoint. */
describe('the network error code', () => {
	it('is found in the status, as in older versions, and in nested causes', () => {
		const inCause = { httpCode: '500', cause: { cause: { code: 'ECONNRESET' } } };
		const found = [{ httpCode: 'ECONNRESET' }, inCause].map(networkCodeOf);
		expect(found).toEqual(['ECONNRESET', 'ECONNRESET']);
	});

	it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
		'shows a block by n8n: %s',
		(name) => {
			const error = Object.assign(new UserError('The request was blocked'), { name });
			// Versions whose errors have no cause don't block anything either.
			const found = [error, { cause: { cause: error } }].map(networkCodeOf);
			expect(found).toEqual([blockedByN8n, blockedByN8n]);
		},
	);

	it.each(['read', 'write', 'connect'])('is empty if a connection broke: %s', (syscall) => {
		for (const code of ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']) {
			const fault = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
			const thrown = new NodeApiError(node, fault as never);
			const read = [fault, { cause: fault }, thrown].map(networkCodeOf);
			expect(read).toEqual(Array(3).fill(syscall === 'connect' ? code : ''));
		}
	});

	it('is empty for an HTTP status and for no error', () => {
		const endless: Record<string, unknown> = { httpCode: '503' };
		endless.cause = endless;
		expect([networkCodeOf(endless), networkCodeOf(undefined)]).toEqual(['', '']);
	});
});
