import type { IDataObject } from 'n8n-workflow';
import { automatic, contactForm, contactsInJson, mapped, purchaseForm } from './import-forms';
import { processedJob } from './every-operation/processed-job';
import { hintsOf, placeholderValues, smsForm } from './message-forms';
import { NodeRunner } from './node-runner';

const user_id = 'g-1';
const contact = contactForm(automatic);
/** The form's fields of one guest as data, so that a value isn't typed. */
const stay = (more: IDataObject) => purchaseForm({ ...mapped({ user_id }), ...more });
const inJson = (value: string) =>
	contactForm(contactsInJson(`={{ [{ user_id: "g-1", a: ${value} }] }}`));

/**
 * The rules of values have tests of their own (`test/unit/rules/`). Here, each of their sentences
 * reaches people.
 */
describe('a sentence about a value', () => {
	const node = new NodeRunner();

	it.each<[code: string, form: IDataObject, item?: IDataObject]>([
		['ambiguousDate', contact, { user_id, birthday: '03/04/1985' }],
		['wrongDay', contact, { user_id, birthday: '2026-02-30' }],
		['ambiguousPrice', stay({ price: '={{ "1.234" }}' })],
		['tooLong', smsForm({ sender: 'Hotel Aurora Palma' })],
		['emptyOption', smsForm({ options: { maxMessages: '' } })],
		['phoneWithoutCode', smsForm({ phoneNumber: '600123456' })],
		['letterO', smsForm({ phoneNumber: '+4917O1234567' })],
		['phoneWithMore', smsForm({ phoneNumber: '++34600123456' })],
		['notJson', inJson('NaN')],
	])('stops the run: %s', async (code, form, item = {}) => {
		const { error } = await node.run(form, { items: [item] });
		expect(error).toMatchObject({ code });
		expect(node.sent).toEqual([]);
	});

	it.each<[words: string, form: IDataObject, item?: IDataObject]>([
		['Only the first of several values', contact, { 'E-mail 1 - Value': 'a@x.es ::: b@x.es' }],
		['has no country code and stays', contact, { user_id, phone: '600 123 456' }],
		['looks made up', contact, { email: 'noemail@noemail.com' }],
		['also the code of a country', contact, { user_id, language: 'SE' }],
		['has no year', contact, { user_id, birthday: '03/14' }],
		['Day numbers of a spreadsheet', contact, { user_id, birthday: '31160' }],
		['is negative', stay({ price: -12.5 })],
		['was rounded', stay({ price: '={{ "12.345,678" }}' })],
		[
			'because the clocks go forward',
			smsForm({ schedule: 'at', startAt: '2031-03-30T02:30:00' }),
		],
		['isn’t used', smsForm(placeholderValues({ room: '12' }))],
	])('is a hint: %s', async (words, form, item = {}) => {
		const run = await node.run(form, {
			items: [item],
			settings: { timezone: 'Europe/Madrid' },
		});
		expect(run.error).toBeUndefined();
		expect(hintsOf(run)).toContainEqual(expect.stringContaining(words));
	});

	it('stops a purchase with more contacts than a request holds', async () => {
		const items = Array.from({ length: 1001 }, (_, at) => ({ user_id: `g-${at}` }));
		const run = await node.run(purchaseForm(automatic), { items });
		expect(run.error).toMatchObject({ code: 'purchaseTooLarge' });
	});

	it('ends a wait for a job that isn’t processed', async () => {
		node.service.state.bulkJobs.push({ ...processedJob('b-1'), status: 'queue' });
		const form = { resource: 'bulkJob', operation: 'waitUntilProcessed', bulkId: 'b-1' };
		const run = await node.run({ ...form, timeLimit: 0.1 }, { items: [{}] });
		expect(run.error).toMatchObject({ code: 'jobNotProcessed' });
	});

	it('explains a page in place of an answer', async () => {
		const headers = { 'content-type': 'text/html' };
		node.service.faults.add({ action: { respond: { status: 200, body: '<html>', headers } } });
		expect((await node.run(smsForm())).error).toMatchObject({ code: 'pageInsteadOfAnswer' });
	});
});
