/** How the service of the bench behaves. */
export interface ServiceConditions {
	/** Milliseconds that it waits before it answers. */
	latency: number;
	/** Requests that it takes in a second; it turns the others away with 429. Without it, all. */
	perSecond?: number;
}

/** What the sink counted since it was told to begin. */
export interface Counted {
	/** All that came, those that were turned away among them. */
	requests: number;
	/** Those that were turned away. */
	refused: number;
	/** Bytes and entries of those that were not. */
	bytes: number;
	entries: number;
}

/** Lets the sink count anew, and says how it has to behave from now on. */
export async function beginCounting(sinkUrl: string, service: ServiceConditions): Promise<void> {
	await fetch(`${sinkUrl}/begin`, { method: 'PUT', body: JSON.stringify(service) });
}

/** What was counted since. */
export async function takeCounts(sinkUrl: string): Promise<Counted> {
	const answer = await fetch(`${sinkUrl}/counted`);
	return (await answer.json()) as Counted;
}
