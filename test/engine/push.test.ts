import type { IDataObject } from 'n8n-workflow';
import { pushSend } from '../../nodes/CrmMessaging/actions/push/send.operation';
import { DEMO_ACCOUNT } from '../../playground/service/options';
import { pushBody, pushForm, recipients } from './message-forms';
import { account, hintsOf, NodeRunner } from './node-runner';

describe('sending push notifications', () => {
	const push = new NodeRunner(pushForm());

	const tis = "'Tis 👨\u200d👩\u200d👧 time";
	const nothing = { sound: '', url: '', thumbnailUrl: '' };
	it.each<[what: string, form: IDataObject, sent: IDataObject, ...hints: string[]]>([
		[
			'0, false and an empty alert, which mean something',
			{ notification: { badge: 0, silent: false, sendSilently: true } },
			{ badge: 0, silent: false, alert: '' },
		],
		['no empty texts', { notification: nothing }, {}],
		['a recipient whose type isn’t stored', recipients({ recipientId: 'phone-1' }), {}],
		['a text with the marks that cells have', { subject: tis }, { subject: tis }],
		[
			'no alert if it’s sent silently, with a hint',
			{ notification: { alert: 'Ready', sendSilently: true } },
			{ alert: '' },
			'Alert has no effect because of Send Silently. Remove it, or change the other setting.',
		],
	])('sends %s', async (_, form, sent, ...hints) => {
		const run = await push.run(form);
		expect(push.bodies).toEqual([pushBody([{ device_id: 'phone-1' }], sent)]);
		expect(hintsOf(run)).toEqual(hints);
	});
});

describe('the form of push notifications', () => {
	const demo = new NodeRunner(pushForm(), {
		account: { ...account, appIds: DEMO_ACCOUNT.appIds },
	});

	it('works in the demo with the examples that its form shows', async () => {
		const shown = pushSend.form.fields.filter((field) => field.required && field.placeholder);
		const typed = shown.map(({ name, placeholder }) => [
			name,
			placeholder!.slice('e.g. '.length),
		]);
		expect(typed).toHaveLength(4);
		const run = await demo.run(Object.fromEntries(typed) as IDataObject);
		expect(run.output).toMatchObject([{ json: { valid: true, text: typed[3]![1] } }]);
	});
});
