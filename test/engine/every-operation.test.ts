import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { outputPreview, shapeOf, type OutputPreview } from '../../tools/output-previews';
import {
	everyEndpoint,
	everyForm,
	guestOf,
	guests,
	guestsUpTo,
	namedIn,
	type FormCase,
} from './every-operation/cases';
import { OperationRunner } from './every-operation/operation-runner';
import { linksOf } from './node-runner';

const textOf = (value: unknown): string => JSON.stringify(value);

describe('the test cases', () => {
	it.each(everyEndpoint)('fill in every control: $name', ({ operation, controls }) => {
		const forms = textOf(everyForm.filter((one) => one.operation === operation));
		const missing = controls.filter(
			({ type, name }) => type !== 'notice' && !forms.includes(`"${name}":`),
		);
		// Add them to every-operation/forms.ts.
		expect(missing.map(({ name }) => name)).toEqual([]);
	});
});

/** The keys of the item that a form reads. */
const keysIn = (form: unknown): string[] =>
	[...textOf(form).matchAll(/\$json\.(\w+) \}\}/g)].map(([, key]) => key!);

interface Reader extends FormCase {
	control: INodeProperties;
	/** The key that no other control of the form reads. */
	key: string;
	/** Of several controls with its name, any label. */
	label: string;
}

/** Controls that read the item, each once in an operation. */
function readersIn(forms: FormCase[], isOne: (control: INodeProperties) => unknown): Reader[] {
	const readers = forms.flatMap((one) =>
		one.controls.filter(isOne).flatMap((control): Reader[] => {
			const { name } = control;
			const pattern = new RegExp(`"${name}":"=\\{\\{ \\$json\\.(\\w+) \\}\\}"`);
			const [, key] = pattern.exec(textOf(one.form)) ?? [];
			if (!key || keysIn(one.form).filter((other) => other === key).length > 1) return [];
			const named = one.controls.filter((other) => other.name === name);
			const labels = new Set(named.map(({ displayName }) => displayName));
			return [{ ...one, control, key, label: [...labels].join('|').replace(/[()]/g, '.') }];
		}),
	);
	const byOperation = ({ operation, key }: Reader) => `${operation.choice.action} ${key}`;
	return [...new Map(readers.map((reader) => [byOperation(reader), reader])).values()];
}

/** A preview without the entries of lists, which an answer may not have. */
function withoutEntries({ type, properties }: OutputPreview): OutputPreview {
	if (!properties) return { type };
	const inner = Object.entries(properties).map(([key, one]) => [key, withoutEntries(one)]);
	return { type, properties: Object.fromEntries(inner) as Record<string, OutputPreview> };
}

