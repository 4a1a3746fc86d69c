import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { seed } from '../../property-runs';
import { activated, ImportJobs, postGuests, type Running, endStoredWaits } from './import-jobs';
import { until } from './playground';
import type { Restartable } from './queue-mode/data-stores';
import {
	aggregate,
	guests,
	inRow,
	reportTo,
	type Results,
	split,
	start,
	submit,
	text,
	type Answered,
	callTrigger,
	processed,
	repeated,
	signedPath,
	started,
} from './workflows';

/** What is killed. */
export interface Victim extends Omit<Restartable, 'stop'> {
	name: string;
	/** Whether executions that run are lost with it. */
	losesRuns: boolean;
	/** Lets n8n find executions whose end it couldn't store. */
	findLost?(): Promise<void>;
}

/** An n8n of one or several processes, and what is next to it. */
interface Setting extends Running {
	/** What workflows report to, and their reports. */
	desk: { url: string; reports: unknown[] };
	/** How long n8n takes to notice that a process is gone. */
	noticedMs: number;
}

/** A round of work. */
export interface Size {
	texts: number;
	callbacks: number;
	/** Callbacks a second. */
	perSecond: number;
}

/** Imports that wait at the same time, each for its own result. */
const imports = 3;

/** A test's size in its short form, which `npm run test:e2e` runs, or with LONG=1 in its long one. */
export const sized = <T>(short: T, long: T): T => (process.env.LONG === '1' ? long : short);

/** `npm run test:endurance` is the long form. */
export const { rounds, soakMs, ...burst } = sized(
	{ rounds: 1, texts: 300, callbacks: 40, soakMs: 5000 },
	{ rounds: 20, texts: 10_000, callbacks: 300, soakMs: 600_000 },
);
export const usual: Size = { texts: 100, callbacks: 20, perSecond: 5 };
export const load: Size = { ...burst, perSecond: 50 };

/** Kills each process in its turn, each equally often, while the workload runs. */
export async function killAll(work: Workload, victims: Victim[]): Promise<void> {
	const moments = fc.sample(fc.noBias(fc.nat(4000)), { seed, numRuns: rounds });
	for (const [nth, afterMs] of moments.entries()) {
		const victim = victims[(seed + nth) % victims.length]!;
		process.stdout.write(`Seed ${seed}, round ${nth}: ${victim.name} after ${afterMs} ms\n`);
		await work.round(usual, victim, afterMs);
	}
}

/** How long n8n may take to restart and receive the callbacks that failed. */
const limitMs = 240_000;

/** Messages, callbacks and waits in progress at the same time, and the checks afterwards. */
type Workload = Awaited<ReturnType<typeof prepareWorkload>>;

