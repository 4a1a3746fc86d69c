import type { IDataObject } from 'n8n-workflow';
import type { LiveTrigger } from './harness';
import { asForm, job, TriggerRunner } from './trigger-runner';

describe('the output of the trigger', () => {
	const triggers = new TriggerRunner();
	let perCallback: LiveTrigger;
	let perContact: LiveTrigger;
	beforeAll(async () => {
		perCallback = await triggers.open({ authentication: 'none' });
		const node = { webhookId: 'per-contact' };
		perContact = await triggers.open({ authentication: 'none', output: 'contact' }, { node });
	});

	const outputOf = async (
		trigger: LiveTrigger,
		body: IDataObject | string,
		type = typeof body === 'string' ? asForm['content-type'] : 'application/json',
	): Promise<IDataObject[] | undefined> => {
		const { items, status } = await trigger.call({ body, headers: { 'content-type': type } });
		expect(status).toBe(200);
		return items?.map(({ json }) => json);
	};

	const valid = { _id: 'c-1', user_id: '0017', tags: ['vip', 'spa'] };
	const failed = { contact: { user_id: 'g-3' }, errors: ['email is invalid', 'no phone'] };
	const callback = { ...job, valid_contacts: [valid], failed_contacts: [failed] };
	const contacts = [
		{ valid: true, ...valid, callback: job },
		{ valid: false, reason: 'email is invalid, no phone', user_id: 'g-3', callback: job },
	];
	const fields = [
		...Object.entries(job).map(([name, value]) => `${name}=${value}`),
		'valid_contacts[0][_id]=c-1&valid_contacts[0][user_id]=0017',
		'valid_contacts[0][tags][]=vip&valid_contacts[0][tags][]=spa',
		'failed_contacts[0][contact][user_id]=g-3',
		'failed_contacts[0][errors][0]=email is invalid&failed_contacts[0][errors][1]=no phone',
	].join('&');

	it.each<[string, IDataObject | string]>([
		['JSON', { ...callback, token: 'json' }],
		['a form with bracketed keys', fields],
	])('is the callback, or an item a contact: %s', async (_, body) => {
		const isForm = typeof body === 'string';
		const all = isForm ? callback : body;
		expect(await outputOf(perCallback, body)).toEqual([all]);
		const of = isForm ? job : { ...job, token: 'json' };
		expect(await outputOf(perContact, body)).toEqual(
			contacts.map((contact) => ({ ...contact, callback: of })),
		);
	});

	const manyOf = (count: number): string =>
		Array.from(
			{ length: count },
			(_, at) => `valid_contacts[${at}][_id]=c-${at}&valid_contacts[${at}][x]=1`,
		).join('&');

	it('is whole and in order for a form of more fields than n8n itself reads', async () => {
		const capitals = 'Application/X-WWW-Form-Urlencoded; Charset=UTF-8';
		const items = await outputOf(perContact, manyOf(700), capitals);
		expect(items?.map(({ _id }) => _id)).toEqual(
			Array.from({ length: 700 }, (_, at) => `c-${at}`),
		);
	});

	it('is whole for a URL of more fields than n8n itself reads', async () => {
		// Node takes at most 16 kB of request line and headers.
		expect((await fetch(`${perContact.url}?${manyOf(260)}`)).status).toBe(200);
		const started = perContact.started.at(-1);
		expect(started).toHaveLength(260);
		expect(started?.at(-1)?.json).toMatchObject({ _id: 'c-259', x: '1' });
	});
});
