import type { IDataObject } from 'n8n-workflow';
import type { FaultAction } from '../../playground/service/mock-service';
import { automatic, contactForm, contactsInJson, purchaseForm } from './import-forms';
import { guests, phoneOf, smsToGuests } from './message-forms';
import { errorsIn, hintsOf, linksOf, NodeRunner } from './node-runner';

const refused: FaultAction = { respond: { status: 400, body: { error: 'not now' } } };
const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const onError = 'continueErrorOutput';
const phones = (...numbers: number[]): string[] => numbers.map(phoneOf);

/** Whatever fails and is edited at random is played in rounds/. Here is what people read, and choose. */
describe('a retry', () => {
	const options = { parallelRequests: 1, batchSize: 2 };
	const sms = new NodeRunner({ ...smsToGuests, options });
	const resend = { options: { ...options, unconfirmedRequests: 'resend' } };

	it('doesn’t resend what may have been accepted, unless the user chooses to', async () => {
		sms.service.faults.add({ after: 1, action: 'processThenReset' });
		const run = await sms.run({}, { items: guests(6), ...retried });
		expect([run.status, run.tries]).toEqual(['error', 3]);
		expect(run.error?.message).toMatch(/ \[items 2–3\]$/);
		expect(sms.phones).toEqual(phones(1, 2, 3, 4, 5, 6));
		const ids = [0, 1, 4, 5].map((at) => sms.service.state.smsDeliveries[at]!.delivery_id);
		expect(run.error?.description).toContain(
			`Of 6 messages, 4 were accepted and 2 may have been sent. Accepted: ${ids.join(', ')}. Check in the service: ${phones(3, 4).join(', ')}. A retry doesn’t resend what may have been sent, unless the option “Unconfirmed Requests” is set to “Resend”.`,
		);
		const resent = await sms.retry(run, resend);
		expect(resent.status).toBe('success');
		expect(resent.output.filter(({ json }) => 'skipped' in json)).toEqual([]);
		expect(sms.phones.slice(6)).toEqual(phones(3, 4));
		// A finished run is forgotten.
		expect(resent.contextData['node:Node under test']).toEqual({});
	});

	it('by a person sends all that were rejected, however often n8n tries it', async () => {
		const items = ['One', 'Two'].map((text) => ({ phone: phoneOf(0), text }));
		const form = {
			messageHolder: '={{ $json.text }}',
			options: { ...options, batchSize: 1, failOnRejected: true },
		};
		const failed = await sms.run(form, { items });
		expect([failed.error?.context?.outcome, sms.texts]).toEqual(['rejected', ['One', 'Two']]);
		sms.service.faults.add({ action: refused });
		Object.assign(failed.workflow.nodes[1]!, retried);
		await sms.retry(failed);
		expect(sms.texts).toEqual(['One', 'Two', 'One', 'Two']);
	});

	it('doesn’t resend what was rejected only when it was resent', async () => {
		sms.service.faults.add({ action: 'processThenReset' });
		const failing = { ...options, failOnRejected: true };
		const lost = await sms.run({ options: failing }, { items: [{ phone: phoneOf(0) }] });
		const resending = { options: { ...resend.options, ...failing } };
		const rejected = await sms.retry(lost, resending);
		expect(rejected.error?.context?.outcome).toBe('rejected');
		const again = await sms.retry(rejected, { options: failing });
		expect(again.error?.context?.outcome).toBe('unknown');
		expect(sms.phones).toEqual(phones(0, 0));
	});

	it('with Resend shows who may still have been reached if it stops early', async () => {
		sms.service.faults.add({ after: 1, times: 3, action: 'processThenReset' });
		const single = { batchSize: 1, parallelRequests: 4 };
		const failed = await sms.run({ options: single }, { items: guests(4) });
		sms.service.faults.add({ after: 1, action: refused });
		const { error } = await sms.retry(failed, {
			options: { ...resend.options, batchSize: 1 },
		});
		expect(error?.description).toContain(
			'Of 4 messages, 2 were accepted and 2 may have been sent.',
		);
		expect(sms.phones).toHaveLength(5);
	});

	it('that is wrong describes what an earlier try sent', async () => {
		sms.service.faults.add({ after: 1, action: refused });
		const failed = await sms.run({}, { items: guests(6) });
		const wrong = await sms.retry(failed, { messageHolder: 'Dear %{name}' });
		expect(wrong.error?.description).toMatch(
			/Nothing more was sent\. In an earlier try, 2 were accepted\. 6 items are wrong/,
		);
	});
});

