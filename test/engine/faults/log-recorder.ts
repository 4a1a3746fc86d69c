import { LoggerProxy } from 'n8n-workflow';
import { textsIn } from '../everything-in';

/** Records n8n's log and the terminal output: create it where tests are declared. */
export class LogRecorder {
	private readonly entries: unknown[] = [];

	constructor() {
		const record = (...entry: unknown[]): void => void this.entries.push(entry);
		beforeAll(() => {
			LoggerProxy.init({ error: record, warn: record, info: record, debug: record });
			for (const stream of [process.stdout, process.stderr]) {
				const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
				jest.spyOn(stream, 'write').mockImplementation((...args: unknown[]) => {
					record(args[0]);
					return write(...args);
				});
			}
		});
		beforeEach(() => {
			this.entries.length = 0;
		});
		afterAll(() => {
			const ignore = (): void => {};
			LoggerProxy.init({ error: ignore, warn: ignore, info: ignore, debug: ignore });
			jest.restoreAllMocks();
		});
	}

	/** Every recorded text. */
	get texts(): string[] {
		return textsIn(this.entries);
	}
}
