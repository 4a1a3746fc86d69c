import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse as parseForm } from 'node:querystring';
import express from 'express';
import type { Request, Response } from 'express';

/** Answers a request to one address. */
export type WebhookHandler = (request: Request, response: Response) => Promise<void>;

/** A real HTTP server for webhooks that reads bodies as n8n's server does. */
export class WebhookServer {
	private readonly handlers = new Map<string, WebhookHandler>();
	private readonly server: Server;

	/** @param onWaiting answers all calls for waiting executions */
	constructor(private readonly onWaiting: WebhookHandler) {
		const app = express();
		app.set('query parser', 'extended');
		app.use(express.raw({ type: () => true, limit: '16mb' }));
		app.use(async (request, response) => {
			const refuse = (code: number, message: string) =>
				response.status(code).json({ code, message });
			if (!readBody(request)) return refuse(422, 'Failed to parse request body');
			const handler = this.handlerFor(request);
			if (!handler) return refuse(404, 'The webhook is not registered.');
			return await handler(request, response);
		});
		this.server = createServer(app);
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async start(): Promise<void> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	/** Answers the calls to a URL with one method. */
	on(method: string, url: string, handler: WebhookHandler): void {
		this.handlers.set(`${method} ${new URL(url).pathname}`, handler);
	}

	private handlerFor({ method, path }: Request): WebhookHandler | undefined {
		return path.startsWith('/webhook-waiting/')
			? this.onWaiting
			: this.handlers.get(`${method} ${path}`);
	}
}

/** Puts the body where n8n puts it; false if it doesn't match its content type. */
function readBody(request: Request): boolean {
	const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
	const contentType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
	Object.assign(request, { rawBody, contentType, encoding: 'utf-8', body: {} });
	const text = rawBody.toString('utf-8');
	if (!text) return true;
	if (contentType === 'application/x-www-form-urlencoded') {
		request.body = parseForm(text, undefined, undefined, { maxKeys: 1000 });
	} else if (contentType === 'text/plain') {
		request.body = text;
	} else if (contentType === 'application/json') {
		try {
			request.body = JSON.parse(text) as unknown;
		} catch {
			return false;
		}
	}
	return true;
}
