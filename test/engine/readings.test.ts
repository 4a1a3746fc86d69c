import { EVERY_READING } from '../../playground/service/readings';
import { NodeRunner } from './node-runner';
import { ofImports } from './readings/of-imports';
import { ofMessages } from './readings/of-messages';
import type { Seen } from './readings/reading';

jest.setTimeout(60_000);

describe('if the service reads', () => {
	const node = new NodeRunner(
		{},
		{
			processingDelayMs: 100,
			emailCredits: 1,
			callbackRetryDelaysMs: Array<number>(20).fill(50),
		},
	);
	const seen: Seen = { ...ofMessages(node), ...ofImports(node) };

	it.each(EVERY_READING)('$name as $choice, a user sees the result', async ({ name, choice }) => {
		Object.assign(node.service.readings, { [name]: choice });
		await (seen[name] as Record<string, () => Promise<void>>)[choice]!();
	});
});
