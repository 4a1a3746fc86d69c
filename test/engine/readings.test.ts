import { changes } from '../../nodes/CrmMessaging/service/endpoints';
import { EVERY_READING } from '../../playground/service/readings';
import { everyEndpoint, guests } from './every-operation/cases';
import { OperationRunner } from './every-operation/operation-runner';
import { ofImports } from './readings/of-imports';
import { ofMessages } from './readings/of-messages';
import type { Seen } from './readings/reading';

jest.setTimeout(60_000);

describe('if the service reads', () => {
	const node = new OperationRunner({
		processingDelayMs: 100,
		emailCredits: 1,
		callbackRetryDelaysMs: Array<number>(20).fill(50),
	});
	const seen: Seen = { ...ofMessages(node), ...ofImports(node) };

	describe.each(EVERY_READING)('$name as $choice', ({ name, choice }) => {
		beforeEach(() => {
			Object.assign(node.service.readings, { [name]: choice });
		});

		it('a user sees the expected result', async () => {
			await (seen[name] as Record<string, () => Promise<void>>)[choice]!();
		});

		it('every operation succeeds, and links no result to the wrong recipient', async () => {
			for (const one of everyEndpoint) {
				const { operation, accepted } = one;
				node.service.reset();
				Object.assign(node.service.readings, { [name]: choice });
				if (!changes(operation.endpoint)) continue;
				// The service counts no purchase of a product that it doesn't read.
				if (choice === 'product_uuid' && operation.hasParts) continue;
				const run = await node.runCase(one);
				expect(run.status).toBe('success');
				expect(accepted(node.service)).toHaveLength(2);
				for (const { json, pairedItem } of run.output) {
					const links = [pairedItem!].flat() as Array<{ item: number }>;
					const who = json.device_id ?? json.phone_number;
					if (links.length > 1 || who === undefined) continue;
					const { user_id, phone } = guests[links[0]!.item]!;
					expect([user_id, phone]).toContain(who);
				}
			}
		});
	});
});
