import fc from 'fast-check';
import { runnableForms } from '../every-operation/runnable-forms';
import { FuzzBench, settings } from './fuzz-bench';
import { strangeJson } from './strange-values';

const statuses = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom(200, 201) },
	{ weight: 1, arbitrary: fc.constantFrom(202, 204, 206, 300, 304, 401, 404, 413, 429, 503) },
	{ weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }) },
);

const known = ['deliveries', 'campaigns', 'bulk', 'hotel_data', '_id', 'uuid', 'status', 'id'];
const words = ['valid', 'delivery_id', 'device_id', 'error', 'errors', 'message'];
const json = strangeJson([...known, ...words]);

/** Answers that are nearly what is asked for, and others. */
const bodies = fc.oneof(
	json,
	fc.record({ deliveries: fc.oneof(fc.array(json), fc.array(fc.array(json))) }),
	fc.record({ campaigns: fc.array(json) }),
	fc.record({ bulk: json }),
	fc.record({ _id: json, status: json, error: json }),
	fc.record({ hotel_data: json }),
	fc.constantFrom<unknown>('[', '{"deliveries": [', '\ud800', '<html>', `${'['.repeat(5000)}`),
	fc.constant(`{"deliveries": ${'['.repeat(2000)}${']'.repeat(2000)}}`),
	fc.constant(`{"error": ${'['.repeat(2000)}"deep"${']'.repeat(2000)}}`),
);

/** Names that a header may have, and values that are none of those it should have. */
const headers = fc.dictionary(
	fc.constantFrom('retry-after', 'location', 'content-type', 'x-request-id'),
	fc.constantFrom('', '-1', '1e9', '0', 'soon', 'application/json', 'http://[', 'image/png'),
	{ maxKeys: 2 },
);

jest.setTimeout(600_000);

describe('whatever the service answers', () => {
	const bench = new FuzzBench();
	const sending = runnableForms.filter(({ preview }) => preview === undefined);

	it.each(sending)('$name ends in a result or names the item', async (operation) => {
		await fc.assert(
			fc.asyncProperty(statuses, bodies, headers, async (status, body, head) => {
				const action = { respond: { status, body, headers: head } };
				const items = [
					{ json: operation.goodItem },
					{ json: operation.goodItem },
					{ json: operation.goodItem },
				];
				await bench.expectSoundEnd(
					{ ...operation, mayBeSilent: status < 300 },
					items,
					action,
				);
			}),
			settings(8),
		);
	});
});
