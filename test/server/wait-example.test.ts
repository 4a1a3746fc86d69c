import { ran, sharedPlayground, setUp } from './harness/playground';

// n8n refuses a callback until it has stored the wait, and the service calls again after minutes.
const callbackRetryDelaysMs = Array<number>(100).fill(500);
const playground = setUp(() => sharedPlayground({ callbackRetryDelaysMs }));
const name = 'Import contacts, wait, report failures';

jest.setTimeout(300_000);

beforeEach(() => playground().service.reset());

/** Runs the example to its end; returns its data. */
async function ended(change?: object): Promise<string> {
	const { client } = playground();
	const { id } = (await client.workflows()).find((one) => one.name === name)!;
	if (change) await client.edit(id, 'Sample contacts', change);
	return await ran(playground(), id);
}

test('the example imports contacts, waits, and reports those that failed', async () => {
	const { service } = playground();
	const data = await ended();
	const saved = service.state.contacts.map(({ user_id }) => user_id);
	expect(saved).toEqual(['G-5512', 'G-5514']);
	expect(data).toContain('failed-contacts.csv');
	expect(data).toContain('email is invalid');
});

test('the example imports 10,000 contacts, a thousand at a time', async () => {
	const { service } = playground();
	const contacts = Array.from({ length: 10_000 }, (_, nth) => ({
		user_id: `G-${nth}`,
		email: nth % 5000 ? `guest-${nth}@example.com` : 'liam smith@example.com',
	}));
	const data = await ended({ jsonOutput: JSON.stringify({ contacts }) });
	const { bulkJobs, contacts: saved } = service.state;
	expect(bulkJobs.map(({ number_of_contacts }) => number_of_contacts)).toEqual(
		Array<number>(10).fill(1000),
	);
	expect(saved).toHaveLength(9998);
	expect(data).toContain('failed-contacts.csv');
});
