import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { controlsOf } from '../../nodes/CrmMessaging/engine/options';
import { fieldOf } from '../../nodes/CrmMessaging/fields/control';
import { valueIn, withInner, withValue, type Leaf } from './every-operation/fill-form';
import { everyForm, type FormCase } from './every-operation/form-cases';
import { OperationRunner } from './every-operation/operation-runner';

interface Case extends FormCase, Leaf {
	title: string;
}

const forms = everyForm.filter(
	({ preview, form }) => preview === undefined && form.processingResult !== 'waitForResult',
);

/** Every choice and switch of every operation's form; each field is tested once. */
const known = new Set<unknown>();
const cases = forms.flatMap((one): Case[] =>
	one.leaves.flatMap((leaf) => {
		const { control, path } = leaf;
		const title = `${one.operation.resource.label}: ${one.operation.name}, ${path.join('.')}`;
		const source = fieldOf(control) ?? title;
		if (!['options', 'boolean'].includes(control.type) || known.has(source)) return [];
		known.add(source);
		return [{ ...one, ...leaf, title }];
	}),
);
const choices = cases.filter(({ control }) => control.type === 'options');
const switches = cases.filter(({ control }) => control.type === 'boolean');

/** Whether a control decides which others are shown: n8n hides those before the node reads a label. */
function decides({ operation, control, path }: Case): boolean {
	if (path.length > 2) return false;
	const conditions = withInner(controlsOf(operation)).flatMap(({ displayOptions = {} }) =>
		Object.keys({ ...displayOptions.show, ...displayOptions.hide }),
	);
	return conditions.some((name) => name.replace(/^\//, '') === control.name);
}

function asExpression(value: unknown): string {
	return `={{ ${JSON.stringify(value)} }}`;
}

function inOddCase(text: string): string {
	return [...` ${text} `]
		.map((letter, index) => (index % 2 ? letter.toLowerCase() : letter.toUpperCase()))
		.join('');
}

describe('a form’s', () => {
	const node = new OperationRunner();

	const run = async ({ goodItem }: FormCase, form: IDataObject) => {
		node.reset();
		const { error, output, hints } = await node.run(form, { items: [goodItem] });
		const message = [error?.message, error?.description].join(' ');
		return { message, sent: node.sent, count: output.length, hints };
	};

	const expectRefused = async (one: Case, value: unknown, expected: string) => {
		const { message, sent } = await run(one, withValue(one.form, one.path, value));
		expect(message).toContain(expected);
		expect(message).toContain(one.control.displayName);
		expect(sent).toEqual([]);
	};

	it('choices and switches are found', () => {
		expect(choices.length).toBeGreaterThan(30);
		expect(switches.length).toBeGreaterThan(20);
	});

	it.each(choices)('choice accepts values and labels in any case: $title', async (one) => {
		const { control, form, goodItem, path } = one;
		const isDecider = decides(one);
		if (isDecider && control.noDataExpression) return;
		const filled = valueIn(form, path) as string;
		const [, key] = /^=\{\{ \$json\.(\w+) \}\}$/.exec(filled) ?? [];
		const value = key === undefined ? filled : goodItem[key];
		const { name } = (control.options as INodePropertyOptions[]).find(
			(option) => option.value === value,
		)!;
		const asked = await run(one, form);
		expect(asked.sent).not.toEqual([]);
		const label = control.noDataExpression ? inOddCase(name) : asExpression(inOddCase(name));
		const other = isDecider
			? asExpression(inOddCase(value as string))
			: inOddCase(value as string);
		for (const way of [label, other]) {
			expect(await run(one, withValue(form, path, way))).toEqual(asked);
		}
	});

	it.each(switches)('switch accepts words and numbers for on and off: $title', async (one) => {
		const { control, form, path } = one;
		if (decides(one)) return;
		for (const [value, text, number] of [
			[true, ' Yes ', 1],
			[false, 'FALSE', 0],
		]) {
			const asked = await run(one, withValue(form, path, value));
			const ways = [text, control.noDataExpression ? number : asExpression(number)];
			for (const way of ways) {
				expect(await run(one, withValue(form, path, way))).toEqual(asked);
			}
		}
	});

	it.each(cases)('$control.type control rejects any other value: $title', async (one) => {
		const { type, noDataExpression } = one.control;
		const expected = type === 'boolean' ? 'isn’t true or false' : 'No Such Choice!';
		await expectRefused(one, 'No Such Choice!', expected);
		const expectedOfExpression = noDataExpression
			? 'can’t be an expression, because it applies to all items'
			: expected;
		await expectRefused(one, asExpression('No Such Choice!'), expectedOfExpression);
		if (!fieldOf(one.control)) await expectRefused(one, '={{ $json.nothing }}', 'expression');
	});
});