/** Publishes the workflows of a workload. */
export async function prepareWorkload(setting: Setting) {
	const { client, service, desk, noticedMs } = setting;
	const textFive = text('Hello', { batchSize: 5, parallelRequests: 2 });
	const texting = await activated(setting, inRow('Text', start('text'), split, textFive));
	const trigger = await activated(setting, inRow('Processed', processed));
	const waits = [start('import'), split, submit, aggregate, reportTo(desk.url)];
	const importing = await activated(setting, inRow('Import', ...waits));
	const jobs = new ImportJobs(() => setting);
	/** n8n remembers the callbacks of earlier ones. */
	let rounds = 0;

	/** Does a round of work, and checks the result. A victim is killed in the middle of it. */
	async function round(size: Size, victim?: Victim, afterMs = 0): Promise<void> {
		const nthRound = ++rounds;
		service.reset();
		desk.reports.length = 0;
		if (victim)
			service.faults.add({ path: /sms/, times: size.texts, action: { delayMs: 300 } });

		const earlier = new Set((await client.executions(trigger.id)).map(({ id }) => id));
		for (let nth = 0; nth < imports; nth++) {
			await postGuests(setting, 'import', guests(10));
			await jobs.waiting(nth);
		}

		const phones = Array.from(
			{ length: size.texts },
			(_, index) =>
				`+346${String(nthRound).padStart(3, '0')}${String(index).padStart(5, '0')}`,
		);
		await postGuests(setting, 'text', phones);
		// At a rate, however long they take.
		const calls = Array.from({ length: size.callbacks }, async (_, index) => {
			await pause((index * 1000) / size.perSecond);
			return await callUntilReceived(`round-${nthRound}-${index}`);
		});
		jobs.end(0);
		await pause(afterMs);
		await victim?.kill();
		// The service calls while it's gone, and once it's back.
		jobs.end(1);
		await victim?.replace();
		jobs.end(2);
		const answers = await Promise.all(calls);
		await pause(noticedMs);
		await victim?.findLost?.();
		await settled();

		const reached = service.state.smsDeliveries.map(({ phone_number }) => phone_number);
		expect([...new Set(reached)]).toEqual(reached);
		expect(service.state.bulkJobs).toHaveLength(imports);
		const losesRuns = victim?.losesRuns ?? false;
		const tokens = answers.map(({ token }) => token);
		await expectStarted(tokens, earlier, losesRuns);
		const [sent] = await client.executions(texting.id);
		if (!losesRuns) expect(sent!.status).toBe('success');
		if (!victim) {
			expect(reached.sort()).toEqual(phones);
			expect(answers.filter(({ message }) => message !== started)).toEqual([]);
			const again = await Promise.all(tokens.map((one) => callUntilReceived(one)));
			expect(again.filter(({ message }) => message !== repeated)).toEqual([]);
		}
		await expectReported(losesRuns);
	}

	/** Retries, as the service does, until an answer after which it would stop. */
	async function callUntilReceived(token: string): Promise<Answered> {
		const address = setting.url + signedPath(service.account.accountSecret);
		const end = Date.now() + limitMs;
		for (;;) {
			const answer = await callTrigger(address, token);
			// n8n answers 200 to everything in a moment of its start; the service would never call again.
			if (answer.status === 200 && answer.message) return answer;
			if (Date.now() > end) throw new Error(`n8n never received ${token}.`);
			await pause(300);
		}
	}

	/** Waits until nothing is in progress and n8n has noticed what was lost. */
	async function settled(): Promise<void> {
		// n8n may have answered a callback while it was starting.
		await endStoredWaits(setting.waitStore);
		await jobs.allEnded(importing, limitMs);
		await pause(noticedMs);
		// An execution that ran for a moment, and was killed or waits again, may be left.
		await jobs.allEnded(importing, limitMs);
		const isOver = async () => {
			const { length: before } = service.requests;
			await pause(2000);
			return service.requests.length === before;
		};
		await until('the last message', isOver, limitMs);
	}

	/**
	 * Every answered callback has started an execution and is in its data, unless the execution was
	 * lost: n8n then stores only its failure.
	 */
	async function expectStarted(
		tokens: string[],
		earlier: ReadonlySet<string>,
		losesRuns: boolean,
	): Promise<void> {
		const found: Array<string | undefined> = [];
		for (const { id } of await client.executions(trigger.id)) {
			if (earlier.has(id)) continue;
			const { data } = await client.execution(id);
			found.push(tokens.find((token) => data.includes(`"${token}"`)));
		}
		const overwritten = found.filter((token) => token === undefined).length;
		if (!losesRuns) expect(overwritten).toBe(0);
		// Overwritten data doesn't show which callback it was, so only the counts are compared.
		const missing = tokens.filter((token) => !found.includes(token)).length;
		expect({ missing }).toEqual({ missing: overwritten });
	}

	/**
	 * Every result that n8n answered 200 is in a report, unless its execution was running when its
	 * process was killed.
	 */
	async function expectReported(losesRuns: boolean): Promise<void> {
		const reports = desk.reports as Results[];
		for (const [nth, { webhook_url }] of jobs.all.entries()) {
			const [, id = ''] = /webhook-waiting\/(\d+)/.exec(webhook_url) ?? [];
			const { status } = await client.execution(id);
			const report = reports.find(({ execution }) => execution === id);
			// n8n may mark an execution as crashed when it starts, and still run it to its end.
			if (!losesRuns) expect(['success', 'crashed']).toContain(status);
			if (losesRuns && status !== 'success') continue;
			const isReceived = jobs.statuses(nth).includes(200);
			// A callback whose answer was lost may have been received anyway.
			const valid = isReceived ? true : (report?.results[0]?.[1] ?? null);
			expect(report?.results).toEqual(guests(10).map((guest) => [guest, valid]));
		}
	}

	return { round };
}
