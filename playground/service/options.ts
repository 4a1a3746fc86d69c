import { type Readings, USUAL_READINGS } from './readings';
import type { Campaign } from './state/records';

/** The one account the mock service knows. */
export interface Account {
	/** The `account_id` of the paths. */
	id: string;
	/** Secret of the campaign list, hotel data, sync_data and bulk reads (document: Authentication, 3). */
	accountSecret: string;
	/** Secret of push and SMS sending (document: Authentication, 2). */
	masterSecret: string;
	/** The `app_id`s push sending accepts (document: Authentication, 4). */
	appIds: string[];
}

/** Everything about a mock service that a test or a person may choose. */
export interface MockServiceOptions {
	/** Port to listen on; 0 takes any free one. */
	port: number;
	/** Address to listen on. */
	host: string;
	account: Account;
	/** How long a bulk job stays in the queue. */
	processingDelayMs: number;
	/** Waits between the tries of a callback; one try more than there are waits. */
	callbackRetryDelaysMs: number[];
	/** How long one try of a callback may take. */
	callbackTimeoutMs: number;
	/** Campaigns to start with: these, a number of generated ones, or (left out) seven realistic ones. */
	campaigns: Campaign[] | number | undefined;
	/** How it reads what the document leaves open; while it runs, they may be changed. */
	readings: Readings;
	/** Email validations the account can pay for; an import with more emails is not validated. */
	emailCredits: number;
	/** Largest accepted request body; above it the answer is 413. */
	maxBodyBytes: number;
	/** The webhook of the example workflow, to which the page's buttons post booking events. */
	bookingWebhookUrl: string;
	/** The workflow in n8n that takes those events, for the page's link; it may become known later. */
	workflowUrl: () => string | undefined;
}

/** Options that differ from the defaults. */
export type ChosenOptions = Partial<Omit<MockServiceOptions, 'readings'>> & {
	readings?: Partial<Readings>;
};

/** The demo account; the terminal shows its secrets. */
export const DEMO_ACCOUNT: Account = {
	id: 'demo-hotel',
	accountSecret: 'demo-account-secret',
	masterSecret: 'demo-master-secret',
	appIds: ['hotel-app'],
};

/** Wait times of callback retries as observed of the service, in minutes: 5, 5, 10, 10, 30, 60, 120. */
export const CALLBACK_RETRY_DELAYS_MS = [5, 5, 10, 10, 30, 60, 120].map((m) => m * 60_000);

/** Fills in what the caller left out. */
export function completeOptions(chosen: ChosenOptions): MockServiceOptions {
	return {
		port: 0,
		host: '127.0.0.1',
		account: DEMO_ACCOUNT,
		processingDelayMs: 1_500,
		callbackRetryDelaysMs: CALLBACK_RETRY_DELAYS_MS,
		callbackTimeoutMs: 30_000,
		campaigns: undefined,
		emailCredits: Infinity,
		maxBodyBytes: 20 * 1024 * 1024,
		bookingWebhookUrl: 'http://localhost:5678/webhook/crm-messaging-booking',
		workflowUrl: () => undefined,
		...chosen,
		readings: { ...USUAL_READINGS, ...chosen.readings },
	};
}
