import { LoggerProxy } from 'n8n-workflow';
import { textsIn } from '../everything-in';

/** Keeps what n8n logs and what is written to the terminal: call it where tests are declared. */
export class KeptLog {
	private readonly kept: unknown[] = [];

	constructor() {
		const keep = (...entry: unknown[]): void => void this.kept.push(entry);
		beforeAll(() => {
			LoggerProxy.init({ error: keep, warn: keep, info: keep, debug: keep });
			for (const stream of [process.stdout, process.stderr]) {
				const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
				jest.spyOn(stream, 'write').mockImplementation((...args: unknown[]) => {
					keep(args[0]);
					return write(...args);
				});
			}
		});
		beforeEach(() => {
			this.kept.length = 0;
		});
		afterAll(() => {
			const ignore = (): void => {};
			LoggerProxy.init({ error: ignore, warn: ignore, info: ignore, debug: ignore });
			jest.restoreAllMocks();
		});
	}

	/** Every text in it. */
	get texts(): string[] {
		return textsIn(this.kept);
	}
}
