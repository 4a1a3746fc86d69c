import type { IDataObject } from 'n8n-workflow';
import { startEngine } from './harness';
import type { Engine, LiveTrigger } from './harness';

/** What a callback becomes. */
describe('the output of the trigger', () => {
	let engine: Engine;
	let perCallback: LiveTrigger;
	let perContact: LiveTrigger;
	beforeAll(async () => {
		engine = await startEngine();
		const open = (output: string) =>
			engine.trigger({ node: { parameters: { authentication: 'none', output } } });
		perCallback = await open('callback');
		perContact = await open('contact');
	});
	afterAll(() => engine.stop());

	const json = (items: Array<{ json: IDataObject }> | undefined) =>
		items?.map((item) => item.json);
	const form = { 'content-type': 'application/x-www-form-urlencoded' };

	const job = {
		account_id: 'aurora-hotels',
		timestamp: 1533909631,
		token: 'a'.repeat(50),
		contacts_valid_count: 2,
		contacts_failed_count: 1,
	};
	const valid = [
		{ _id: 'c-1', user_id: 'g-1', email: 'a@b.example', city: 'Sevilla' },
		{ _id: 'c-2', user_id: 'g-2', email: null },
	];
	const failed = [{ contact: { user_id: 'g-3', email: 'no' }, error: 'email is invalid' }];
	const callback = { ...job, valid_contacts: valid, failed_contacts: failed };

	it("is one item with the service's keys", async () => {
		const { items, status } = await perCallback.call({ body: callback });
		expect(status).toBe(200);
		expect(json(items)).toEqual([callback]);
	});

	it('is one item a contact, with what the callback says of all', async () => {
		const { items, status } = await perContact.call({ body: callback });
		expect(status).toBe(200);
		expect(json(items)).toEqual([
			{ valid: true, ...valid[0], callback: job },
			{ valid: true, ...valid[1], callback: job },
			{
				valid: false,
				reason: 'email is invalid',
				user_id: 'g-3',
				email: 'no',
				callback: job,
			},
		]);
	});

	const fields: Array<[key: string, value: string]> = [
		['account_id', 'aurora-hotels'],
		['timestamp', '1533909631'],
		['token', 'a'.repeat(50)],
		['contacts_valid_count', '2'],
		['contacts_failed_count', '1'],
		['valid_contacts[0][_id]', 'c-1'],
		['valid_contacts[0][user_id]', '0017'],
		['valid_contacts[0][tags][]', 'vip'],
		['valid_contacts[0][tags][]', 'spa'],
		['valid_contacts[1][_id]', 'c-2'],
		['failed_contacts[0][contact][user_id]', 'g-3'],
		['failed_contacts[0][errors][0]', 'email is invalid'],
		['failed_contacts[0][errors][1]', 'phone is missing'],
	];

	it('is the same of a form with bracketed keys: counts are numbers, the rest stays text', async () => {
		const body = new URLSearchParams(fields).toString();
		const { items, status } = await perCallback.call({ body, headers: form });
		expect(status).toBe(200);
		expect(json(items)).toEqual([
			{
				...job,
				valid_contacts: [
					{ _id: 'c-1', user_id: '0017', tags: ['vip', 'spa'] },
					{ _id: 'c-2' },
				],
				failed_contacts: [
					{
						contact: { user_id: 'g-3' },
						errors: ['email is invalid', 'phone is missing'],
					},
				],
			},
		]);
	});

	it('is whole for a form of more fields than n8n itself reads', async () => {
		const many = Array.from({ length: 700 }, (_, index) => [
			[`valid_contacts[${index}][_id]`, `c-${index}`],
			[`valid_contacts[${index}][email]`, `guest${index}@example.com`],
		]).flat();
		const { items, status } = await perContact.call({
			body: new URLSearchParams(many).toString(),
			headers: form,
		});
		expect(status).toBe(200);
		expect(items).toHaveLength(700);
		expect(items?.at(-1)?.json).toMatchObject({ _id: 'c-699', email: 'guest699@example.com' });
	});

	it('is one item a contact of a form, too', async () => {
		const body = new URLSearchParams(fields).toString();
		const { items } = await perContact.call({ body, headers: form });
		expect(json(items)).toEqual([
			{ valid: true, _id: 'c-1', user_id: '0017', tags: ['vip', 'spa'], callback: job },
			{ valid: true, _id: 'c-2', callback: job },
			{
				valid: false,
				reason: 'email is invalid, phone is missing',
				user_id: 'g-3',
				callback: job,
			},
		]);
	});

	it('keeps lists of more than ten contacts of a form in their order', async () => {
		const pairs = Array.from({ length: 12 }, (_, at): [string, string] => [
			`valid_contacts[${at}][_id]`,
			`c-${at}`,
		]);
		const body = new URLSearchParams(pairs).toString();
		const { items } = await perContact.call({ body, headers: form });
		expect(json(items)?.map(({ _id }) => _id)).toEqual(pairs.map(([, id]) => id));
	});

	it('reads a form whose lists have no places: one contact for each value of a key', async () => {
		const body =
			'valid_contacts[][_id]=c-1&valid_contacts[][email]=a&valid_contacts[][_id]=c-2&valid_contacts[][email]=';
		const { items } = await perContact.call({ body, headers: form });
		expect(json(items)).toEqual([
			{ valid: true, _id: 'c-1', email: 'a', callback: {} },
			{ valid: true, _id: 'c-2', email: '', callback: {} },
		]);
	});

	it('takes keys of a form that every object inherits as keys like any other', async () => {
		const body = '__proto__[polluted]=yes&valid_contacts[0][constructor]=c';
		const { items, status } = await perContact.call({ body, headers: form });
		expect(status).toBe(200);
		expect(items![0]!.json).toMatchObject({ valid: true, constructor: 'c' });
		expect(({} as IDataObject).polluted).toBeUndefined();
	});

	const reasons: Array<[failure: IDataObject, reason: string]> = [
		[{ error: 'no e-mail' }, 'no e-mail'],
		[{ errors: 'no e-mail' }, 'no e-mail'],
		[{ error: ['no e-mail', 'no phone'] }, 'no e-mail, no phone'],
		[{ errors: ['no e-mail', 'no phone'] }, 'no e-mail, no phone'],
		[{ errors: [{ error: 'no e-mail' }, { message: 'no phone' }] }, 'no e-mail, no phone'],
		[{ error: { message: 'no e-mail' } }, 'no e-mail'],
		[{ errors: { email: ['is invalid'] } }, '{"email":["is invalid"]}'],
		[{ error: 422 }, '422'],
		[{ error: null, errors: ['no phone'] }, 'no phone'],
		[{ error: '' }, ''],
		[{}, ''],
	];

	it.each(reasons)('reads the reason of %j as “%s”', async (failure, reason) => {
		const contact = { user_id: 'g-3' };
		const { items } = await perContact.call({
			body: { failed_contacts: [{ contact, ...failure, line: 7 }] },
		});
		expect(json(items)).toEqual([
			{ valid: false, reason, user_id: 'g-3', line: 7, callback: {} },
		]);
	});

	it('keeps a failed contact that is only a text', async () => {
		const body = { failed_contacts: [{ contact: 'g-3', error: 'unknown' }] };
		const { items } = await perContact.call({ body });
		expect(json(items)).toEqual([
			{ valid: false, reason: 'unknown', contact: 'g-3', callback: {} },
		]);
	});

	it('starts no execution per contact where the callback names none', async () => {
		const body = { ...job, contacts_valid_count: 0, contacts_failed_count: 0 };
		const { items, status } = await perContact.call({ body });
		expect(status).toBe(200);
		expect(items ?? []).toEqual([]);
	});
});
