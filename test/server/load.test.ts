import { activated, postGuests } from './harness/import-jobs';
import { inRow, split, start, text } from './harness/import-workflow';
import { startPlayground } from './harness/playground';
import { setUp } from './harness/set-up';
import {
	type Answered,
	callUntil,
	processed,
	repeated,
	signedPath,
	started,
	steadily,
} from './harness/trigger-calls';
import { sized, until } from './harness/until';

/** `npm run test:load` is the long form. */
const { seconds, bursts, sends } = sized(
	{ seconds: 5, bursts: 1, sends: 1 },
	{ seconds: 60, bursts: 5, sends: 5 },
);
const perSecond = 20;
const perBurst = 200;
const perSend = 10_000;
const limitMs = sized(240_000, 900_000);

const playground = setUp(startPlayground);

/** The phone numbers of one send. */
const phones = (send: number): string[] =>
	Array.from({ length: perSend }, (_, nth) => `+346${send}${String(nth).padStart(7, '0')}`);

const succeededOf = (workflowId: string) =>
	playground().client.countExecutions({ workflowId, status: ['success'] });

/** Sends one after the other, so that they last as long as the callbacks. */
async function sendAll(workflowId: string): Promise<void> {
	for (let send = 0; send < sends; send++) {
		await postGuests(playground(), 'text', phones(send));
		await until(
			`send ${send} to succeed`,
			async () => (await succeededOf(workflowId)) > send,
			limitMs,
		);
	}
}

/** n8n rejects calls while its database is busy. */
const isAccepted = ({ status }: Answered): boolean => status !== 503;

/** Every tenth callback comes twice, as if its answer had been lost. */
async function callAll(url: string): Promise<Answered[]> {
	const call = (name: string) => async (nth: number) => {
		const token = `${name}-${nth}`;
		const answer = await callUntil(isAccepted, url, token, 200);
		if (nth % 10 === 0) again.push(await callUntil(isAccepted, url, token, 200));
		return answer;
	};
	const again: Answered[] = [];
	const answers = await steadily(seconds * perSecond, perSecond, call('steady'));
	for (let burst = 0; burst < bursts; burst++) {
		const calls = Array.from({ length: perBurst }, (_, nth) => call(`burst-${burst}`)(nth));
		answers.push(...(await Promise.all(calls)));
	}
	expect(again.map(({ message }) => message)).toEqual(again.map(() => repeated));
	return answers;
}

test(
	'each callback starts one execution and each message arrives once under load',
	async () => {
		const { url, client, service } = playground();
		const trigger = await activated(playground(), inRow('Processed', processed));
		const greeting = text('=Hello {{ $json.user_id }}');
		const send = await activated(playground(), inRow('Text', start('text'), split, greeting));

		const [answers] = await Promise.all([
			callAll(url + signedPath(service.account.accountSecret)),
			sendAll(send.id),
		]);

		expect(answers).toHaveLength(seconds * perSecond + bursts * perBurst);
		const other = answers.filter(({ message }) => message !== started);
		expect(other).toEqual([]);
		// Each of these calls started one execution, and nothing else did.
		await until(
			'all executions to succeed',
			async () => (await succeededOf(trigger.id)) === answers.length,
			limitMs,
		);
		expect(await client.countExecutions({ workflowId: trigger.id })).toBe(answers.length);

		const reached = service.state.smsDeliveries.map(({ phone_number }) => phone_number);
		const wanted = Array.from({ length: sends }, (_, nth) => phones(nth)).flat();
		expect(reached.sort()).toEqual(wanted.sort());
	},
	limitMs,
);
