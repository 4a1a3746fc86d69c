import fc from 'fast-check';
import { seed } from '../../property-runs';
import { sized } from './until';
import type { Size, Victim, Workload } from './workload';

/** `npm run test:endurance` is the long form. */
export const { rounds, soakMs, ...burst } = sized(
	{ rounds: 1, texts: 1000, callbacks: 100, soakMs: 10_000 },
	{ rounds: 20, texts: 10_000, callbacks: 300, soakMs: 600_000 },
);
export const usual: Size = { texts: 100, callbacks: 20, perSecond: 5, imports: 3 };
export const load: Size = { ...burst, perSecond: 50, imports: 3 };

/** Which process is killed, and when: each equally often. */
function plan(victims: Victim[]): Array<{ victim: Victim; afterMs: number }> {
	const count = victims.length;
	const order = fc.shuffledSubarray(victims, { minLength: count, maxLength: count });
	const orders = fc.sample(order, { seed, numRuns: Math.ceil(rounds / count) }).flat();
	const moments = fc.sample(fc.noBias(fc.nat(4000)), { seed, numRuns: rounds });
	return moments.map((afterMs, nth) => ({ victim: orders[nth]!, afterMs }));
}

/** Kills each process in its turn, while the workload runs. */
export async function killAll(work: Workload, victims: Victim[]): Promise<void> {
	for (const [nth, { victim, afterMs }] of plan(victims).entries()) {
		process.stdout.write(`Seed ${seed}, round ${nth}: ${victim.name} after ${afterMs} ms\n`);
		await work.round(usual, victim, afterMs);
	}
}
