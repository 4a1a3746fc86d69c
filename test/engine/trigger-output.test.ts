import type { IDataObject } from 'n8n-workflow';
import type { LiveTrigger } from './harness';
import { asForm, job, TriggerRunner } from './trigger-runner';

/** What a callback becomes. */
describe('the output of the trigger', () => {
	const triggers = new TriggerRunner();
	let perCallback: LiveTrigger;
	let perContact: LiveTrigger;
	beforeAll(async () => {
		perCallback = await triggers.open({ authentication: 'none' });
		const node = { webhookId: 'per-contact' };
		perContact = await triggers.open({ authentication: 'none', output: 'contact' }, { node });
	});

	/** What a body becomes, be it JSON or a form, which is given as pairs or as text. */
	const outputOf = async (
		trigger: LiveTrigger,
		body: IDataObject | IDataObject[] | string[][] | string,
	): Promise<IDataObject[] | undefined> => {
		const isForm = typeof body === 'string' || (Array.isArray(body) && Array.isArray(body[0]));
		const call = isForm
			? { body: new URLSearchParams(body as string).toString(), headers: asForm }
			: { body };
		const { items, status } = await trigger.call(call);
		expect(status).toBe(200);
		return items?.map(({ json }) => json);
	};

	const valid = [
		{ _id: 'c-1', user_id: 'g-1', email: null, tags: ['vip'], stay: { room: 7 } },
		{ _id: 'c-2', user_id: 'g-2' },
	];
	const failed = [{ contact: { user_id: 'g-3', email: 'no' }, error: 'email is invalid' }];
	const callback = { ...job, valid_contacts: valid, failed_contacts: failed };

	it("is one item with the service's keys", async () => {
		expect(await outputOf(perCallback, callback)).toEqual([callback]);
	});

	it('is one item a contact, with what the callback says of all', async () => {
		expect(await outputOf(perContact, callback)).toEqual([
			{ valid: true, ...valid[0], callback: job },
			{ valid: true, ...valid[1], callback: job },
			{ valid: false, reason: 'email is invalid', ...failed[0]!.contact, callback: job },
		]);
	});

	it('is the whole callback per contact, too, where it names none', async () => {
		const purchase = { transaction_code: 'R-1', _id: 'p-1', price: 12 };
		for (const body of [job, purchase])
			expect(await outputOf(perContact, body)).toEqual([body]);
	});

	it.each(['text/plain', 'application/vnd.api+json', 'application/octet-stream'])(
		'is read where the call says that it is %s',
		async (type) => {
			const plain = { ...callback, token: type };
			const { items } = await perCallback.call({
				body: JSON.stringify(plain),
				headers: { 'content-type': type },
			});
			expect(items?.map(({ json }) => json)).toEqual([plain]);
		},
	);

	const fields = [
		...Object.entries(job).map(([name, value]) => [name, String(value)]),
		['valid_contacts[0][_id]', 'c-1'],
		['valid_contacts[0][user_id]', '0017'],
		['valid_contacts[0][tags][]', 'vip'],
		['valid_contacts[0][tags][]', 'spa'],
		['failed_contacts[0][contact][user_id]', 'g-3'],
		['failed_contacts[0][errors][0]', 'email is invalid'],
		['failed_contacts[0][errors][1]', 'phone is missing'],
	];
	const validOfForm = { _id: 'c-1', user_id: '0017', tags: ['vip', 'spa'] };
	const reasons = ['email is invalid', 'phone is missing'];
	const callbackOfForm = {
		...job,
		valid_contacts: [validOfForm],
		failed_contacts: [{ contact: { user_id: 'g-3' }, errors: reasons }],
	};

	it('is the same of a form with bracketed keys: counts are numbers, the rest stays text', async () => {
		expect(await outputOf(perCallback, fields)).toEqual([callbackOfForm]);
		expect(await outputOf(perContact, fields)).toEqual([
			{ valid: true, ...validOfForm, callback: job },
			{ valid: false, reason: reasons.join(', '), user_id: 'g-3', callback: job },
		]);
	});

	it('is the same of GET, whose URL carries what a form would', async () => {
		const query = new URLSearchParams([...fields, ['note', 'by GET']]).toString();
		expect((await fetch(`${perCallback.url}?${query}`)).status).toBe(200);
		expect(perCallback.started.at(-1)?.map(({ json }) => json)).toEqual([
			{ ...callbackOfForm, note: 'by GET' },
		]);
	});

	const manyOf = (count: number): string[][] =>
		Array.from({ length: count }, (_, at) => [
			[`valid_contacts[${at}][_id]`, `c-${at}`],
			[`valid_contacts[${at}][x]`, '1'],
		]).flat();

	it('is whole and in order for a form of more fields than n8n itself reads', async () => {
		const ids = (await outputOf(perContact, manyOf(700)))?.map(({ _id }) => _id);
		expect(ids).toEqual(Array.from({ length: 700 }, (_, at) => `c-${at}`));
	});

	it('is whole for one whose type is written in capitals', async () => {
		const { items } = await perContact.call({
			body: new URLSearchParams(manyOf(701)).toString(),
			headers: { 'content-type': 'Application/X-WWW-Form-Urlencoded; Charset=UTF-8' },
		});
		expect(items).toHaveLength(701);
	});

	it('is whole for a URL of more fields than n8n itself reads', async () => {
		// Node takes at most 16 kB of request line and headers.
		const query = manyOf(260).map((pair) => pair.join('='));
		const { status } = await fetch(`${perContact.url}?${query.join('&')}`);
		expect(status).toBe(200);
		const started = perContact.started.at(-1);
		expect(started).toHaveLength(260);
		expect(started?.at(-1)?.json).toMatchObject({ _id: 'c-259', x: '1' });
	});

	it('is one contact for each value of a key where the lists of a form have no places', async () => {
		const list = 'valid_contacts[]';
		const form = `${list}[_id]=c-1&${list}[email]=a&${list}[_id]=c-2&${list}[email]=`;
		expect(await outputOf(perContact, form)).toEqual([
			{ valid: true, _id: 'c-1', email: 'a', callback: {} },
			{ valid: true, _id: 'c-2', email: '', callback: {} },
		]);
	});

	it('keeps what is no object: a list', async () => {
		const list = [{ _id: 'c-1' }];
		expect(await outputOf(perCallback, list)).toEqual([{ body: list }]);
	});

	const failures: Array<[failure: IDataObject, reason: string]> = [
		[{ error: 'no e-mail' }, 'no e-mail'],
		[{ errors: ['no e-mail', 'no phone'] }, 'no e-mail, no phone'],
		[{ errors: [{ error: 'no e-mail' }, { message: 'no phone' }] }, 'no e-mail, no phone'],
		[{ error: { message: 'no e-mail' } }, 'no e-mail'],
		[{ errors: { email: ['is bad', 'is taken'] } }, 'email: is bad, email: is taken'],
		[
			{ errors: { email: 'is bad', phone: { code: 'is bad' } } },
			'email: is bad, phone.code: is bad',
		],
		[{ error: [{ error: 'no e-mail' }, null, ''] }, 'no e-mail'],
		[{ error: 'not valid', errors: ['no phone'] }, 'not valid, no phone'],
		[{ error: null, errors: 'no phone' }, 'no phone'],
		[{ error: 422 }, '422'],
		[{ error: '', errors: {} }, ''],
		[{}, ''],
	];

	it('has the reason of a failure in one text, however the service gives it', async () => {
		const contact = { user_id: 'g-3' };
		const failed_contacts = failures.map(([failure]) => ({ contact, ...failure, line: 7 }));
		expect(await outputOf(perContact, { failed_contacts })).toEqual(
			failures.map(([, reason]) => ({
				valid: false,
				reason,
				user_id: 'g-3',
				line: 7,
				callback: {},
			})),
		);
	});

	const noContact = { user_id: 'g-4', error: 'no' };
	it.each<[what: string, body: IDataObject, items: IDataObject[]]>([
		[
			'contacts that are only texts or ids, and a failure without one',
			{
				valid_contacts: ['c-1', 2],
				failed_contacts: ['g-3', { contact: 3, errors: 'no' }, noContact],
			},
			[
				{ valid: true, contact: 'c-1' },
				{ valid: true, contact: 2 },
				{ valid: false, reason: '', contact: 'g-3' },
				{ valid: false, reason: 'no', contact: 3 },
				{ valid: false, reason: 'no', user_id: 'g-4' },
			],
		],
		[
			'lists that lack places',
			{ valid_contacts: { 3: { _id: 'c-1' } }, failed_contacts: { 5: noContact } },
			[
				{ valid: true, _id: 'c-1' },
				{ valid: false, reason: 'no', user_id: 'g-4' },
			],
		],
	])('reads %s', async (_what, body, expected) => {
		const items = await outputOf(perContact, body);
		expect(items).toEqual(expected.map((item) => ({ ...item, callback: {} })));
	});
});
