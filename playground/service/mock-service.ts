import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app';
import { type Reservations, sampleReservations } from './booking-api/reservations';
import { createControlRoutes } from './control/control-routes';
import { FaultList } from './faults/faults';
import type { ReceivedRequest } from './http/received-requests';
import { BulkWorker } from './jobs/bulk-worker';
import { CallbackSender } from './jobs/callback-sender';
import {
	type Account,
	type ChosenOptions,
	completeOptions,
	type MockServiceOptions,
} from './options';
import type { Readings } from './readings';
import { generateCampaigns, realisticCampaigns } from './state/campaign-seed';
import type { BulkJob } from './state/records';
import { ServiceState } from './state/service-state';
import { Timers } from './timers';

export type { Account, ChosenOptions, MockServiceOptions } from './options';
export type { ReceivedRequest } from './http/received-requests';
export type { CannedAnswer, FaultAction, FaultRule } from './faults/faults';
export type * from './state/records';

/** A running mock service. */
export interface MockService {
	/** Base URL without a slash at the end. */
	readonly url: string;
	readonly account: Account;
	/** Every API request that arrived, also refused ones, the oldest first. */
	readonly requests: ReceivedRequest[];
	/** The service's memory; the lists are live. */
	readonly state: ServiceState;
	/** How it reads what the document leaves open; set a key to have it read otherwise until the next reset. */
	readonly readings: Readings;
	/** The reservations of the booking systems; the examples fetch them. */
	readonly reservations: Reservations;
	/** Faults on demand. */
	readonly faults: FaultList;
	/**
	 * Ends a queued bulk job now instead of after `processingDelayMs`.
	 *
	 * @returns the job, or undefined when no such job is in the queue
	 */
	endBulkJob(bulkId: string, status: 'processed' | 'failed'): BulkJob | undefined;
	/** Has an ended job's callback called once more that was received, refused or given up. */
	repeatCallback(bulkId: string): void;
	/** Forgets everything: state, requests, faults, queued jobs and callbacks. */
	reset(): void;
	/** Stops listening, drops open connections and cancels everything that would happen later. */
	close(): Promise<void>;
}

/** Starts a mock service. It listens when the promise resolves, which rejects on a busy port. */
export async function startMockService(chosen: ChosenOptions = {}): Promise<MockService> {
	const options = completeOptions(chosen);
	const { account, readings, host } = options;
	const readingsAtStart = { ...readings };
	const requests: ReceivedRequest[] = [];
	const faults = new FaultList();
	const timers = new Timers();
	const state = new ServiceState(() => seedCampaigns(options.campaigns));
	const callbacks = new CallbackSender(state, options, timers);
	const worker = new BulkWorker(state, options, timers, callbacks);
	const reservations = sampleReservations();
	const reset = () => {
		timers.cancelAll();
		worker.clear();
		callbacks.clear();
		faults.clear();
		requests.length = 0;
		Object.assign(readings, readingsAtStart);
		state.reset();
		Object.assign(reservations, sampleReservations());
	};
	const control = createControlRoutes({ options, state, requests, reset });
	const parts = { options, state, requests, faults, timers, worker, control, reservations };
	const server = createServer(createApp(parts));
	await once(server.listen(options.port, host), 'listening');
	return {
		url: `http://${host}:${(server.address() as AddressInfo).port}`,
		account,
		requests,
		state,
		readings,
		reservations,
		faults,
		endBulkJob: (bulkId, status) => worker.end(bulkId, status),
		repeatCallback: (bulkId) => callbacks.repeat(bulkId),
		reset,
		close: async () => {
			timers.cancelAll();
			callbacks.clear();
			const closed = once(server.close(), 'close');
			server.closeAllConnections();
			await closed;
		},
	};
}

function seedCampaigns(campaigns: MockServiceOptions['campaigns']) {
	if (campaigns === undefined) return realisticCampaigns();
	return typeof campaigns === 'number' ? generateCampaigns(campaigns) : [...campaigns];
}