describe('rows of one recipient', () => {
	const single = { options: { batchSize: 1, parallelRequests: 1 } };
	const sms = new NodeRunner({ ...smsToGuests, ...single });
	const twice = [1, 1, 2].map((guest, at) => ({ phone: phoneOf(guest), text: `Text ${at}` }));
	const form = { messageHolder: '={{ $json.text }}' };
	const texts = () => sms.service.state.smsDeliveries.map(({ text }) => text);
	const lost: FaultAction = { processThenRespond: { status: 500 } };

	it.each<[first: string, action: FaultAction, outcome: string]>([
		['was refused', refused, 'notSent'],
		['may have been sent', lost, 'unknown'],
	])('wait for an earlier one that %s', async (_, action, outcome) => {
		sms.service.faults.add({ action });
		const run = await sms.run(form, { items: twice, onError });
		expect(errorsIn(run.errorOutput)).toMatchObject([
			{ outcome },
			{ code: 'afterFailed', outcome: 'notSent', recipients: [phoneOf(1)] },
		]);
		expect(texts().slice(-1)).toEqual(['Text 2']);
	});

	it('wait for an earlier one that is wrong', async () => {
		const items = ['é'.repeat(161), 'Text'].map((text) => ({ text, phone: phoneOf(1) }));
		const run = await sms.run(form, { items: [...items, twice[2]!], onError });
		expect(errorsIn(run.errorOutput)).toMatchObject([
			{ code: 'tooManySegments' },
			{ code: 'afterFailed', outcome: 'notSent' },
		]);
		expect(texts()).toEqual(['Text 2']);
		const later = await sms.run(form, { items: items.reverse(), onError });
		expect(errorsIn(later.errorOutput)).toMatchObject([{ code: 'tooManySegments' }]);
	});

	it('stay in order over the tries', async () => {
		sms.service.faults.add({ action: lost });
		const failed = await sms.run(form, { items: twice });
		const again = await sms.retry(failed);
		expect([again.status, again.error?.context?.outcome]).toEqual(['error', 'unknown']);
		expect(texts()).toEqual(['Text 0', 'Text 2']);
		const options = { ...single.options, unconfirmedRequests: 'resend' };
		expect((await sms.retry(again, { options })).status).toBe('success');
		expect(texts()).toEqual(['Text 0', 'Text 2', 'Text 0', 'Text 1']);
	});
});

describe('a retry with another account, or another address of the same one,', () => {
	const sms = new NodeRunner({ ...smsToGuests, options: { batchSize: 1, parallelRequests: 1 } });

	it('is refused, unless the user chooses to resend', async () => {
		sms.service.faults.add({ after: 1, action: refused });
		const failed = await sms.run({}, { items: guests(2) });
		const moved = { ...sms.credential, accountId: 'other' };
		const stopped = await sms.retry(failed, {}, moved);
		expect(stopped.error?.message).toBe(
			'It’s unknown who was reached before: the execution was cut short, was run twice by n8n, can’t be read, or used another account',
		);
		expect(sms.service.requests).toHaveLength(2);
		const preview = await sms.retry(failed, { options: { preview: 'messages' } }, moved);
		expect(preview.output).toHaveLength(2);
		expect(hintsOf(preview)[0]).toContain('It isn’t known who was reached');
		const resend = { options: { unconfirmedRequests: 'resend' } };
		const resent = await sms.retry(failed, resend, moved);
		expect(resent.error?.context).toMatchObject({ outcome: 'unknown' });
		expect(sms.service.requests).toHaveLength(3);
		expect((await sms.retry(failed)).status).toBe('success');
		expect(sms.phones).toEqual(phones(1, 2));
	});
});

