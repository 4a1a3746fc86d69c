import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import {
	parameterName,
	type Field,
	type ConversionContext,
	type CountSentence,
	convertField,
	convertFields,
	isAbsent,
	ownValue,
} from '../fields/field';
import { InputError } from '../fields/inputError';
import { dataOfNodeItem } from '../n8n/expressions';
import { isToolExecution } from '../n8n/execution';
import { defaultCountryCode } from '../fields/types/phone';
import {
	entriesIn,
	formValues,
	noExpression,
	plainValue,
	readAs,
	type FormValue,
} from './formValues';
import { ExpressionBatches } from './expressions/expressionBatches';
import type { FieldSource } from './expressions/readFields';
import { Hints } from './hints';
import { readerOf, type ParameterReader } from './parameterReader';
import { isExpression } from './expressions/plainPath';

/** The node's parameters over all items, and what a person should know of them. */
export class NodeParameters {
	private readonly readers = new Map<string, ParameterReader | undefined>();
	private readonly windows: ExpressionBatches;
	private readonly form: ReadonlyMap<string, FormValue>;
	/** Options that hold for the whole run, as they were read. */
	private readonly ofRun = new Map<string, unknown>();
	/** The parameters as the workflow holds them. */
	private raw: INodeParameters | undefined;
	/** Whether anything was read that may differ between items. */
	private differs = false;
	readonly timezone: string;
	readonly items: readonly INodeExecutionData[];
	/** Whether the one input item is an agent's call instead of data. */
	readonly isAgentCall: boolean;
	/** What a person should know although nothing is wrong. */
	readonly hints = new Hints();

	/** @param controls the form of the operation, by which its choices and switches are read */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly controls: readonly INodeProperties[] = [],
	) {
		this.form = formValues(controls);
		this.isAgentCall = isToolExecution(context);
		this.timezone = context.getTimezone();
		this.items = context.getInputData();
		this.windows = new ExpressionBatches(context, this.items);
	}

	/** The parameters of one item. */
	of(index: number): ItemParameters {
		return new ItemParameters(this, index);
	}

	/** An input item. */
	inputAt(index: number): INodeExecutionData {
		this.differs = true;
		return this.items[index] as INodeExecutionData;
	}

	/** A parameter's value for an item; undefined where the form does not have it. */
	valueAt(name: string, index: number): unknown {
		const reader = this.readerOf(name);
		if (typeof reader !== 'function') return reader?.value;
		return reader(index, this.inputAt(index).json);
	}

	/**
	 * Makes a reader of a part of a parameter.
	 *
	 * @param raw the part as the workflow holds it
	 * @param address where it stands, as `getNodeParameter` takes it
	 */
	partReader(raw: unknown, address: string): (index: number) => unknown {
		const reader = readerOf(this.context, this.windows, raw, address);
		if (typeof reader !== 'function') return () => reader.value;
		return (index) => reader(index, this.inputAt(index).json);
	}

	/** The parameters as the workflow holds them, expressions unread. */
	get rawParameters(): INodeParameters {
		// n8n copies the node each time.
		return (this.raw ??= this.context.getNode().parameters);
	}

	/** A parameter as the workflow holds it, expressions unread. */
	rawOf(name: string): unknown {
		return this.rawParameters[name];
	}

	/** The data that an expression's fields are read of; undefined where n8n has none for the item. */
	dataOf({ node, which }: FieldSource, index: number): unknown {
		if (node === undefined) {
			if (which === 'last') return this.items.at(-1)?.json;
			return this.items[which === 'first' ? 0 : index]?.json;
		}
		return dataOfNodeItem(this.context, node, which, index);
	}

	/** Whether a parameter, or a member of a collection, is an expression, whatever it gives. */
	isExpression(name: string, member?: string): boolean {
		const raw = this.rawOf(name);
		if (member === undefined || isExpression(raw)) return isExpression(raw);
		return isExpression((raw as Record<string, unknown> | undefined)?.[member]);
	}

	/**
	 * An option that holds for the whole run; undefined where it was not added.
	 *
	 * @throws InputError where it is an expression, which could give each item another value, or none
	 * of its choices
	 */
	optionOfRun(option: INodeProperties): unknown {
		const { name } = option;
		if (this.ofRun.has(name)) return this.ofRun.get(name);
		if (this.isExpression('options', name)) throw noExpression(option);
		const raw = (this.rawOf('options') as Record<string, unknown> | undefined)?.[name];
		if (typeof raw === 'string' && raw.includes('{{')) throw noExpression(option);
		const value = readAs(this.form.get('options')?.members?.get(name), raw);
		this.ofRun.set(name, value);
		return value;
	}

	/** Makes a reader that reads once what does not differ between items. */
	common<T>(read: (item: ItemParameters) => T): (item: ItemParameters) => T {
		let common: { value: T } | undefined;
		return (item) => {
			if (common) return common.value;
			const { value, differs } = this.watch(() => read(item));
			if (!differs) common = { value };
			return value;
		};
	}

	/** Reads something, and tells whether another item may give something else. */
	private watch<T>(read: () => T): { value: T; differs: boolean } {
		const outer = this.differs;
		this.differs = false;
		const value = read();
		const { differs } = this;
		this.differs ||= outer;
		return { value, differs };
	}

	private readerOf(name: string): ParameterReader | undefined {
		let reader = this.readers.get(name);
		if (reader === undefined && !this.readers.has(name)) {
			const raw = this.rawOf(name);
			reader =
				raw === undefined
					? undefined
					: readerOf(this.context, this.windows, raw, name, this.form.get(name));
			this.readers.set(name, reader);
		}
		return reader;
	}
}

