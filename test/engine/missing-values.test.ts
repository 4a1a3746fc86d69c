import type { IDataObject } from 'n8n-workflow';
import { mapped, purchaseForm } from './import-forms';
import { pushForm } from './message-forms';
import { errorsIn } from './node-runner';
import { contact, node, passes, stopOf } from './text-runner';

describe('a value that some items lack', () => {
	const rows = [{ no: 1, gid: 'a' }, { no: ' ', gid: null }, { gid: '' }] as IDataObject[];
	const stay = (more: IDataObject) => purchaseForm({ ...mapped({ user_id: '1' }), ...more });
	const link = (name: string) => ({
		notification: { [name]: '=https://example.com/{{ $json.no }}' },
	});

	it.each<[code: string, where: string, form: IDataObject]>([
		['$json.gid', 'Recipient ID', pushForm({ recipientId: '={{ $json.gid }}-app' })],
		['$json.no', 'Notification, URL', pushForm({ options: link('url') })],
		['$json.no', 'Notification, Thumbnail URL', pushForm({ options: link('thumbnailUrl') })],
		['$json.no', 'Booking or Order ID', stay({ transactionCode: '=H1-{{ $json.no }}' })],
		['$json.no', 'Phone', contact({ phone: '=+34 {{ $json.no }}' })],
		['$json.no', 'Status', stay({ status: '={{ $json.no }}' })],
	])('is their error as a part of an identifier, or a status: %s, %s', async (_, where, form) => {
		const run = await node.run(form, { items: rows, onError: 'continueErrorOutput' });
		const messages = errorsIn(run.errorOutput).map((error) => error.message as string);
		const said = messages
			.slice(-2)
			.map((text) => [text.slice(0, where.length), text.slice(-35)]);
		const words = 'has no value for this item [item ';
		expect(said).toEqual([1, 2].map((item) => [where, `${words}${item}]`]));
	});

	it.each<[id: unknown, words: string]>([
		['', 'from the input panel. If it may be missing, filter such items out.'],
		[2 ** 53, 'Recipient ID: “9007199254740992” was read as a number'],
		[true, 'Recipient ID: {{ $json.id }} results in “true”'],
		['#N/A', 'Recipient ID: {{ $json.id }} results in “#N/A”'],
	])('isn’t replaced, rounded or printed in an identifier: %p', async (id, words) => {
		const form = pushForm({ recipientId: '=guest-{{ $json.id }}' });
		expect(await stopOf(form, [{ id } as IDataObject])).toContain(words);
	});

	it('is absent as a whole where it is optional', async () => {
		const phone = contact({ phone: '={{ $json.phone.trim() }}' });
		await passes(phone, [{ phone: ' ' }]);
		await passes(phone, [{ x: 1 }]);
		expect(node.contacts).toEqual([{ user_id: 'g-1' }, { user_id: 'g-1' }]);
		await passes(stay({ status: '={{ $json.s ?? "" }}' }), [{ x: 1 }]);
		const field = [{ name: 'out', value: '={{ $json.out }}' }];
		const dates = stay({ additionalFields: { purchaseCustomFields: { field } } });
		for (const out of ['', null]) await passes(dates, [{ out }]);
	});
});
