import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Sentence } from '../../../nodes/CrmMessaging/catalogue/sentence';
import { newRow } from '../../../nodes/CrmMessaging/engine/prepare';
import type { Row } from '../../../nodes/CrmMessaging/engine/row';
import { InputError } from '../../../nodes/CrmMessaging/fields/inputError';
import { ServiceClient } from '../../../nodes/CrmMessaging/service/client';
import { runs } from '../../property-runs';

type Property<Values extends [unknown, ...unknown[]]> = [
	...arbitraries: { [K in keyof Values]: fc.Arbitrary<Values[K]> },
	holds: (...values: Values) => void,
];

/** Checks a property with fast-check's usual number of runs. */
export function forAll<Values extends [unknown, ...unknown[]]>(...property: Property<Values>) {
	fc.assert(fc.property(...property));
}

/** Checks a property a number of times, multiplied by PROPERTY_TIMES. */
export function forMany<Values extends [unknown, ...unknown[]]>(
	times: number,
	...property: Property<Values>
) {
	fc.assert(fc.property(...property), { numRuns: runs(times) });
}

/** The sentence with which a rule refuses; undefined when it accepts. Any other error is thrown. */
export function refusal(read: () => unknown): Sentence | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		if (error instanceof InputError) {
			return error.where.length === 0 ? error.problem : error.sentence;
		}
		throw error;
	}
}

/** Any JSON value whose numbers JavaScript holds exactly. */
export const jsonValue: fc.Arbitrary<unknown> = fc.jsonValue().map((value) => {
	const exact = (_key: string, inner: unknown) =>
		typeof inner === 'number' && Math.abs(inner) > Number.MAX_SAFE_INTEGER ? 0 : inner;
	return JSON.parse(JSON.stringify(value), exact) as unknown;
});

/** A row of an item, before it is sent. */
export function rowOf(item: number, body: IDataObject = {}, more: Partial<Row> = {}): Row {
	return { ...newRow(item, 0, { envelope: {}, body }), ...more };
}

interface Answer {
	status: number;
	headers?: Record<string, string | undefined>;
	text?: string;
}

/** A client of a service that answers each request as a test says. */
export function clientOf(
	answer: () => Answer,
	tries: number,
	{ accountSecret = 'account-secret', canceled }: ClientSettings = {},
): ServiceClient {
	const httpRequestWithAuthentication = async () => {
		const { status, headers = {}, text = '' } = answer();
		return { statusCode: status, headers, body: Readable.from([Buffer.from(text)]) };
	};
	const account = { baseUrl: 'https://api.example.com', accountId: '42', accountSecret };
	const getExecutionCancelSignal = () => canceled;
	const context = { helpers: { httpRequestWithAuthentication }, getExecutionCancelSignal };
	return new ServiceClient(context, account, undefined, tries);
}

interface ClientSettings {
	accountSecret?: string;
	canceled?: AbortSignal;
}
