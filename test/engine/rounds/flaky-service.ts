import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import { namedIn } from '../every-operation/endpoint-cases';
import { factsOf } from '../every-operation/endpoint-facts';
import { everyOperation } from '../every-operation/operations';
import { RecordingServer, type RecordedRequest } from '../recording-server';

/** The service's reaction to a request: whether it accepts it, and its answer. */
export interface Reaction {
	name: string;
	accepts: boolean;
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
	accepts: false,
	status,
}));
const failures = [500, 502, 503, 504].flatMap((status) =>
	[true, false].map((accepts) => ({
		name: `${accepts ? 'accepts it and' : ''} fails with ${status}`,
		accepts,
		status,
	})),
);

/** Accepts a request and answers correctly. */
export const success: Reaction = { name: 'accepts it', accepts: true, status: 200, answer: good };

/** Every way in which the service or the network can react. */
export const allReactions: Reaction[] = [
	success,
	...refusals,
	...failures,
	{ name: 'is busy', accepts: false, status: 503, headers: { 'retry-after': '0' } },
	{ name: 'hangs up', accepts: false },
	{ name: 'accepts it and hangs up', accepts: true },
	{ ...success, name: 'hangs up in its answer', cut: true },
	{ ...success, name: 'answers with a page', answer: () => '<html></html>' },
	{ ...success, name: 'answers with nothing', answer: () => ({}) },
	{ ...success, name: 'gives no result', answer: withDeliveries(() => []) },
	{ ...success, name: 'gives too few results', answer: withDeliveries((list) => list.slice(1)) },
	{ ...success, name: 'gives too many', answer: withDeliveries((list) => [...list, ...list]) },
];

/** A service that reacts to each request in one of these ways, and records what it accepted. */
export class FlakyService {
	private readonly server = new RecordingServer();
	/** How often each recipient was reached, by name. */
	readonly reached = new Map<string, number>();
	/** Rejected recipients: they aren't reached, and a user's retry sends to them again. */
	readonly rejected = new Set<string>();
	private reactions: Reaction[] = [];
	private delays: number[] = [];

	get url(): string {
		return this.server.url;
	}

	/** Forgets everything; its reactions come in this order, and then it accepts everything. */
	begin(reactions: readonly Reaction[], delays: readonly number[]): void {
		this.reached.clear();
		this.rejected.clear();
		this.reactions = [...reactions];
		this.delays = [...delays];
		this.server.answer = (response, request) => void this.receive(request, response);
	}

	private async receive(request: RecordedRequest, response: ServerResponse): Promise<void> {
		const body = JSON.parse(request.body || '{}') as Body;
		const reaction = this.reactions.shift() ?? success;
		await pause(this.delays.shift() ?? 0);
		const path = new URL(request.url!, this.url).pathname;
		if (reaction.accepts) {
			for (const name of recipientsOf(path, body)) {
				if (body.deliveries && isRejected(name)) this.rejected.add(name);
				this.reached.set(name, (this.reached.get(name) ?? 0) + 1);
			}
		}
		if (reaction.status === undefined) {
			response.req.socket.resetAndDestroy();
			return;
		}
		const content = reaction.answer?.(answerTo(request.method!, path, body)) ?? { error: 'no' };
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		const bytes = Buffer.from(text);
		response.writeHead(reaction.status, {
			...reaction.headers,
			'content-length': bytes.length,
		});
		if (reaction.cut)
			response.write(bytes.subarray(0, bytes.length / 2), () =>
				response.req.socket.destroy(),
			);
		else response.end(bytes);
	}
}

/** A request body, with the keys that the rounds read. */
type Body = IDataObject & { deliveries?: IDataObject[] };

/** The name of a recipient of the rounds. */
export function recipientName(at: number): string {
	return `+34600${String(at).padStart(6, '0')}`;
}

/** The recipients of a request: one for each part of it that names them. */
function recipientsOf(path: string, body: Body): string[] {
	const segments = path.split('/').map(decodeURIComponent);
	return namedIn([segments, body], (text) => (/^\+34600\d{6}$/.test(text) ? text : undefined));
}

/** Every tenth recipient is unknown to the service. */
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

/** The example of an answer, for another recipient. */
function answerFor(example: IDataObject, name: string): IDataObject {
	return JSON.parse(JSON.stringify(example).replaceAll('guest-1', name)) as IDataObject;
}

function patternOf({ path }: Endpoint): RegExp {
	return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}
