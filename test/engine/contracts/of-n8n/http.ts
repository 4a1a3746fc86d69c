import { CredentialTestContext } from 'n8n-core';
import { NodeApiError, UserError, type IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import {
	blockedByN8n,
	networkCodeOf,
	requestInTest,
} from '../../../../nodes/CrmMessaging/n8n/http';
import { RecordingServer } from '../../recording-server';
import { closedAddress, node, type Prober } from '../probe';

export function contract(this: Prober): void {
	describe('a request in the test of a credential', contractOfCredentialTest);
	describe('the network’s code of a fault', contractOfNetworkCode.bind(this));
}

/** The messages of the package's own test are in test/engine/credential.test.ts. */
function contractOfCredentialTest(): void {
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
		const request = requestInTest(context, { url: closedAddress });
		const error = await request.catch((thrown: Error) => thrown);
		expect(networkCodeOf(error)).toBe('ECONNREFUSED');
	});
}

function contractOfNetworkCode(this: Prober): void {
	it('is found in what the HTTP helper throws', async () => {
		const codes: string[] = [];
		await this.run(async (context) => {
			try {
				await context.helpers.httpRequest({ url: closedAddress, method: 'POST', body: {} });
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
			const wrapped = { cause: { cause: error } };
			expect([error, { cause: error }, wrapped].map(networkCodeOf)).toEqual(
				Array(3).fill(blockedByN8n),
			);
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
}
