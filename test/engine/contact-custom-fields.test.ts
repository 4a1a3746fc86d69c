import type { IDataObject } from 'n8n-workflow';
import { NodeRunner } from './node-runner';

/** Fields that the account itself defines, by name. */
describe('custom fields of a contact', () => {
	const node = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });

	/** An object with own keys of names that objects inherit, which toEqual would not tell apart. */
	const sentContact = (): Map<string, unknown> => {
		const [request] = node.service.requests;
		const text = request!.rawBody.replaceAll('"__proto__"', '"own __proto__"');
		const { contacts } = JSON.parse(text) as { contacts: IDataObject[] };
		expect(contacts).toHaveLength(1);
		return new Map(Object.entries(contacts[0]!));
	};

	const values: Array<[title: string, value: unknown, sent: unknown]> = [
		['a text', 'sea view', 'sea view'],
		['0', 0, 0],
		['false', false, false],
		['a number', 12.5, 12.5],
		['a list', [1, 'two', null], [1, 'two', null]],
		[
			'a nested object',
			{ floor: { number: 3, wing: null } },
			{ floor: { number: 3, wing: null } },
		],
		['null', null, undefined],
		['an empty text', '', undefined],
	];

	const ways: Record<string, (value: unknown) => [parameters: IDataObject, item: IDataObject]> = {
		'Map Automatically': (value) => [
			{ contactsFrom: 'mapAutomatically' },
			{ email: 'a@b.example', room: value } as IDataObject,
		],
		'Map Each Field': (value) => [
			{
				contactsFrom: 'mapEachField',
				contact: { mappingMode: 'defineBelow', value: { email: 'a@b.example' } },
				customFields: { field: [{ name: 'room', value: '={{ $json.value }}' }] },
			},
			{ value } as IDataObject,
		],
		'Several Contacts': (value) => [
			{
				contactsFrom: 'severalContacts',
				contacts: {
					contact: [
						{
							email: 'a@b.example',
							customFields: {
								field: [{ name: ' room ', value: '={{ $json.value }}' }],
							},
						},
					],
				},
			},
			{ value } as IDataObject,
		],
		JSON: (value) => [
			{
				contactsFrom: 'json',
				contactsJson: JSON.stringify({ email: 'a@b.example', room: value }),
			},
			{},
		],
	};

	describe.each(Object.entries(ways))('%s', (_, way) => {
		it.each(values)(
			'%s is sent as it is, or left out where it is none',
			async (_t, value, sent) => {
				const [parameters, item] = way(value);
				const run = await node.run(parameters, { items: [item] });
				const room = sent === undefined ? {} : { room: sent };
				expect(node.bodies).toEqual([
					{ origin: 'pms', contacts: [{ email: 'a@b.example', ...room }] },
				]);
				expect(run.output).toMatchObject([
					{ json: { status: 'queued' }, pairedItem: [{ item: 0 }] },
				]);
			},
		);
	});

	const inherited = { constructor: 'c', toString: 't', hasOwnProperty: 'h' };

	it('may have names that every object inherits, in JSON', async () => {
		const contactsJson = '{ "__proto__": "p", "constructor": "c", "toString": "t" }';
		await node.run({ contactsFrom: 'json', contactsJson });
		expect(sentContact()).toEqual(
			new Map([
				['own __proto__', 'p'],
				['constructor', 'c'],
				['toString', 't'],
			]),
		);
	});

	it('may have names that every object inherits, in an input item', async () => {
		await node.run({ contactsFrom: 'mapAutomatically' }, { items: [inherited] });
		expect(sentContact()).toEqual(new Map(Object.entries(inherited)));
	});

	it.each(['Map Each Field', 'Several Contacts'])(
		'may have names that every object inherits, in %s',
		async (way) => {
			const field = [
				{ name: '__proto__', value: 'p' },
				{ name: 'constructor', value: 'c' },
			];
			const parameters: Record<string, IDataObject> = {
				'Map Each Field': { contactsFrom: 'mapEachField', customFields: { field } },
				'Several Contacts': {
					contactsFrom: 'severalContacts',
					contacts: { contact: [{ customFields: { field } }] },
				},
			};
			await node.run(parameters[way]!);
			expect(sentContact()).toEqual(
				new Map([
					['own __proto__', 'p'],
					['constructor', 'c'],
				]),
			);
		},
	);

	const refusals: Array<[title: string, field: IDataObject, sentence: string]> = [
		[
			'has a value but no name',
			{ name: ' ', value: 'sea view' },
			'Custom Contact Fields 2 has a value but no name; give its name [item 0]',
		],
		[
			'has the name of a field of the service',
			{ name: 'email', value: 'x@y.example' },
			'Custom Contact Fields 2: “email” is not a custom field; use the field of that name [item 0]',
		],
	];

	it.each(refusals)('is refused where it %s', async (_, field, sentence) => {
		const run = await node.run({
			contactsFrom: 'mapEachField',
			customFields: { field: [{ name: 'room', value: '7' }, field] },
		});
		expect(run.error).toMatchObject({ message: sentence, description: 'Nothing was sent.' });
		expect(node.sent).toEqual([]);
	});

	describe('keys of an input item that the service does not define', () => {
		const parameters = { contactsFrom: 'mapAutomatically' };
		const items = [{ email: 'a@b.example', room: 7, Email: 'A@B.example' }];

		it('are sent as custom fields unless told', async () => {
			await node.run(parameters, { items });
			expect(node.bodies).toEqual([{ origin: 'pms', contacts: items }]);
		});

		it('are left out', async () => {
			const run = await node.run({ ...parameters, otherKeys: 'leaveOut' }, { items });
			expect(node.bodies).toEqual([{ origin: 'pms', contacts: [{ email: 'a@b.example' }] }]);
			expect(run.output).toMatchObject([
				{ json: { status: 'queued' }, pairedItem: [{ item: 0 }] },
			]);
		});

		it('stop with an error', async () => {
			const run = await node.run({ ...parameters, otherKeys: 'error' }, { items });
			expect(run.error).toMatchObject({
				message: 'room is not a field of a contact; rename it or leave it out [item 0]',
				description: 'Nothing was sent.',
			});
			expect(node.sent).toEqual([]);
		});

		it('are no matter in JSON, where they are custom fields', async () => {
			const contactsJson = JSON.stringify(items);
			await node.run({ contactsFrom: 'json', contactsJson, otherKeys: 'error' });
			expect(node.bodies).toEqual([{ origin: 'pms', contacts: items }]);
		});
	});
});
