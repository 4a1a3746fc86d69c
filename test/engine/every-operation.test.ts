import type { IDataObject } from 'n8n-workflow';
import { closing } from '../../nodes/CrmMessaging/catalogue/runs';
import type { MockService } from '../../playground/service/mock-service';
import type { Field } from '../../nodes/CrmMessaging/fields/field';
import { fieldOf } from '../../nodes/CrmMessaging/fields/control';
import { endpoints } from '../../nodes/CrmMessaging/service/endpoints';
import {
	everyEndpoint,
	guestOf,
	guests,
	guestsUpTo,
	leastForm,
	namedIn,
} from './every-operation/endpoint-cases';
import { controlsOf } from '../../nodes/CrmMessaging/engine/options';
import { text } from '../../nodes/CrmMessaging/fields/types/text';
import { withInner } from './every-operation/fill-form';
import { everyForm, type FormCase } from './every-operation/form-cases';
import { OperationRunner } from './every-operation/operation-runner';
import { operations } from '../../nodes/CrmMessaging/actions';
import { errorsIn, linksOf } from './node-runner';
import { outputPreview, shapeOf, type OutputPreview } from '../../tools/output-previews';

describe('the test cases', () => {
	it('cover every endpoint', () => {
		const used: object[] = operations.map(({ endpoint }) => endpoint);
		const unused = Object.entries(endpoints)
			.filter(([, endpoint]) => !used.includes(endpoint))
			.map(([name]) => `no operation uses endpoints.${name} of service/endpoints.ts`);
		expect(unused).toEqual([]);
	});

	it.each(operations)('fill in every control: $resource.label, $name', (operation) => {
		const forms = everyForm.filter((one) => one.operation === operation);
		const filled = new Set(forms.flatMap(({ form }) => entriesIn(form).map(([key]) => key)));
		const controls = withInner(controlsOf(operation));
		const missing = controls
			.filter(({ type, name }) => type !== 'notice' && !filled.has(name))
			.map(({ name }) => `no form of every-operation/forms.ts fills in ${name}`);
		expect(missing).toEqual([]);
	});
});

const asText = (value: unknown): string => JSON.stringify(value);

/** Every key with its value, at any depth. */
function entriesIn(value: unknown): Array<[key: string, value: unknown]> {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap((entry) => [entry, ...entriesIn(entry[1])]);
}

/** The required fields of a form whose key in the item no other field reads. */
function requiredIn({ operation, form }: FormCase): Field[] {
	const read = JSON.stringify(form);
	return withInner(controlsOf(operation)).flatMap((control) => {
		const field = control.required ? fieldOf(control) : undefined;
		return field && read.split(`$json.${field.name} `).length === 2 ? [field] : [];
	});
}

/** Batches are tested with items that differ in their guest. */
const namesNoGuest =
	'No required field is filled in with a guest. Add it to the operation in every-operation/forms.ts, such as: code: "={{ $json.user_id }}"';

/** A preview without the entries of lists, which an answer may not have. */
function withoutEntries({ type, properties }: OutputPreview): OutputPreview {
	if (!properties) return { type };
	const inner = Object.entries(properties).map(([key, one]) => [key, withoutEntries(one)]);
	return { type, properties: Object.fromEntries(inner) as Record<string, OutputPreview> };
}

/** The requests that the mock service refused, with its words. */
function refusals({ requests }: MockService): string[] {
	return requests
		.filter(({ status }) => status !== null && status >= 400)
		.map(({ method, path, status }) => `${method} ${path} was answered ${status}`);
}

