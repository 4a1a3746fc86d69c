import { NodeApiError, UserError } from 'n8n-workflow';
import { blockedByN8n, networkCodeOf } from '../../../../nodes/CrmMessaging/n8n/networkCode';
import { closedAddress, node, type Prober } from '../probe';

export function contract(this: Prober): void {
	it('is found in what the HTTP helper throws', async () => {
		const url = await closedAddress();
		const codes: string[] = [];
		await this.run(async (context) => {
			try {
				await context.helpers.httpRequest({ url, method: 'POST', body: {} });
			} catch (error) {
				codes.push(
					networkCodeOf(error),
					networkCodeOf(new NodeApiError(node, error as never)),
				);
			}
			return [];
		});
		expect(codes).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
	});

	it.each([
		['the place of the status, as older versions have it', { httpCode: 'ECONNRESET' }],
		['a cause of a cause', { httpCode: '500', cause: { cause: { code: 'ECONNRESET' } } }],
	])('is found in %s', (_, error) => {
		expect(networkCodeOf(error)).toBe('ECONNRESET');
	});

	it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
		'stands for what n8n itself has blocked: %s',
		(name) => {
			const error = Object.assign(new UserError('The request was blocked'), { name });
			// Versions whose errors keep no cause do not block anything either.
			const wrapped = { cause: { cause: error } };
			expect([error, { cause: error }, wrapped].map(networkCodeOf)).toEqual(
				Array(3).fill(blockedByN8n),
			);
		},
	);

	it.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'is empty where a connection was there and the way is gone: %s',
		(code) => {
			const faultOf = (syscall: string) =>
				Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
			for (const syscall of ['read', 'write', 'connect']) {
				const fault = faultOf(syscall);
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
}
