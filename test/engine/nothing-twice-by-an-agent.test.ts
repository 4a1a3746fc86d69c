import type { IDataObject } from 'n8n-workflow';
import type { EngineRun } from './harness';
import { contactForm, hotelForm, mapped, purchaseForm } from './import-forms';
import { phoneOf, pushForm, recipients, smsForm } from './message-forms';
import { NodeRunner } from './node-runner';

/** n8n puts an agent's call into one item, with another ID for every call. */
describe('an agent’s tool', () => {
	const node = new NodeRunner();
	const to = (...numbers: number[]): IDataObject =>
		recipients(...numbers.map((guest) => ({ phoneNumber: phoneOf(guest) })));
	const say = (messageHolder: string, more: IDataObject = to(1)) =>
		smsForm({ messageHolder, options: { batchSize: 1 }, ...more });
	const at = (startAt: string) => say('One', { ...to(1), schedule: 'at', startAt });
	const push = (subject: string, notification: IDataObject = {}) =>
		pushForm({ subject, recipientId: 'd-1', notification });
	const [ab, ba] = ['{"a":1,"b":2}', '{"b":2,"a":1}'].map((extra) => ({ extra }));
	const link = { url: 'https://a.example' };
	let calls = 0;

	/** Calls the tool in the execution of an earlier call. */
	const ask = async (form: IDataObject, earlier?: EngineRun): Promise<EngineRun> => {
		const items = [{ toolCallId: `call-${++calls}` }];
		const { contextData } = earlier ?? {};
		return await node.run(form, { ...node.engine.tool(), items, contextData });
	};
	const skippedIn = ({ output }: EngineRun) =>
		output.map(({ json }) => json.skipped === 'acceptedBefore');

	it.each<[what: string, first: IDataObject, next: IDataObject, isSkipped: boolean]>([
		['the same text in blanks', say('One'), say(' One '), true],
		['another text', say('One'), say('Two'), false],
		['the same text to another guest', say('One'), say('One', to(2)), false],
		['the same text at another time', at('2099-01-01'), at('2099-01-02'), false],
		['the same push in blanks', push('One'), push(' One\n'), true],
		['the same details in another order', push('One', ab), push('One', ba), true],
		['a push with another title', push('One'), push('Two'), false],
		['a push with another link', push('One'), push('One', link), false],
	])('sends a message once: %s', async (_, first, next, isSkipped) => {
		const ran = await ask(first);
		expect(skippedIn(ran)).toEqual([false]);
		expect(skippedIn(await ask(next, ran))).toEqual([isSkipped]);
		expect(node.sent).toHaveLength(isSkipped ? 1 : 2);
	});

	const person = mapped({ user_id: 'g-1' });
	it.each<[what: string, formOf: (value: string) => IDataObject, values: [string, string]]>([
		['booking', (status) => purchaseForm({ ...person, status }), ['confirmed', 'canceled']],
		['contact', (city) => contactForm(mapped({ user_id: 'g-1', city })), ['Rome', 'Paris']],
		['hotel', (name) => hotelForm({ name }), ['Old', 'New']],
	])('sends what is changed back again: a %s', async (_, formOf, [one, other]) => {
		const changed = await ask(formOf(other), await ask(formOf(one)));
		await ask(formOf(one), changed);
		expect(node.sent).toHaveLength(3);
		expect(node.bodies[2]).toEqual(node.bodies[0]);
	});

	it('sends each contact with only a name once', async () => {
		const called = (name_first: string) => contactForm(mapped({ name_first }));
		const both = await ask(called('Ben'), await ask(called('Ana')));
		expect(skippedIn(await ask(called('Ana'), both))).toEqual([true]);
	});

	it('lists the recipients already accepted, who get it only once', async () => {
		const failing = { options: { batchSize: 1, failOnRejected: true } };
		const rejected = await ask(say('One', { ...to(1, 0), ...failing }));
		expect(rejected.error?.message).toMatch(
			/rejected the delivery to \+34600000000\. .*Accepted, and not sent again when you repeat the call: \+34600000001\.$/,
		);
		const corrected = await ask(say('One', to(2, 1)), rejected);
		expect(skippedIn(corrected)).toEqual([false, true]);
		expect(node.texts).toEqual(['One', 'One', 'One']);
	});

	it('sends a text twice in one call only if Skip Duplicates is off', async () => {
		await ask(say('One', { ...to(1, 1), options: { skipDuplicates: false } }));
		await ask(say('Two', to(1, 1)));
		expect(node.texts).toEqual(['One', 'One', 'Two']);
	});
});
