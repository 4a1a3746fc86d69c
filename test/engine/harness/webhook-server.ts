import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse as parseForm } from 'node:querystring';
import express from 'express';
import type { Request, Response } from 'express';

/** Answers a request to one address. */
export type WebhookHandler = (request: Request, response: Response) => Promise<void>;

/** A real HTTP server that takes calls for webhooks and reads their bodies as n8n's does. */
export class WebhookServer {
	private readonly handlers = new Map<string, WebhookHandler>();
	private server: Server | undefined;
	private waiting: WebhookHandler | undefined;
	url = '';

	async start(): Promise<void> {
		const app = express();
		app.set('query parser', 'extended');
		app.use(express.raw({ type: () => true, limit: '16mb' }));
		app.use(async (request, response) => {
			if (!readBody(request)) {
				response.status(422).json({ code: 422, message: 'Failed to parse request body' });
				return;
			}
			const handler = this.handlerFor(request);
			if (handler) await handler(request, response);
			else
				response.status(404).json({ code: 404, message: 'The webhook is not registered.' });
		});
		this.server = createServer(app).listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async stop(): Promise<void> {
		if (!this.server) return;
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	/** Takes the calls to `/webhook/…` of one method. */
	on(method: string, pathname: string, handler: WebhookHandler): void {
		this.handlers.set(`${method} ${pathname}`, handler);
	}

	/** Takes all calls for executions that wait. */
	onWaiting(handler: WebhookHandler): void {
		this.waiting = handler;
	}

	private handlerFor({ method, path }: Request): WebhookHandler | undefined {
		return path.startsWith('/webhook-waiting/')
			? this.waiting
			: this.handlers.get(`${method} ${path}`);
	}
}

/** Puts the body where n8n puts it; false when it is not what its content type says. */
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
