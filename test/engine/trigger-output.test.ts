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
		[{ errors: { email: ['is invalid'] } }, 'email: is invalid'],
		[
			{ errors: { email: ['is invalid', 'is taken'], phone: { code: 'is missing' } } },
			'email: is invalid, is taken, phone: code: is missing',
		],
		[{ errors: { 0: 'no e-mail', 2: 'no phone' } }, '0: no e-mail, 2: no phone'],
		[{ error: [{ error: 'no e-mail' }, null, ''] }, 'no e-mail'],
		[{ error: 'not valid', errors: ['no phone'] }, 'not valid, no phone'],
		[{ error: '', errors: ['no phone'] }, 'no phone'],
		[{ error: false }, 'false'],
		[{ errors: {} }, ''],
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

	it.each<[what: string, body: IDataObject, items: IDataObject[]]>([
		[
			'a failure that is only a text',
			{ failed_contacts: ['g-3'] },
			[{ valid: false, reason: '', contact: 'g-3' }],
		],
		[
			'a failure whose contact is an id',
			{ failed_contacts: [{ contact: 3, errors: 'unknown' }] },
			[{ valid: false, reason: 'unknown', contact: 3 }],
		],
		[
			'a failure whose contact is missing, with other fields',
			{ failed_contacts: [{ line: 7, user_id: 'g-3', error: 'unknown' }] },
			[{ valid: false, reason: 'unknown', line: 7, user_id: 'g-3' }],
		],
		[
			'valid contacts that are only ids',
			{ valid_contacts: ['c-1', 2] },
			[
				{ valid: true, contact: 'c-1' },
				{ valid: true, contact: 2 },
			],
		],
		[
			'lists that lack places',
			{
				valid_contacts: { 3: { _id: 'c-1' }, 7: { _id: 'c-2' } },
				failed_contacts: { 5: { contact: { _id: 'c-3' }, error: 'no' } },
			},
			[
				{ valid: true, _id: 'c-1' },
				{ valid: true, _id: 'c-2' },
				{ valid: false, reason: 'no', _id: 'c-3' },
			],
		],
		[
			'extra fields of every shape',
			{ valid_contacts: [{ _id: 'c-1', tags: ['vip'], city: null, stay: { room: 7 } }] },
			[{ valid: true, _id: 'c-1', tags: ['vip'], city: null, stay: { room: 7 } }],
		],
		['lists that are nothing', { valid_contacts: null, failed_contacts: '' }, []],
	])('reads %s', async (_what, body, expected) => {
		const { items } = await perContact.call({ body });
		expect(json(items)).toEqual(expected.map((item) => ({ ...item, callback: {} })));
	});

	it('has counts as numbers, also when JSON has them as texts', async () => {
		const body = { contacts_valid_count: '12', contacts_failed_count: '0', timestamp: '15' };
		const { items } = await perCallback.call({ body });
		expect(json(items)).toEqual([
			{ contacts_valid_count: 12, contacts_failed_count: 0, timestamp: 15 },
		]);
	});

	it('is the same of GET, whose URL carries what a form would', async () => {
		const url = `${perCallback.url}?${new URLSearchParams([...fields, ['note', 'by GET']]).toString()}`;
		const response = await fetch(url);
		expect(response.status).toBe(200);
		expect(perCallback.started.at(-1)?.[0]?.json).toEqual({
			...job,
			note: 'by GET',
			valid_contacts: [{ _id: 'c-1', user_id: '0017', tags: ['vip', 'spa'] }, { _id: 'c-2' }],
			failed_contacts: [
				{ contact: { user_id: 'g-3' }, errors: ['email is invalid', 'phone is missing'] },
			],
		});
	});

	it('keeps what is no object: a list', async () => {
		const { items } = await perCallback.call({ body: [{ _id: 'c-1' }] });
		expect(json(items)).toEqual([{ body: [{ _id: 'c-1' }] }]);
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
