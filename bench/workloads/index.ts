import { contacts, contactsPerJob, largeContacts } from './contacts';
import { hotels } from './hotels';
import { purchases } from './purchases';
import { push } from './push';
import { sms, smsItemByItem } from './sms';
import { smsExpressions, smsTexts } from './sms-expressions';
import type { Workload } from './workload';

export const workloads: readonly Workload[] = [
	contacts,
	contactsPerJob,
	largeContacts,
	hotels,
	purchases,
	push,
	sms,
	smsItemByItem,
	smsExpressions,
	smsTexts,
];

export function workloadOf(name: string): Workload {
	const found = workloads.find((workload) => workload.name === name);
	if (!found) throw new Error(`The bench has no workload “${name}”`);
	return found;
}
