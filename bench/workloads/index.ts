import { contacts } from './contacts';
import { push } from './push';
import { sms, smsEngine } from './sms';
import type { Workload } from './workload';

export const workloads: readonly Workload[] = [contacts, sms, smsEngine, push];

export function workloadOf(name: string): Workload {
	const found = workloads.find((workload) => workload.name === name);
	if (!found) throw new Error(`The bench has no workload “${name}”`);
	return found;
}
