import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { requestAdvice } from '../../../nodes/CrmMessaging/catalogue/requests';
import { guests, smsToGuests } from '../message-forms';
import { NodeRunner } from '../node-runner';
import { credentialFor } from '../running-service';

/** The system says the same of a host that cannot be reached as of one that no longer can be. */
describe('a connection whose way is gone', () => {
	const node = new NodeRunner();
	const clients: Socket[] = [];
	let arrived = 0;
	let fault = { code: '', syscall: '' };
	const keep = (message: unknown) => void clients.push((message as { socket: Socket }).socket);
	const server = createServer((request) => {
		arrived++;
		request.resume().on('end', () => {
			const error = new Error(`${fault.syscall} ${fault.code}`);
			for (const client of clients) client.destroy(Object.assign(error, fault));
		});
	});

	beforeAll(async () => {
		subscribe('net.client.socket', keep);
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
	});
	afterAll(() => {
		unsubscribe('net.client.socket', keep);
		server.closeAllConnections();
		server.close();
	});

	it.each([
		['EHOSTUNREACH', 'read'],
		['ENETUNREACH', 'read'],
		['EHOSTUNREACH', 'write'],
	])(
		'with %s when it is to %s, leaves open what became of the request',
		async (code, syscall) => {
			arrived = 0;
			fault = { code, syscall };
			const { port } = server.address() as AddressInfo;
			const credential = credentialFor(`http://127.0.0.1:${port}`);
			const { error } = await node.run(smsToGuests, { items: guests(1), credential });
			expect(arrived).toBe(1);
			expect(error?.message).toBe(
				`The connection to 127.0.0.1:${port} broke before an answer came [item 0]`,
			);
			expect(error?.description).toContain(requestAdvice.mayBeAccepted);
		},
	);
});
