import type { IDataObject } from 'n8n-workflow';
import { everyEndpoint, guests } from './every-operation/cases';
import { OperationRunner } from './every-operation/operation-runner';
import { jsonDeliveries, placeholderValues, smsForm } from './message-forms';
import { job, key, TriggerRunner } from './trigger-runner';

/** Texts that n8n evaluates in a parameter. */
const expressions = ['={{ 6 * 7 }}', '=42', '{{ 6 * 7 }}', '={{ $env.PATH }}'];
const html = '<a href="https://evil.example">Sign in</a><img src=x><!--';

/**
 * Expects that no prototype was polluted: in jest's realm, and in the realm that the package runs in
 * (`structuredClone` creates objects there).
 */
function expectCleanObjects(): void {
	for (const object of [{}, [], structuredClone({}), structuredClone([])]) {
		const inherited: string[] = [];
		for (const key in object) inherited.push(key);
		expect(inherited).toEqual([]);
		expect((object as { polluted?: unknown }).polluted).toBeUndefined();
		expect(Object.prototype.toString.call(object)).toMatch(/^\[object (Object|Array)\]$/);
	}
}

describe('untrusted text', () => {
	const node = new OperationRunner();
	const triggers = new TriggerRunner();

	it('is sent and output unchanged, and never evaluated', async () => {
		for (const text of expressions) {
			node.service.reset();
			const form = smsForm({ messageHolder: '={{ $json.text }}' });
			const run = await node.run(form, { items: [{ text, name: text }] });
			expect(run.error).toBeUndefined();
			expect(JSON.stringify(node.bodies)).toContain(JSON.stringify(text).slice(1, -1));
			expect(JSON.stringify([node.bodies, run.output])).not.toMatch(/\b42\b(?<!=42)/);
		}
	});

	it('from a callback is output unchanged', async () => {
		const trigger = await triggers.open();
		for (const [at, text] of [...expressions, html].entries()) {
			const callback = { account_id: text, valid_contacts: [{ name_first: text }] };
			const body = { ...job, token: `token-${at}`, ...callback };
			const { items } = await trigger.call({ query: { key }, body });
			expect(items?.map(({ json }) => json)).toEqual([body]);
		}
	});

	it('isn’t offered in a list if the editor would turn it into an expression', async () => {
		const campaigns = [...expressions, 'c-1'].map((id) => ({ id, name: `Campaign ${id}` }));
		node.service.faults.add({ action: { respond: { status: 200, body: { campaigns } } } });
		const editor = node.engine.editor(node.credential);
		const { results } = await editor.listSearch('searchCampaigns');
		expect(results.map(({ value }) => value)).toEqual(['{{ 6 * 7 }}', 'c-1']);
	});

	it.each(everyEndpoint)('doesn’t pollute the prototype of objects: $name', async (one) => {
		const hostile = JSON.parse(
			'{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
		) as IDataObject;
		const text = JSON.stringify(hostile);
		const item = { ...guests[0], ...hostile, name: hostile };
		Object.defineProperty(item, '__proto__', { value: hostile, enumerable: true });
		const modes = { contactsFrom: 'json', itemsFrom: 'json' };
		const asJson = one.controls
			.filter(({ type }) => type === 'json')
			.map(({ name }) => ({ ...modes, [name]: text }));
		const cases = [
			{ more: {}, items: [item] },
			...asJson.map((more) => ({ more, items: guests.slice(0, 1) })),
		];
		for (const { more, items } of cases) {
			await node.run({ ...one.form, ...more }, { items });
			const body = `{"_id": "b-1", "campaigns": [${text}], "deliveries": [${text}], "__proto__": ${text}}`;
			const headers = { 'content-type': 'application/json' };
			for (const status of [200, 400]) {
				node.service.faults.add({ action: { respond: { status, headers, body } } });
				await node.run({ ...one.form, ...more }, { items });
			}
		}
		expectCleanObjects();
	});

	it('can be the name of a placeholder, even one that every object inherits', async () => {
		const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
		const messageHolder = names.map((name) => `%{${name}}`).join(' ');
		const values = Object.fromEntries(names.map((name) => [name, `of ${name}`]));
		const inJson = [{ phone_number: '+34600123456', replacements: values }];
		for (const more of [placeholderValues(values), jsonDeliveries(inJson)]) {
			await node.run(smsForm({ messageHolder, ...more }));
		}
		for (const body of node.bodies as Array<{ deliveries: [{ replacements: object }] }>) {
			const { replacements } = body.deliveries[0];
			expect(Object.entries(replacements)).toEqual(Object.entries(values));
		}
		expect(node.bodies).toHaveLength(2);
		expectCleanObjects();
	});

	it.each(everyEndpoint)('adds no HTML to hints and errors: $name', async (one) => {
		const shown: string[] = [];
		const run = async (more: IDataObject, item: IDataObject) => {
			const parameters = { ...one.form, options: one.form.options ?? {}, ...more };
			const { error, hints } = await node.run(parameters, { items: [item] });
			// A box with several hints has a line for each.
			const lines = hints.flatMap(({ message }) => message.split('<br><br>'));
			shown.push(...lines, error?.description ?? '');
		};
		const item = { ...guests[0], [html]: html, email: html, name: html };
		await run({}, item);
		node.service.faults.add({ action: { respond: { status: 500, body: { error: html } } } });
		await run({}, item);
		await run({}, { ...guests[0], user_id: html, phone: html });
		node.service.faults.add({ action: { respond: { status: 400, body: { error: html } } } });
		await run({}, { ...item, user_id: html });
		expect(shown.length).toBeGreaterThan(3);
		expect(shown.filter((text) => /<[a-z!/?]/i.test(text))).toEqual([]);
	});
});