describe('every operation', () => {
	const node = new OperationRunner();

	it.each(everyForm)('accepts valid items and links its output: $name', async (one) => {
		const { form, goodItem } = one;
		const run = await node.run(form, { items: [goodItem, goodItem] });
		expect([run.error?.message, run.error?.description]).toEqual([undefined, undefined]);
		expect(run.status).toBe(form.processingResult === 'waitForResult' ? 'waiting' : 'success');
		if (run.status === 'success' && !one.mayBeSilent) {
			expect(new Set(linksOf(run.output).flat())).toEqual(new Set([0, 1]));
		}
		if (one.preview) expect(node.sent).toEqual([]);
		else expect(node.sent).not.toEqual([]);
	});

	const sending = everyForm.filter(
		({ preview, mayBeSilent }) => preview === undefined && !mayBeSilent,
	);
	const changing = sending.filter(({ changes }) => changes);
	it.each(changing)('sends each field under its key: $name', async ({ form, goodItem }) => {
		// Opt-outs become channel_subscriptions, custom fields have names of their own.
		const others = /^(body|entry|name|value|send_silently|.+_opt_out)$|[a-z][A-Z]/;
		const keys = keysIn(form).filter((key) => !others.test(key));
		await node.run(form, { items: [goodItem] });
		const sent = textOf(node.bodies);
		expect(keys.filter((key) => !sent.includes(`"${key}":`))).toEqual([]);
	});

	// A push's recipient has the label of its type.
	const isRequired = ({ required, name }: INodeProperties) => required && name !== 'recipientId';
	const required = readersIn(sending, isRequired);
	it.each(required)('checks required fields before sending: $name, $label', async (one) => {
		const { form, goodItem, key, label } = one;
		const { [key]: _, ...wrong } = goodItem;
		const items = [goodItem, wrong];
		const stopped = await node.run(form, { items });
		expect(stopped.error?.message).toMatch(new RegExp(`(${label}):? .*\\[item 1\\]$`));
		expect(stopped.error).toMatchObject({
			code: expect.stringMatching(/^(required|emptyExpression)$/) as string,
			description: expect.stringContaining('This run sent nothing.') as string,
			context: { itemIndex: 1 },
		});
		expect(node.sent).toEqual([]);

		const continued = await node.run(form, { items, onError: 'continueRegularOutput' });
		if (continued.status === 'waiting') return;
		expect(linksOf(continued.output)).toEqual([[0], [1]]);
		const error = { message: expect.stringMatching(label) as string };
		expect(continued.output[1]!.json).toMatchObject({ ...wrong, error });
	});

	const choosing = readersIn(sending, ({ type }) => ['options', 'boolean'].includes(type));
	it.each(choosing)('rejects what isn’t a choice: $name, $label', async (one) => {
		const items = [{ ...one.goodItem, [one.key]: 'No Such Choice!' }];
		const { error } = await node.run(one.form, { items });
		expect(error?.message).toMatch(
			new RegExp(`(${one.label}).*: “No Such Choice!” isn’t .* \\[item 0\\]$`),
		);
		expect(node.sent).toEqual([]);
	});

	const isShown = ({ type, name }: INodeProperties) =>
		['options', 'boolean', 'number'].includes(type) && name !== 'maxWait';
	const ofRun = everyEndpoint.flatMap((endpoint) =>
		endpoint.controls
			.filter((control) => control.noDataExpression && isShown(control))
			.map((control) => ({ ...endpoint, control, label: control.displayName })),
	);
	it.each(ofRun)('has one value for all items: $name, $label', async ({ form, ...one }) => {
		for (const value of ['No Such Choice!', '={{ $json.name }}']) {
			const options = { [one.control.name]: value };
			const { error } = await node.run({ ...form, options }, { items: guests });
			expect(error?.message).toContain(one.label);
		}
		expect(node.sent).toEqual([]);
	});

	const batches = everyEndpoint.filter(({ shares }) => shares);
	it.each(batches)('sends what doesn’t fit in a second request: $name', async (one) => {
		const { maxPerRequest } = one.operation.limit;
		const items = guestsUpTo(maxPerRequest + 1);
		const run = await node.runCase(one, {}, { items });
		expect(run.error?.message).toBeUndefined();
		const sent = node.bodies.map((body) => namedIn(body, guestOf).length);
		expect({ 'entries of each request': sent }).toEqual({
			'entries of each request': [maxPerRequest, 1],
		});
		expect(one.accepted(node.service)).toEqual(items.map(({ user_id }) => user_id));
		expect(new Set(linksOf(run.output).flat()).size).toBe(items.length);
		expect(run.hints.filter(({ type }) => type === 'danger')).toEqual([]);
	});

	const wholes = everyEndpoint.filter((one) => one.isWhole);
	it.each(wholes)('refuses one entry more than fits in its request: $name', async (one) => {
		// All of them are parts of one thing.
		const form = { ...one.form, transactionCode: 'one-for-all', uuid: 'one-for-all' };
		const run = await node.run(form, { items: guestsUpTo(1001) });
		expect(node.sent).toEqual([]);
		expect(run.error?.message).toContain('1,001');
		expect((await node.run(form, { items: guestsUpTo(1000) })).error).toBeUndefined();
		expect(node.sent).toHaveLength(1);
	});

	it.each(everyEndpoint)('returns what the editor previews: $name', async (one) => {
		const { example, hasMore } = one.operation.output;
		const [item] = (await node.runCase(one)).output;
		const shown = hasMore
			? Object.fromEntries(Object.keys(example).map((key) => [key, item!.json[key]]))
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
