import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

/** What the service does with a request: whether it takes it, and how it answers. */
export interface Mood {
	name: string;
	takes: boolean;
	/** The status; left out, the connection is reset. */
	status?: number;
	headers?: Record<string, string>;
	/** What becomes of a good answer; left out, it says nothing but an error. */
	answer?: (good: IDataObject) => unknown;
	/** Only half of the answer arrives. */
	cut?: boolean;
}

const good = (answer: IDataObject): unknown => answer;
const withDeliveries = (change: (list: IDataObject[]) => unknown[]) => (answer: IDataObject) =>
	Array.isArray(answer.deliveries)
		? { ...answer, deliveries: change(answer.deliveries as IDataObject[]) }
		: answer;
const refusals = [400, 401, 403, 413, 422, 429].map((status) => ({
	name: `refuses with ${status}`,
	takes: false,
	status,
}));
const failures = [500, 502, 503, 504].flatMap((status) =>
	[true, false].map((takes) => ({
		name: `${takes ? 'takes it and' : ''} fails with ${status}`,
		takes,
		status,
	})),
);

/** Takes a request and answers as it should. */
export const kind: Mood = { name: 'is kind', takes: true, status: 200, answer: good };

/** Every way in which a service or the way to it can be. */
export const moods: Mood[] = [
	kind,
	...refusals,
	...failures,
	{ name: 'is busy', takes: false, status: 503, headers: { 'retry-after': '0' } },
	{ name: 'hangs up', takes: false },
	{ name: 'takes it and hangs up', takes: true },
	{ ...kind, name: 'hangs up in its answer', cut: true },
	{ ...kind, name: 'answers with a page', answer: () => '<html></html>' },
	{ ...kind, name: 'answers with nothing', answer: () => ({}) },
	{ ...kind, name: 'gives no result', answer: withDeliveries(() => []) },
	{ ...kind, name: 'gives too few results', answer: withDeliveries((list) => list.slice(1)) },
	{ ...kind, name: 'gives too many', answer: withDeliveries((list) => [...list, ...list]) },
];

/** A service that takes requests and answers them by its moods, and knows what it took. */
export class MoodyService {
	private readonly server: Server;
	/** How often each recipient was reached, by name. */
	readonly reached = new Map<string, number>();
	/** Whom it rejected: they are not reached, and a person's retry sends to them again. */
	readonly rejected = new Set<string>();
	private coming: Mood[] = [];
	private slowness: number[] = [];

	constructor() {
		this.server = createServer((request, response) => {
			this.take(request, response).catch(() => request.socket.destroy());
		});
	}

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Forgets everything; its moods come in this order, and then it is kind. */
	begin(coming: readonly Mood[], slowness: readonly number[]): void {
		this.reached.clear();
		this.rejected.clear();
		this.coming = [...coming];
		this.slowness = [...slowness];
	}

	private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
		const mood = this.coming.shift() ?? kind;
		await pause(this.slowness.shift() ?? 0);
		const path = new URL(request.url!, this.url).pathname;
		if (mood.takes) {
			for (const name of recipientsOf(body)) {
				if (body.deliveries && isRejected(name)) this.rejected.add(name);
				this.reached.set(name, (this.reached.get(name) ?? 0) + 1);
			}
		}
		if (mood.status === undefined) {
			request.socket.resetAndDestroy();
			return;
		}
		const content = mood.answer?.(answerTo(path, body)) ?? { error: 'no' };
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		const bytes = Buffer.from(text);
		response.writeHead(mood.status, { ...mood.headers, 'content-length': bytes.length });
		if (mood.cut)
			response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
		else response.end(bytes);
	}
}

/** A body, as far as the rounds look at it. */
interface Body {
	deliveries?: Array<{ phone_number?: string; device_id?: string }>;
	contacts?: Array<{ user_id: string }>;
	purchase?: { transaction_code: string };
	uuid?: string;
	name?: string;
}

/** Whom a request reaches, by the names that the rounds give them. */
function recipientsOf({ deliveries, contacts = [], purchase, uuid }: Body): string[] {
	if (deliveries)
		return deliveries.map(({ phone_number, device_id }) => phone_number ?? device_id!);
	if (purchase) return [purchase.transaction_code];
	return uuid === undefined ? contacts.map(({ user_id }) => user_id) : [uuid];
}

/** Every tenth recipient is one whom it does not know. */
function isRejected(name: string): boolean {
	return name.endsWith('0');
}

/** What a good service answers (docs/service.md); it rejects every tenth recipient. */
function answerTo(path: string, body: Body): IDataObject {
	const results = body.deliveries?.map(({ phone_number, device_id }, at) => ({
		valid: !isRejected(phone_number ?? device_id!),
		delivery_id: `d${at}`,
		...(device_id === undefined ? {} : { device_id }),
	}));
	if (path.endsWith('/push/deliveries')) return { deliveries: [results ?? []] };
	if (results) return { deliveries: results };
	if (path.endsWith('/hotel_data')) return { hotel_data: { uuid: body.uuid, name: body.name } };
	return { _id: 'job', status: 'queued' };
}
