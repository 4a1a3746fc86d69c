import type { FaultAction, FaultRule } from './fault-rule';

/** A rule with what happened to it. */
export interface ActiveFault {
	readonly rule: FaultRule;
	/** Matching requests so far. */
	seen: number;
	/** Requests that met with the fault. */
	taken: number;
}

/** The faults the service has been told to have. */
export class FaultList {
	private readonly faults: ActiveFault[] = [];

	/**
	 * Adds a fault.
	 * @returns it, with counters that a test can watch
	 */
	add(rule: FaultRule): ActiveFault {
		const fault: ActiveFault = { rule, seen: 0, taken: 0 };
		this.faults.push(fault);
		return fault;
	}

	/** Ends all faults. */
	clear(): void {
		this.faults.length = 0;
	}

	/** All faults, also those used up, in the order they were added. */
	list(): readonly ActiveFault[] {
		return this.faults;
	}

	/**
	 * Counts a request at every rule it matches; the first rule that is due takes it.
	 * @returns what happens to the request, or undefined when nothing does
	 */
	take(method: string, path: string): FaultAction | undefined {
		const matching = this.faults.filter(({ rule }) => matches(rule, method, path));
		for (const fault of matching) fault.seen++;
		const due = matching.find(
			({ rule, seen, taken }) => seen > (rule.after ?? 0) && taken < (rule.times ?? 1),
		);
		if (due) due.taken++;
		return due?.rule.action;
	}
}

function matches(rule: FaultRule, method: string, path: string): boolean {
	const isMethod = rule.method === undefined || rule.method.toUpperCase() === method;
	// search() ignores the state a regular expression with the g flag carries along.
	return isMethod && (rule.path === undefined || path.search(rule.path) >= 0);
}