describe('every operation', () => {
	const node = new OperationRunner();

	it.each(everyForm)('accepts valid items and links its output: $name', async (one) => {
		const { form, goodItem } = one;
		const run = await node.run(form, { items: [goodItem, goodItem] });
		expect(refusals(node.service)).toEqual([]);
		expect([run.error?.message, run.error?.description]).toEqual([undefined, undefined]);
		expect(run.status).toBe(form.processingResult === 'waitForResult' ? 'waiting' : 'success');
		if (run.status === 'success' && !one.mayBeSilent) {
			expect(new Set(linksOf(run.output).flat())).toEqual(new Set([0, 1]));
		}
		if (one.preview) expect(node.sent).toEqual([]);
		else expect(node.sent).not.toEqual([]);
	});

	it.each(everyEndpoint)('works only with the right secret: $name', async (one) => {
		const wrong = { accountSecret: 'wrong-secret', masterSecret: 'wrong-secret' };
		const credential = { ...node.credential, ...wrong };
		const run = await node.runCase(one, {}, { credential });
		expect(run.error).toMatchObject({ name: 'NodeApiError', httpCode: '401' });
		expect(one.accepted(node.service)).toEqual([]);
	});

	const sending = everyForm.filter(
		({ preview, mayBeSilent }) => preview === undefined && !mayBeSilent,
	);
	const whole = sending.filter(
		({ operation, form }) =>
			operation.endpoint.method === 'POST' && form.processingResult !== 'dontWait',
	);
	it.each(whole)('sends each field under its key: $name', async (one) => {
		const leaves = one.leaves.filter(({ control }) => !control.noDataExpression);
		// Sent silently, a notification has no alert.
		const no = { email_opt_out: false, sms_opt_out: false, push_opt_out: false };
		const item: IDataObject = { ...one.goodItem, ...no, send_silently: false };
		const fields = leaves
			.flatMap(({ control }) => fieldOf(control) ?? [])
			// Opt-outs become channel_subscriptions.
			.filter(({ name }) => name !== 'send_silently' && !name.endsWith('_opt_out'));
		const expected = fields.map(({ name, type }) => {
			// A text of its own, if the field accepts any text.
			if (type === text) item[name] = `Some ${name}`;
			return [name, type.convert(item[name], { timezone: 'UTC' })];
		});
		await node.run(one.form, { items: [item] });
		const sent = entriesIn(node.sent).map(asText);
		const missing = expected
			// A list of plain values has no keys.
			.filter(
				(entry) => ![entry, ['0', entry[1]]].map(asText).some((one) => sent.includes(one)),
			)
			.map((entry) => `the request lacks ${asText(entry)}: does \`request\` send the field?`);
		expect(missing).toEqual([]);
	});

	const cases = sending.flatMap((one) =>
		requiredIn(one).map((field) => ({ ...one, key: field.name, label: field.label })),
	);
	it.each(cases)('checks required fields before sending: $name, $label', async (one) => {
		const { form, goodItem, key, label } = one;
		const { [key]: _, ...wrong } = goodItem;
		const items = [goodItem, wrong];
		const stopped = await node.run(form, { items });
		expect(stopped.error?.message).toMatch(new RegExp(`${label} .* \\[item 1\\]$`));
		expect(stopped.error).toMatchObject({
			code: expect.stringMatching(/^(required|emptyForItem)$/) as string,
			description: expect.stringContaining(closing.nothingSent) as string,
			context: { itemIndex: 1 },
		});
		expect(node.sent).toEqual([]);

		const onError = 'continueRegularOutput';
		const continued = await node.run(form, { items, onError });
		if (continued.status === 'waiting') return;
		expect(linksOf(continued.output)).toEqual([[0], [1]]);
		const error = { message: expect.stringContaining(label) as string };
		expect(continued.output[1]!.json).toMatchObject({ ...wrong, error });
	});

	const batches = everyEndpoint.filter(({ shares }) => shares);
	it.each(batches)('sends what doesn’t fit in a second request: $name', async (one) => {
		const { maxPerRequest } = one.operation.limit;
		const items = guestsUpTo(maxPerRequest + 1);
		const run = await node.runCase(one, {}, { items });
		expect([run.error?.message, ...refusals(node.service)]).toEqual([undefined]);
		const sent = node.bodies.map((body) => namedIn(body, guestOf).length);
		if (Math.max(...sent) === 0) throw new Error(namesNoGuest);
		expect({ 'entries of each request': sent }).toEqual({
			'entries of each request': [maxPerRequest, 1],
		});
		expect(one.accepted(node.service)).toEqual(items.map(({ user_id }) => user_id));
		const linked = linksOf(run.output).flat();
		const unlinked = items.flatMap((_, item) =>
			linked.includes(item) ? [] : [`no output is linked to item ${item}`],
		);
		expect(unlinked).toEqual([]);
		const warnings = run.hints.filter(({ type }) => type === 'danger');
		expect(warnings.map(({ message }) => message)).toEqual([]);
	});

	const wholes = everyEndpoint.filter(({ operation }) => operation.hasParts);
	it.each(wholes)('refuses one entry more than fits in its request: $name', async (one) => {
		const items = guestsUpTo(1001);
		// All of them are parts of one thing.
		const form = leastForm(one.operation, { recipient: 'one-for-all' });
		const run = await node.run(form, { items });
		expect(node.sent).toEqual([]);
		expect(run.error?.message).toContain(items.length.toLocaleString('en'));
	});

	it.each(batches)('names who each item of a refused request was for: $name', async (one) => {
		node.service.faults.add({ action: { respond: { status: 400, body: { error: 'no' } } } });
		const onError = 'continueErrorOutput';
		const run = await node.runCase(one, {}, { onError });
		const names = errorsIn(run.errorOutput).map(({ recipients }) => recipients);
		expect(names).toHaveLength(2);
		names.forEach((recipients, item) => {
			const { user_id, phone, email } = guests[item]!;
			expect(recipients).toHaveLength(1);
			const names = [user_id, phone, phone.slice(1), email];
			expect(names).toContain((recipients as string[])[0]);
		});
	});

	it.each(everyEndpoint)('returns what the editor previews: $name', async (one) => {
		const { hasMoreOutput, output } = one.operation;
		const [item] = (await node.runCase(one)).output;
		const shown = hasMoreOutput
			? Object.fromEntries(Object.keys(output).map((key) => [key, item!.json[key]]))
			: item!.json;
		expect(withoutEntries(shapeOf(shown))).toEqual(
			withoutEntries(outputPreview(one.operation)),
		);
	});

	const previews = everyForm.filter(({ preview }) => preview === 'requests');
	it.each(previews)('previews its requests: $name', async ({ form, goodItem }) => {
		const items = [goodItem, goodItem];
		const run = await node.run(form, { items });
		expect(node.sent).toEqual([]);
		const options = { ...(form.options as IDataObject), preview: 'off' };
		await node.run({ ...form, options }, { items });
		expect(node.sent.length).toBe(run.output.length);
		expect(
			run.output.map(({ json: { method, url, body } }) => ({ method, url, body })),
		).toEqual(
			node.sent.map(({ method, path, body }) => ({
				method,
				url: node.service.url + path,
				body,
			})),
		);
	});
});