/** One item's parameters, as an operation reads them. */
export class ItemParameters implements ConversionContext {
	constructor(
		private readonly parameters: NodeParameters,
		readonly index: number,
	) {}

	/** The input item. */
	get input(): INodeExecutionData {
		return this.parameters.inputAt(this.index);
	}

	/** Whether the input item is an agent's call, which must never pass for data. */
	get isAgentCall(): boolean {
		return this.parameters.isAgentCall;
	}

	get timezone(): string {
		return this.parameters.timezone;
	}

	/** The calling code of phone numbers without one, where the options say it. */
	get countryCode(): string | undefined {
		const given = this.collection('options')[parameterName(defaultCountryCode)];
		return convertField(defaultCountryCode, given, this) as string | undefined;
	}

	/** A parameter as it was given. */
	value(name: string): unknown {
		return this.parameters.valueAt(name, this.index);
	}

	/** A parameter that is a choice of the form. */
	choice(name: string): string {
		const value = this.value(name);
		return typeof value === 'string' ? value : '';
	}

	/**
	 * The value of one of the form's controls.
	 *
	 * @throws InputError where the expression of a required one gives nothing
	 */
	control({ name, displayName, required }: INodeProperties): unknown {
		const value = this.value(name);
		if (required && isAbsent(value)) this.refuseNothing(name, displayName);
		return value;
	}

	/** The members of a `collection`. */
	collection(name: string): Record<string, unknown> {
		const value = this.value(name);
		return typeof value === 'object' && value !== null
			? (value as Record<string, unknown>)
			: {};
	}

	/** The entries of a `fixedCollection` that was made by `entryList`. */
	entries(name: string, entry: string): Array<Record<string, unknown>> {
		return entriesIn(this.collection(name), entry);
	}

	/** A field's parameter, checked and converted. */
	field(field: Field): unknown {
		return convertField(field, this.formValue(field), this);
	}

	/** Several fields' parameters, checked and converted, by the service's keys. */
	fields(fields: readonly Field[]): IDataObject {
		return convertFields(fields, (field) => this.formValue(field), this);
	}

	/** Fields that stand in a collection under their parameter names, checked and converted. */
	fieldsIn(collection: object, fields: readonly Field[]): IDataObject {
		const values = collection as Record<string, unknown>;
		return convertFields(
			fields,
			(field) => plainValue(field, values[parameterName(field)]),
			this,
		);
	}

	/** Fields of an object that a person wrote with the service's keys, checked and converted. */
	objectFields(object: object, fields: readonly Field[]): IDataObject {
		return convertFields(fields, ownValue(object), this);
	}

	/** A parameter as the workflow holds it, expressions unread. */
	raw(name: string): unknown {
		return this.parameters.rawOf(name);
	}

	/** What is chosen in the Options collection for the whole run, where no expressions are. */
	chosen(option: INodeProperties): unknown {
		return this.parameters.optionOfRun(option) ?? option.default;
	}

	/** Whether a switch of the Options collection is on. */
	option({ name }: { name: string }): boolean {
		return this.collection('options')[name] === true;
	}

	private formValue(field: Field): unknown {
		const name = parameterName(field);
		const value = plainValue(field, this.value(name));
		if (field.required && isAbsent(value, field)) this.refuseNothing(name, field.label);
		return value;
	}

	/** In the form, a field with an expression looks filled. */
	private refuseNothing(name: string, label: string): void {
		if (!this.parameters.isExpression(name)) return;
		throw new InputError('is required, but its expression gives nothing', [label]);
	}

	/**
	 * Notes what a person should know although nothing is wrong.
	 *
	 * @param kind hints of one kind are one hint, although each names another value
	 */
	hint(message: string, kind?: string): void {
		this.parameters.hints.add(message, this.index, kind);
	}

	/** Adds to a hint that counts values of a kind, which `sentenceOf` makes. */
	countInHint(sentenceOf: CountSentence, example: string): void {
		this.parameters.hints.count(sentenceOf, example);
	}

	/** Adds a thing to a hint that lists all of its kind, which `sentenceOf` makes. */
	listInHint(sentenceOf: (things: string) => string, thing: string): void {
		this.parameters.hints.list(sentenceOf, thing);
	}
}
