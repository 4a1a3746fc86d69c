import type { IDataObject } from 'n8n-workflow';
import { deliveries, jsonDeliveries, replacements, smsForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectRefused, FROM_ITEM } from './one-wrong-item';

const PHONE = '+34600123456';
const noReplacement = (name: string): string =>
	`%{${name}} of the message has no replacement; add one named “${name}” with a text or take %{${name}} out of the message`;
const notInItem = (name: string): string =>
	`has no text for %{${name}} of the message; give it a field named “${name}” or take %{${name}} out of the message`;

describe('a message whose container has no replacement', () => {
	const node = new NodeRunner();
	const refuses = (
		form: IDataObject,
		good: unknown,
		wrong: unknown,
		sentence: string,
	): Promise<void> =>
		expectRefused(
			node,
			smsForm({ messageHolder: 'Dear %{name}', ...form }),
			{ good: good as IDataObject, wrong: wrong as IDataObject },
			sentence,
		);

	it.each<[string, unknown]>([
		['undefined', {}],
		['null', { v: null }],
	])('is refused by hand where an expression gives %s', async (_, wrong) => {
		await refuses(
			deliveries({ phoneNumber: PHONE, ...replacements({ name: FROM_ITEM }) }),
			{ v: 'Ana' },
			wrong,
			`Deliveries 1, Replacements: ${noReplacement('name')}`,
		);
	});

	it.each<[string, unknown, string]>([
		['an object', { v: { first: 'Ana' } }, 'an object'],
		['a list', { v: ['Ana'] }, 'a list'],
	])('is refused by hand where an expression gives %s', async (_, wrong, what) => {
		await refuses(
			deliveries({ phoneNumber: PHONE, ...replacements({ name: FROM_ITEM }) }),
			{ v: 'Ana' },
			wrong,
			`Deliveries 1, Replacements 1: ${what} is not a text; give a text or a number`,
		);
	});

	it.each(['Name', 'name ', ''])('is refused by hand where the name is “%s”', async (v) => {
		const sentence =
			v === ''
				? 'Deliveries 1, Replacements 1 has a text but no name; give the name of its container'
				: `Deliveries 1, Replacements: ${noReplacement('name')}`;
		await refuses(
			deliveries({ phoneNumber: PHONE, ...replacements({ [FROM_ITEM]: 'Ana' }) }),
			{ v: 'name' },
			{ v },
			sentence,
		);
	});

	it.each<[unknown, string]>([
		[{}, `Deliveries 1, Input Item ${notInItem('name')}`],
		[{ name: '' }, `Deliveries 1, Input Item ${notInItem('name')}`],
		[{ name: null }, `Deliveries 1, Input Item ${notInItem('name')}`],
		[{ Name: 'Ana' }, `Deliveries 1, Input Item ${notInItem('name')}`],
		[
			{ name: { first: 'Ana' } },
			'Deliveries 1, Input Item, name: an object is not a text; give a text or a number',
		],
	])('is refused where the input item is %j', async (wrong, sentence) => {
		await refuses({ replacementsFrom: 'item' }, { name: 'Ana' }, wrong, sentence);
	});

	it.each<[unknown, string]>([
		[undefined, noReplacement('name')],
		[{}, noReplacement('name')],
		[{ name: null }, noReplacement('name')],
		[{ Name: 'Ana' }, noReplacement('name')],
	])('is refused where the JSON has the replacements %j', async (wrong, sentence) => {
		const delivery = (texts: unknown): IDataObject => ({
			v: { phone_number: PHONE, replacements: texts },
		});
		await refuses(
			jsonDeliveries(FROM_ITEM),
			delivery({ name: 'Ana' }),
			delivery(wrong),
			`Deliveries (JSON), 1, Replacements: ${sentence}`,
		);
	});

	it('is refused where the JSON has a list as its replacement', async () => {
		const delivery = (name: unknown): IDataObject => ({
			v: { phone_number: PHONE, replacements: { name } },
		});
		await refuses(
			jsonDeliveries(FROM_ITEM),
			delivery('Ana'),
			delivery(['Ana']),
			'Deliveries (JSON), 1, replacements, name: a list is not a text; give a text or a number',
		);
	});

	it.each(['__proto__', 'constructor', 'toString'])(
		'is refused for the name %s too, which every JavaScript object seems to have',
		async (name) => {
			const messageHolder = `Dear %{${name}}`;
			const forms = [
				{ messageHolder },
				{ messageHolder, replacementsFrom: 'item' },
				{ messageHolder, ...jsonDeliveries([{ phone_number: PHONE, replacements: {} }]) },
			];
			const said = [];
			for (const form of forms) said.push((await node.run(smsForm(form))).error?.message);
			expect(said).toEqual([
				`Deliveries 1, Replacements: ${noReplacement(name)} [item 0]`,
				`Deliveries 1, Input Item ${notInItem(name)} [item 0]`,
				`Deliveries (JSON), 1, Replacements: ${noReplacement(name)} [item 0]`,
			]);
			expect(node.service.requests).toEqual([]);
		},
	);

	it('is refused for the delivery that lacks it, when others have it', async () => {
		const run = await node.run(
			smsForm({
				messageHolder: 'Dear %{name}',
				...deliveries(
					{ phoneNumber: PHONE, ...replacements({ name: 'Ana' }) },
					{ phoneNumber: '+34600123457' },
				),
			}),
		);
		expect(run.error?.message).toBe(
			`Deliveries 2, Replacements: ${noReplacement('name')} [item 0]`,
		);
		expect(node.service.requests).toEqual([]);
	});
});

describe('several wrong items', () => {
	const sms = new NodeRunner(smsForm(deliveries({ phoneNumber: '={{ $json.phone }}' })));
	const items = [{ phone: PHONE }, { phone: 'x' }, {}, { phone: PHONE }];

	it('stop the run with the first of them and their number', async () => {
		const run = await sms.run({}, { items });
		expect(run.error).toMatchObject({
			message: expect.stringContaining('“x”') as string,
			description: 'Nothing was sent. 2 items are wrong; this is the first.',
			context: { itemIndex: 1 },
		});
		expect(sms.service.requests).toEqual([]);
	});

	it('come out as errors in their places, and the others are sent', async () => {
		const run = await sms.run({}, { items, onError: 'continueRegularOutput' });
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);
		expect(run.output.map(({ error }) => error?.message.slice(-8))).toEqual([
			undefined,
			'[item 1]',
			'[item 2]',
			undefined,
		]);
		expect(sms.service.state.smsDeliveries).toHaveLength(2);
		expect(sms.bodies).toHaveLength(1);
	});

	it('send nothing when all are wrong', async () => {
		const wrong = [{ phone: 'x' }, { phone: 'y' }];
		const run = await sms.run({}, { items: wrong, onError: 'continueErrorOutput' });
		expect(run.output).toEqual([]);
		expect(linksOf(run.errorOutput)).toEqual([[0], [1]]);
		expect(sms.service.requests).toEqual([]);
	});
});
