import type { IWebhookFunctions } from 'n8n-workflow';
import { secretsOf } from '../../../nodes/CrmMessaging/callbacks/caller';

/** A trigger with its own credential, which can change. */
class Trigger {
	private static count = 0;
	readonly id = `trigger-${Trigger.count++}`;
	accountSecret = 'first';
	reads = 0;

	async ask(mode = 'webhook', credentialId = 'one'): Promise<string> {
		const credentials = { crmMessagingApi: { id: credentialId, name: 'Aurora' } };
		const { account } = await secretsOf({
			getMode: () => mode,
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id: this.id, credentials }),
			getCredentials: () => {
				this.reads++;
				const account = { baseUrl: 'https://service.example.com', accountId: 'aurora' };
				return Promise.resolve({ ...account, accountSecret: this.accountSecret });
			},
		} as unknown as IWebhookFunctions);
		return account;
	}
}

/** Lets the time run out for which calls share a reading. */
let endSharing: () => void;

beforeEach(() => {
	const clock = new AbortController();
	endSharing = () => clock.abort();
	jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
});

afterEach(() => {
	jest.restoreAllMocks();
});

describe('the account secret of a trigger', () => {
	it('is read once for parallel calls', async () => {
		const trigger = new Trigger();
		const secrets = await Promise.all(Array.from({ length: 200 }, () => trigger.ask()));
		expect(new Set(secrets)).toEqual(new Set(['first']));
		expect(trigger.reads).toBe(1);
	});

	it('is read again after 5 s, so that a change takes effect and no secret is kept', async () => {
		const trigger = new Trigger();
		await trigger.ask();
		trigger.accountSecret = 'second';
		expect(await trigger.ask()).toBe('first');
		expect(AbortSignal.timeout).toHaveBeenCalledWith(5000);
		endSharing();
		expect(await trigger.ask()).toBe('second');
	});

	it('isn’t shared between triggers or credentials', async () => {
		const [one, other] = [new Trigger(), new Trigger()];
		other.accountSecret = 'ofTheOther';
		expect(await Promise.all([one.ask(), other.ask()])).toEqual(['first', 'ofTheOther']);
		one.accountSecret = 'ofAnotherCredential';
		expect(await one.ask('webhook', 'two')).toBe('ofAnotherCredential');
	});
});
