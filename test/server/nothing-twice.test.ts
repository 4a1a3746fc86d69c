import { activated, postGuests } from './harness/import-jobs';
import { endOf, sharedPlayground, setUp } from './harness/playground';
import { inRow, split, start, text } from './harness/workflows';

const playground = setUp(sharedPlayground);

const phones = Array.from({ length: 6 }, (_, index) => `+3460020000${index}`);

test('no one is texted twice when a person retries, edits the node, and retries with the saved workflow', async () => {
	const { client, service } = playground();
	const failAfter = (requests: number) =>
		service.faults.add({ after: requests, action: { respond: { status: 400 } } });
	const texted = () => service.state.smsDeliveries.map(({ phone_number }) => phone_number);

	const oneByOne = { batchSize: 1, parallelRequests: 1 };
	const node = text('={{ "It is " + $now.toMillis() }}', oneByOne);
	const { id } = await activated(playground(), inRow('Text', start('text'), split, node));
	failAfter(2);
	const failed = await endOf(client, id, () => postGuests(playground(), 'text', phones));
	expect(failed.status).toBe('error');
	expect(texted()).toEqual(phones.slice(0, 2));

	failAfter(2);
	const again = await endOf(client, id, () => client.retry(failed.id));
	expect(again.status).toBe('error');
	expect(texted()).toEqual(phones.slice(0, 4));

	const options = { batchSize: 2, parallelRequests: 1 };
	await client.edit(id, 'Text', { messageHolder: 'Another text', options });
	const last = await endOf(client, id, () => client.retry(again.id, true));
	expect(last.status).toBe('success');
	expect(texted()).toEqual(phones);
	const texts = service.state.smsDeliveries.map(({ text }) => text);
	expect(texts.slice(4)).toEqual(['Another text', 'Another text']);
});
