import { readFileSync } from 'node:fs';

/** Lets a process be inspected; its log shows at which address. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

interface Answer {
	id?: number;
	result?: {
		result?: { value?: unknown; objectId?: string };
		objects?: { objectId: string };
		exceptionDetails?: { exception?: { description?: string } };
	};
	error?: { message: string };
}

/** A process as a debugger sees it: its memory, and how many objects of a class there are. */
export class InspectedProcess {
	private count = 0;
	private readonly asked = new Map<number, (answer: Answer) => void>();

	private constructor(private readonly socket: WebSocket) {
		socket.addEventListener('message', ({ data }) => {
			const answer = JSON.parse(String(data)) as Answer;
			if (answer.id !== undefined) this.asked.get(answer.id)?.(answer);
		});
	}

	/** @param logFile of a process that was started with `inspectable` */
	static async open(logFile: string): Promise<InspectedProcess> {
		const [url] = /ws:\/\/127\.0\.0\.1:\d+\/[-\w]+/.exec(readFileSync(logFile, 'utf8')) ?? [];
		if (!url) throw new Error(`The process of ${logFile} does not let itself be inspected.`);
		const socket = new WebSocket(url);
		await new Promise((resolve, reject) => {
			socket.addEventListener('open', resolve);
			socket.addEventListener('error', () => reject(new Error(`Nobody answers at ${url}.`)));
		});
		return new InspectedProcess(socket);
	}

	close(): void {
		this.socket.close();
	}

	/** The value of an expression in that process. */
	async value<T>(expression: string): Promise<T> {
		const asked = { expression, includeCommandLineAPI: true, returnByValue: true };
		return (await this.ask('Runtime.evaluate', asked)).result?.result?.value as T;
	}

	/** Megabytes in use when all garbage is gone. */
	async heapMb(): Promise<number> {
		for (let time = 0; time < 3; time++) await this.ask('HeapProfiler.collectGarbage');
		return (await this.value<number>('process.memoryUsage().heapUsed')) / 1e6;
	}

	/**
	 * The result of a function of all living objects of a class, which a loaded module exports.
	 *
	 * @param file how the module's path ends
	 * @param look the source of a function that is given the list of them
	 */
	async ofAll<T>(file: string, name: string, look = '(all) => all.length'): Promise<T> {
		const path = `Object.keys(require.cache).find((key) => key.endsWith(${JSON.stringify(file)}))`;
		const group = { objectGroup: 'looked-at' };
		const { result } = await this.ask('Runtime.evaluate', {
			expression: `require(${path}).${name}.prototype`,
			includeCommandLineAPI: true,
			...group,
		});
		const prototypeObjectId = result?.result?.objectId;
		if (!prototypeObjectId) throw new Error(`${file} with ${name} is not loaded.`);
		const { objects } = (
			await this.ask('Runtime.queryObjects', { prototypeObjectId, ...group })
		).result!;
		const answer = await this.ask('Runtime.callFunctionOn', {
			objectId: objects!.objectId,
			returnByValue: true,
			functionDeclaration: `function () { return (${look})(this); }`,
		});
		// A debugger keeps what it has looked at until it releases it.
		await this.ask('Runtime.releaseObjectGroup', group);
		return answer.result?.result?.value as T;
	}

	private async ask(method: string, params: object = {}): Promise<Answer> {
		const id = ++this.count;
		const answer = await new Promise<Answer>((resolve) => {
			this.asked.set(id, resolve);
			this.socket.send(JSON.stringify({ id, method, params }));
		});
		this.asked.delete(id);
		const thrown = answer.result?.exceptionDetails?.exception?.description;
		const problem = answer.error?.message ?? thrown;
		if (problem) throw new Error(`${method}: ${problem}`);
		return answer;
	}
}