describe('contacts, which a second import updates', () => {
	const contact = new NodeRunner(contactForm({ options: { parallelRequests: 1, batchSize: 1 } }));
	const saved = (): unknown[] =>
		contact.service.requests
			.filter(({ status }) => status === 201)
			.flatMap(({ body }) => (body as { contacts: unknown[] }).contacts);
	const [ana, anaAgain, ben] = [
		{ user_id: 'g1', name_first: 'Ana' },
		{ user_id: 'g1', city: 'Sevilla' },
		{ user_id: 'g2', city: 'Sevilla' },
	];
	const items = [ana, anaAgain, ben];

	const last = { options: { duplicateContacts: 'last' } };
	it.each<[retry: string, edit: IDataObject, links: number[][]]>([
		['sends only the changed', {}, [[0], [1], [2]]],
		['keeps the last of what was sent in part', last, [[0, 1], [2]]],
	])('lose no data, and come out once, if a retry %s', async (_, edit, links) => {
		contact.service.faults.add({ after: 1, action: refused });
		const failed = await contact.run({}, { items });
		expect([failed.status, saved()]).toEqual(['error', [ana]]);
		const again = await contact.retry(failed, edit);
		expect(again.status).toBe('success');
		expect(new Set(saved().slice(1))).toEqual(new Set([anaAgain, ben]));
		expect(saved()).toHaveLength(3);
		expect(linksOf(again.output)).toEqual(links);
	});

	it('are changed back if a retry says so, after another name', async () => {
		const inCity = (city: string, id: string) =>
			contactsInJson([{ user_id: id, email: 'ana@x.example', city }, ben]);
		const fail = () => contact.service.faults.add({ after: 1, action: refused });
		fail();
		const first = await contact.run(inCity('Rome', 'g1'));
		fail();
		const second = await contact.retry(first, inCity('Paris', 'g9'));
		expect((await contact.retry(second, inCity('Rome', 'g1'))).status).toBe('success');
		const cities = ['Rome', 'Paris', 'Rome', ben.city];
		expect(saved()).toMatchObject(cities.map((city) => ({ city })));
	});

	it('keep their last row if a retry sends an earlier one that changed', async () => {
		const options = { batchSize: 2 };
		contact.service.faults.add({ after: 1, action: refused });
		const inCities = (...cities: string[]) =>
			contactsInJson([...cities.map((city) => ({ user_id: 'g1', city })), ben]);
		const failed = await contact.run({ ...inCities('Rome', 'Paris'), options });
		const again = await contact.retry(failed, inCities('Oslo', 'Paris'));
		expect([again.status, linksOf(again.output)]).toEqual(['success', [[0], [0], [0]]]);
		const cities = ['Rome', 'Paris', 'Oslo', 'Paris', ben.city];
		expect(saved()).toMatchObject(cities.map((city) => ({ city })));
	});

	it('are known to be sent, even if they were changed and are wrong now', async () => {
		contact.service.faults.add({ after: 1, action: refused });
		const failed = await contact.run(contactsInJson([ana, ben]));
		const wrong = contactsInJson([{ ...ana, gender: 'x' }, ben]);
		const again = await contact.retry(failed, wrong);
		expect(again.error?.description).toContain('In an earlier try, 1 was accepted.');
	});
});

describe('the items of a booking, which a retry divides among other requests,', () => {
	const price = '={{ $json.price }}';
	const one = { parallelRequests: 1 };
	const booking = new NodeRunner(
		purchaseForm({
			...automatic,
			transactionCode: '={{ $json.code }}',
			price,
			options: { columnsToLeaveOut: 'code, price', ...one },
		}),
	);
	const items = ['R-1', 'R-1', 'R-2'].map((code, at) => ({
		code,
		user_id: `g-${at}`,
		price: at,
	}));
	const guestsSent = () => booking.contacts.map(({ user_id }) => user_id);

	it('are all sent if they become one request', async () => {
		booking.service.faults.add({ after: 1, action: refused });
		const failed = await booking.run({}, { items: items.slice(0, 2) });
		expect([failed.status, guestsSent()]).toEqual(['error', ['g-0', 'g-1']]);
		const again = await booking.retry(failed, { price: 10 });
		expect(again.status).toBe('success');
		expect(guestsSent().slice(2)).toEqual(['g-1']);
		expect(linksOf(again.output)).toEqual([[0], [1]]);
	});

	it('are sent once if they become several', async () => {
		booking.service.faults.add({ after: 1, times: 2, action: refused });
		const failed = await booking.run({ price: 10 }, { items });
		const again = await booking.retry(failed, { price });
		expect(guestsSent()).toEqual(['g-0', 'g-1', 'g-2', 'g-2']);
		for (const { error } of [failed, again])
			expect(error?.description).toContain('Of 2 purchases, 1 was accepted');
		expect(linksOf((await booking.retry(again)).output)).toEqual([[0], [1], [2]]);
	});

	it('may have been sent if one of them may', async () => {
		const resend = { options: { unconfirmedRequests: 'resend', ...one } };
		booking.service.faults.add({ after: 1, action: 'processThenReset' });
		const failed = await booking.run({ price: 10 }, { items: items.slice(1) });
		booking.service.faults.add({ action: refused });
		const again = await booking.retry(failed, { transactionCode: 'R-2', ...resend });
		const sent = { accepted: [{ items: [0] }], unknown: [{ items: [0, 1] }], notSent: [] };
		expect(again.error?.context?.data).toMatchObject(sent);
		expect((await booking.retry(again, resend)).status).toBe('success');
		expect(guestsSent()).toEqual(['g-1', 'g-2', 'g-1', 'g-2', 'g-1', 'g-2']);
	});

	it('may still have been sent if another one was sent again', async () => {
		booking.service.faults.add({ action: 'processThenReset' });
		const failed = await booking.run({ price: 10 }, { items: items.slice(0, 2) });
		booking.service.faults.add({ after: 1, action: refused });
		const resend = { options: { unconfirmedRequests: 'resend', ...one } };
		const again = await booking.retry(failed, { price, ...resend });
		const last = await booking.retry(again, { price, options: one });
		const sent = { accepted: [{ items: [0] }], unknown: [{ items: [1] }], notSent: [] };
		for (const { error } of [again, last]) expect(error?.context?.data).toMatchObject(sent);
		expect(guestsSent()).toEqual(['g-0', 'g-1', 'g-0', 'g-1']);
	});
});
