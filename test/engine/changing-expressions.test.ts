import { Expression } from 'n8n-workflow';
import { chosenEngine } from './harness';
import { smsForm } from './message-forms';
import { NodeRunner } from './node-runner';

const engines = [...new Set([chosenEngine, 'legacy' as const])];
const count = 12;
const guests = Array.from({ length: count }, (_, index) => ({
	phone: `+346001000${10 + index}`,
	tags: ['spa', `bar ${index}`, 'vip'],
}));

/** The sender's expression changes the item, and the text shows it. */
const changes = [
	'$json.tags.sort() && "Aurora"',
	'($json.tags = ["changed"]) && "Aurora"',
	'(delete $json.tags[1]) && "Aurora"',
];

describe.each(engines)('in the %s engine', (kind) => {
	const node = new NodeRunner();
	beforeAll(() => Expression.setExpressionEngine(kind));
	afterAll(() => Expression.setExpressionEngine(chosenEngine));

	/** The texts for all guests, each alone or in one run, or errors: older engines don't sort. */
	const givenTo = async (sender: string, together: boolean): Promise<string[]> => {
		node.service.reset();
		const form = smsForm({
			sender: `={{ ${sender} }}`,
			phoneNumber: '={{ $json.phone }}',
			messageHolder: '={{ $json.tags.join(" ").toUpperCase() }}',
		});
		const runs = together ? [guests] : guests.map((guest) => [guest]);
		const errors = new Set<string>();
		for (const items of runs) {
			const { error } = await node.run(form, { items: structuredClone(items) });
			if (error) errors.add(error.message);
		}
		const texts = node.service.state.smsDeliveries.map(({ text }) => text).sort();
		expect(errors.size > 0 ? 0 : count).toBe(texts.length);
		return [...errors, ...texts];
	};

	it.each(changes)(
		'an item is read after it was changed, or before, as alone: %s',
		async (one) => {
			expect(await givenTo(one, true)).toEqual(await givenTo(one, false));
		},
	);
});
