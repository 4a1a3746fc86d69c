import type { IDataObject } from 'n8n-workflow';
import { automatic, contactForm, everyWay, purchaseForm } from './import-forms';
import { hintsOf } from './message-forms';
import { errorsIn, NodeRunner } from './node-runner';

const user_id = 'g-1';

describe('a wrong optional value', () => {
	const node = new NodeRunner();
	const wrong = { gender: 'x', city: false, user_id };

	it.each<[way: string, form: IDataObject]>([
		...everyWay(['gender', 'city']),
		[
			'a purchase',
			purchaseForm({ ...automatic, additionalFields: { name: '={{ $json.city }}' } }),
		],
	])('stops, or is left out and named, as chosen: %s', async (way, form) => {
		const stopped = await node.run(form, { items: [wrong] });
		expect(stopped.error?.message).toMatch(/“(false|x)” isn’t/);
		const options = { ifOptionalValueIsWrong: 'leaveOut' };
		const run = await node.run({ ...form, options }, { items: [wrong] });
		expect(node.contacts).toEqual([{ user_id }]);
		const names = run.output.map(({ json }) => [...(json.left_out as string[])].sort());
		expect(names).toEqual([
			way === 'a purchase' ? ['city', 'gender', 'name'] : ['city', 'gender'],
		]);
		const count = way === 'a purchase' ? 3 : 2;
		expect(hintsOf(run)).toContainEqual(
			expect.stringContaining(`Wrong values left out: ${count}, for example`),
		);
	});

	it.each<[what: string, item: IDataObject]>([
		['a phone', { phone: '12' }],
		['a user ID', { user_id: 4711.5 }],
		['an opt-out', { 'Email Opt-Out': 'maybe' }],
		['consent', { gdpr_marketing_consent: 'maybe' }],
	])('stops even then if it is %s', async (_, item) => {
		const form = contactForm({ ...automatic, options: { ifOptionalValueIsWrong: 'leaveOut' } });
		const items = [{ email: 'a@x.es' }, { email: 'b@x.es', ...item }];
		const run = await node.run(form, { items, onError: 'continueErrorOutput' });
		expect(node.contacts).toEqual([items[0]]);
		expect(errorsIn(run.errorOutput)).toMatchObject([{ outcome: 'notSent' }]);
	});
});
