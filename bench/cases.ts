import type { BenchCase } from './bench-case';
import { mostItems } from './contenders/contender';
import type { ContenderName } from './contenders/contender';
import type { ServiceConditions } from './counted';
import type { BenchOptions } from './options';
import { contacts, contactsPerJob, largeContacts } from './workloads/contacts';
import { hotels } from './workloads/hotels';
import { purchases } from './workloads/purchases';
import { push } from './workloads/push';
import { sms, smsItemByItem } from './workloads/sms';
import { smsExpressions, smsTexts } from './workloads/sms-expressions';
import type { Workload } from './workloads/workload';

/** A workload at one size and under one condition; its contenders are measured beside each other. */
export interface CaseGroup extends Pick<BenchCase, 'items' | 'warmUp' | 'service' | 'measure'> {
	/** For `--only`, e.g. `contacts-100000` or `sms-10000-warm`. */
	name: string;
	/** What it is measured under, behind the workload's title. */
	condition: string;
	workload: Workload;
	contenders: ContenderName[];
	heapLimit?: number;
	/** Processes for each contender, where one tells enough. */
	runs?: number;
}

/** A group as it is declared: what is left out is usual. */
interface Declared extends Partial<CaseGroup> {
	workload: Workload;
	items: number;
	contenders: ContenderName[];
	/** Items with `--quick`; without it, the group is left out there. */
	quickItems?: number;
	/** Behind the workload and the size in its name. */
	ending?: string;
}

/** Items that a process runs over before the measured run: some, or as many as warm it wholly. */
const warmUps = { usual: 1000, quick: 200, warm: 20_000 } as const;

const beside: ContenderName[] = ['node', 'plain', 'batched'];

/** In a fresh process. The one-an-item contender is there once; more items cost it the same each. */
const fresh: Declared[] = [contacts, sms, push].flatMap((workload) => [
	{ workload, items: 10_000, quickItems: 10_000, contenders: [...beside, 'single', 'idle'] },
	{ workload, items: 100_000, contenders: [...beside, 'idle'] },
]);

/** In a process that has done the same before, as n8n's server has. */
const warm: Declared[] = [contactsPerJob, sms, push].flatMap((workload) =>
	[10_000, 100_000].map((items) => ({
		workload,
		items,
		contenders: beside,
		warmUp: warmUps.warm,
		ending: '-warm',
		condition: 'warm process',
		quickItems: items === 10_000 ? items : undefined,
	})),
);

/** A service that answers after a while. */
const latencies = [0, 50, 100, 200] as const;
const waiting: Declared[] = [
	{ workload: purchases, items: 100, quickly: true },
	{ workload: hotels, items: 200 },
	{ workload: sms, items: 20_000, quickly: true },
	{ workload: contacts, items: 20_000 },
].flatMap(({ workload, items, quickly }) =>
	latencies.map((latency) => ({
		workload,
		items,
		service: { latency },
		contenders: ['node', 'plain', 'node20', 'plain20', 'batched', 'single'],
		ending: `-at-${latency}-ms`,
		condition: `${latency} ms a request`,
		quickItems: quickly && latency === 100 ? items : undefined,
	})),
);

/** A service that takes ten requests a second, and answers within a tenth of it. */
const limits: ServiceConditions = { latency: 20, perSecond: 10 };
const limited: Declared = {
	workload: purchases,
	items: 100,
	quickItems: 30,
	service: limits,
	contenders: ['node', 'node20', 'plain', 'plain20', 'paced'],
	ending: '-limited',
	condition: 'a service that allows 10 requests a second',
};

const expressions: Declared[] = [
	...[smsExpressions, smsTexts].map((workload) => ({
		workload,
		items: 10_000,
		quickItems: 2000,
		contenders: ['node', 'plain', 'single'] satisfies ContenderName[],
	})),
	{ workload: smsItemByItem, items: 1000, quickItems: 200, contenders: ['node', 'single'] },
];

/** Live memory at its peak, and whether a process of 2 GB takes the largest case. */
const gigabytes2 = 2048;
const memory: Declared[] = [
	{ workload: contacts, items: 100_000, quickItems: 10_000, ...inMemory() },
	{ workload: largeContacts, items: 300_000, ...inMemory(gigabytes2) },
	{
		workload: largeContacts,
		items: 300_000,
		...inMemory(gigabytes2),
		measure: 'time',
		ending: '',
		condition: 'in a process of 2 GB',
	},
];

function inMemory(heapLimit?: number): Omit<Declared, 'workload' | 'items'> {
	return {
		contenders: ['node', 'plain', 'idle'],
		measure: 'memory',
		runs: 1,
		heapLimit,
		ending: '-memory',
		condition: 'all garbage collected again and again',
	};
}

const declared: Declared[] = [...fresh, ...warm, ...waiting, limited, ...expressions, ...memory];

function complete({ quickItems, ending = '', ...group }: Declared, quick: boolean): CaseGroup[] {
	const items = quick ? quickItems : group.items;
	if (items === undefined) return [];
	return [
		{
			condition: '',
			measure: 'time',
			service: { latency: 0 },
			warmUp: quick ? warmUps.quick : warmUps.usual,
			...group,
			name: `${group.workload.name}-${items}${ending}`,
			items,
		},
	];
}

/** What `--only` and `--quick` leave. */
export function groupsFor({ only, quick }: Pick<BenchOptions, 'only' | 'quick'>): CaseGroup[] {
	return declared
		.flatMap((group) => complete(group, quick))
		.filter(({ name }) => name.includes(only));
}

/** How many items a contender runs over in a group. */
export function itemsOf(contender: ContenderName, { items }: CaseGroup, quick: boolean): number {
	const most = mostItems[contender] ?? Infinity;
	return Math.min(items, quick ? most / 5 : most);
}
