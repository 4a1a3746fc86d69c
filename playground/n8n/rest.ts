import { setTimeout as pause } from 'node:timers/promises';

/** How often, and after which time, is looked again where n8n is busy. */
const looks = 60;
const lookAgainMs = 500;

/** n8n's REST API as its editor uses it: a cookie, and an id of the browser the cookie is bound to. */
export class RestSession {
	private cookie = '';

	constructor(readonly url: string) {}

	private async fetch(method: string, path: string, body?: unknown): Promise<Response> {
		const answer = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				'browser-id': 'playground',
				// n8n may close an idle connection at the moment of the next call.
				connection: 'close',
				...(this.cookie && { cookie: this.cookie }),
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const [cookie] = answer.headers.getSetCookie();
		if (cookie) this.cookie = cookie.split(';')[0] ?? '';
		return answer;
	}

	/** One call below `/rest`; rejects with n8n's own words when it is refused. */
	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await this.patiently(method, `/rest${path}`, body);
		const text = await answer.text();
		if (!answer.ok) throw new Error(`n8n ${answer.status} to ${method} ${path}: ${text}`);
		return (JSON.parse(text) as { data: T }).data;
	}

	/** A request that only reads is repeated while n8n runs and its database doesn't answer. */
	private async patiently(method: string, path: string, body?: unknown): Promise<Response> {
		for (let look = 1; ; look++) {
			const answer = await this.fetch(method, path, body);
			if (answer.status !== 503 || method !== 'GET' || look === looks) return answer;
			await answer.text();
			await pause(lookAgainMs);
		}
	}

	/** Whether this n8n has anything at a path below `/rest`. */
	async has(path: string): Promise<boolean> {
		return (await this.fetch('GET', `/rest${path}`)).status !== 404;
	}

	/** Any path of the server, such as an icon. */
	get(path: string): Promise<Response> {
		return this.fetch('GET', path);
	}
}
