import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../transport/answer';
import { readUnreadBody, webhookRequestOf } from '../n8n/webhookRequest';
import { formPairs, jsonIn, readBody, readForm } from './body';

/** A call in any of the forms the service may use: JSON, a form, or GET. */
export class Call {
	/** The parameters of the URL; those that come several times as lists. */
	readonly query: IDataObject;
	readonly authorization: string | undefined;
	/** Who calls, as n8n sees it behind as many proxies as N8N_PROXY_HOPS says. */
	readonly address: string;
	private read: IDataObject | undefined;

	private constructor(
		private readonly context: IWebhookFunctions,
		private readonly ownParameters: readonly string[],
	) {
		const { originalUrl, ip = '', headers } = webhookRequestOf(context);
		this.query = urlQuery(originalUrl);
		this.authorization = headers.authorization;
		this.address = ip;
	}

	/**
	 * A call whose body has been read, whatever it says of its type.
	 *
	 * @param ownParameters those of the URL that n8n and the node have put there
	 */
	static async of(context: IWebhookFunctions, ownParameters: readonly string[]): Promise<Call> {
		await readUnreadBody(webhookRequestOf(context));
		return new Call(context, ownParameters);
	}

	/**
	 * The callback: the body, or what the URL carries where the body is empty, as with GET. It is read
	 * when it is asked for, so that a large one costs nothing where the URL already tells that nobody
	 * may call.
	 */
	get body(): IDataObject {
		return (this.read ??= readBody(this.content()));
	}

	private content(): IDataObject {
		const said = Object.entries(this.query).filter(
			([name]) => !this.ownParameters.includes(name),
		);
		const isGet = webhookRequestOf(this.context).method === 'GET';
		const body = isGet ? {} : bodyOf(this.context);
		if (isGet || (isEmpty(body) && said.length > 0)) return Object.fromEntries(said);
		return isObject(body) ? body : { body: body as IDataObject[] };
	}
}

/** n8n reads at most 1,000 fields of a form, so a form is read from the raw body. */
function bodyOf(context: IWebhookFunctions): unknown {
	const { rawBody, headers } = webhookRequestOf(context);
	const type = headers['content-type']?.toLowerCase();
	const isForm = type?.includes('application/x-www-form-urlencoded');
	if (isForm && rawBody) return readForm(rawBody.toString());
	// A call without a body has none; n8n reads JSON only where the call says that it is JSON.
	const read: unknown = context.getBodyData() ?? {};
	const isUnread = isObject(read) && Object.keys(read).length === 0 && rawBody?.length;
	const given = isUnread ? rawBody.toString() : read;
	return typeof given === 'string' ? jsonIn(given) : given;
}

/** Whether a body says nothing: none, an empty object or list, or blanks. */
function isEmpty(body: unknown): boolean {
	if (typeof body === 'string') return body.trim() === '';
	return typeof body === 'object' && (body === null || Object.keys(body).length === 0);
}

/** n8n reads at most 1,000 parameters of a URL, so they are read from the URL itself. */
function urlQuery(url: string): IDataObject {
	const start = url.indexOf('?');
	return start < 0 ? {} : formPairs(url.slice(start + 1));
}
