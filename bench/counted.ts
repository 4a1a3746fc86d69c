/** What the sink counted since it was asked last. */
export interface Counted {
	requests: number;
	bytes: number;
	entries: number;
}

/** Takes the counts, which begin anew. */
export async function takeCounts(sinkUrl: string): Promise<Counted> {
	const answer = await fetch(`${sinkUrl}/counted`);
	return (await answer.json()) as Counted;
}
