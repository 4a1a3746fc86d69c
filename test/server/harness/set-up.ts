/** How long a start may take: an n8n is ready after about 10 seconds, one of several processes after a minute. */
export const startLimitMs = 180_000;

/** Starts something for the tests of a file or a block, and stops it after them. Returns a getter. */
export function setUp<T extends { stop(): Promise<unknown> }>(start: () => Promise<T>): () => T {
	let started: T | undefined;
	beforeAll(async () => {
		started = await start();
	}, startLimitMs);
	afterAll(() => started?.stop(), 60_000);
	return () => started!;
}
