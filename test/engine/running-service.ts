import type { IDataObject } from 'n8n-workflow';
import type { ChosenOptions, MockService } from '../../playground/service/mock-service';
import { startMockService } from './harness';

/** Secrets that occur nowhere else, so that a test can search for them in the result of a run. */
export const account = {
	id: 'aurora-hotels',
	accountSecret: 'account-secret-7f3a9c',
	masterSecret: 'master-secret-b81d42',
	appIds: ['guest-app'],
};

/** A mock service and the n8n credential of its account. */
export interface RunningService {
	service: MockService;
	/** Data of the credential; spread it to change a field. */
	credential: IDataObject;
}

/** Starts the service for a test file: `service.reset()` before each test, `service.close()` at the end. */
export async function startService(options: ChosenOptions = {}): Promise<RunningService> {
	const service = await startMockService({ account, ...options });
	return { service, credential: credentialFor(service.url) };
}

/** Data of the n8n credential of the account, for a service at any address. */
export function credentialFor(baseUrl: string): IDataObject {
	return {
		baseUrl,
		accountId: account.id,
		accountSecret: account.accountSecret,
		masterSecret: account.masterSecret,
	};
}
