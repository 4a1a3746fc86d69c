import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../transport/answer';
import { keyParameter } from '../transport/callbackKey';
import { readUnreadBody, webhookRequestOf } from '../n8n/webhookRequest';
import { formPairs, readBody } from './body';

/** A call in any of the forms the service may use: JSON, a form, or GET. */
export class Call {
	/** The parameters of the URL; those that come several times as lists. */
	readonly query: IDataObject;
	readonly authorization: string | undefined;
	/** Who calls, as n8n sees it behind as many proxies as N8N_PROXY_HOPS says. */
	readonly address: string;
	private read: IDataObject | undefined;

	private constructor(private readonly context: IWebhookFunctions) {
		const { originalUrl, ip = '', headers } = webhookRequestOf(context);
		this.query = urlQuery(originalUrl);
		this.authorization = headers.authorization;
		this.address = ip;
	}

	/** A call whose body has been read, whatever it says of its type. */
	static async of(context: IWebhookFunctions): Promise<Call> {
		await readUnreadBody(webhookRequestOf(context));
		return new Call(context);
	}

	/**
	 * The callback: the body, or with GET what the URL carries. It is read when it is asked for, so that
	 * a large one costs nothing where the URL already tells that nobody may call.
	 */
	get body(): IDataObject {
		const isGet = webhookRequestOf(this.context).method === 'GET';
		return (this.read ??= readBody(isGet ? withoutKey(this.query) : bodyOf(this.context)));
	}
}

/** n8n reads at most 1,000 fields of a form, so a form is read from the raw body. */
function bodyOf(context: IWebhookFunctions): IDataObject {
	const { rawBody, headers } = webhookRequestOf(context);
	const type = headers['content-type']?.toLowerCase();
	const isForm = type?.includes('application/x-www-form-urlencoded');
	if (isForm && rawBody) return formPairs(rawBody.toString());
	// A call without a body has none; n8n reads JSON only where the call says that it is JSON.
	const read: unknown = context.getBodyData() ?? {};
	const isUnread = isObject(read) && Object.keys(read).length === 0 && rawBody?.length;
	const given = isUnread ? rawBody.toString() : read;
	const body = typeof given === 'string' ? jsonIn(given) : given;
	return isObject(body) ? body : { body: body as IDataObject[] };
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** n8n reads at most 1,000 parameters of a URL, so they are read from the URL itself. */
function urlQuery(url: string): IDataObject {
	const start = url.indexOf('?');
	return start < 0 ? {} : formPairs(url.slice(start + 1));
}

function withoutKey(query: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(query).filter(([name]) => name !== keyParameter));
}
