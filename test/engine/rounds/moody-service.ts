import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import { namedIn } from '../every-operation/endpoint-cases';
import { factsOf } from '../every-operation/endpoint-facts';
import { everyOperation } from '../every-operation/operations';
import { RecordingServer, type RecordedRequest } from '../recording-server';

/** The service's reaction to a request: whether it accepts it, and how it answers. */
export interface Mood {
	name: string;
	takes: boolean;
	/** The status; left out, the connection is reset. */
	status?: number;
	headers?: Record<string, string>;
	/** Changes a good answer; left out, there is only an error. */
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
	private readonly server = new RecordingServer();
	/** How often each recipient was reached, by name. */
	readonly reached = new Map<string, number>();
	/** Rejected recipients: they aren't reached, and a person's retry sends to them again. */
	readonly rejected = new Set<string>();
	private coming: Mood[] = [];
	private slowness: number[] = [];

	get url(): string {
		return this.server.url;
	}

	/** Forgets everything; its moods come in this order, and then it is kind. */
	begin(coming: readonly Mood[], slowness: readonly number[]): void {
		this.reached.clear();
		this.rejected.clear();
		this.coming = [...coming];
		this.slowness = [...slowness];
		this.server.answer = (response, request) => void this.take(request, response);
	}

	private async take(request: RecordedRequest, response: ServerResponse): Promise<void> {
		const body = JSON.parse(request.body || '{}') as Body;
		const mood = this.coming.shift() ?? kind;
		await pause(this.slowness.shift() ?? 0);
		const path = new URL(request.url!, this.url).pathname;
		if (mood.takes) {
			for (const name of recipientsOf(path, body)) {
				if (body.deliveries && isRejected(name)) this.rejected.add(name);
				this.reached.set(name, (this.reached.get(name) ?? 0) + 1);
			}
		}
		if (mood.status === undefined) {
			response.req.socket.resetAndDestroy();
			return;
		}
		const content = mood.answer?.(answerTo(request.method!, path, body)) ?? { error: 'no' };
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		const bytes = Buffer.from(text);
		response.writeHead(mood.status, { ...mood.headers, 'content-length': bytes.length });
		if (mood.cut)
			response.write(bytes.subarray(0, bytes.length / 2), () =>
				response.req.socket.destroy(),
			);
		else response.end(bytes);
	}
}

/** A body, as far as the rounds look at it. */
type Body = IDataObject & { deliveries?: IDataObject[] };

/** The name of a recipient of the rounds. */
export function recipientName(at: number): string {
	return `+34600${String(at).padStart(6, '0')}`;
}

/** The recipients of a request: each once for every part of it that names them. */
function recipientsOf(path: string, body: Body): string[] {
	const segments = path.split('/').map(decodeURIComponent);
	return namedIn([segments, body], (text) => (/^\+34600\d{6}$/.test(text) ? text : undefined));
}

/** Every tenth recipient is one whom it does not know. */
function isRejected(name: string): boolean {
	return name.endsWith('0');
}

/** The answer of openapi.yaml, in which every tenth recipient of a message is rejected. */
function answerTo(method: string, path: string, body: Body): IDataObject {
	const { endpoint } = everyOperation.find(
		({ endpoint: one }) => one.method === method && patternOf(one).test(path),
	)!;
	const { answer } = factsOf(endpoint);
	const [name = ''] = recipientsOf(path, body);
	if (!body.deliveries) return answerFor(answer, name);
	const [first] = answer.deliveries as Array<IDataObject | IDataObject[]>;
	const results = body.deliveries.map((delivery, at) => {
		const [to = ''] = recipientsOf('', delivery);
		const result = answerFor([first].flat()[0] as IDataObject, to);
		return { ...result, valid: !isRejected(to), delivery_id: `d${at}` };
	});
	return { deliveries: Array.isArray(first) ? [results] : results };
}

/** The example of an answer, as it is for another recipient. */
function answerFor(example: IDataObject, name: string): IDataObject {
	return JSON.parse(JSON.stringify(example).replaceAll('guest-1', name)) as IDataObject;
}

function patternOf({ path }: Endpoint): RegExp {
	return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}
