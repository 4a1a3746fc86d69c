import {
	isExpression,
	type IDataObject,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';
import { wrongSetting } from '../../catalogue/runs';
import type { Sentence } from '../../catalogue/sentence';
import { cached } from '../../fields/cached';
import { entriesIn, plainValue } from '../../fields/control';
import {
	parameterName,
	type Field,
	type ConversionContext,
	type ListSentence,
	type Option,
	convertField,
	convertFields,
	ownValue,
	readOption,
} from '../../fields/field';
import { InputError } from '../../fields/inputError';
import { isBlank } from '../../fields/values';
import type { Execution } from '../../n8n/execution';
import { failureOfSentence, ServiceError } from '../../service/failure';
import { Hints } from '../hints';
import { readerOf } from './expressions/parameterReader';
import { FormChecks } from './formChecks';

/** The node's parameters for all items, and the hints about them. */
export class NodeParameters {
	private readonly options = new Map<string, unknown>();
	/** Whether any value read so far may differ between items. */
	private differs = false;
	readonly items: readonly INodeExecutionData[];
	readonly hints = new Hints();
	readonly checks: FormChecks;

	/** @param controls the operation's form */
	constructor(
		readonly execution: Execution,
		readonly controls: readonly INodeProperties[],
	) {
		this.items = execution.items;
		this.checks = new FormChecks(execution, controls, this.hints);
	}

	of(index: number): ItemParameters {
		return new ItemParameters(this, index);
	}

	inputAt(index: number): INodeExecutionData {
		this.differs = true;
		return this.items[index] as INodeExecutionData;
	}

	/** Returns a reader of a parameter, or of a member such as `options.test`; undefined if the form lacks it. */
	readonly reader = cached((name: string): ((index: number) => unknown) => {
		const raw = this.rawOf(name);
		if (raw === undefined) return () => undefined;
		const keys = name.split('.');
		this.checks.lookAt(raw, keys);
		const reader = readerOf(this, raw, keys);
		if (typeof reader !== 'function') return () => reader.value;
		return (index) => {
			this.differs = true;
			return reader(index);
		};
	});

	/** A raw parameter, by its address, such as `a.b.0.c`. n8n drops a collection that is an expression. */
	readonly rawOf = cached((name: string): unknown => {
		let value: unknown = this.execution.node.parameters;
		for (const step of name.split('.')) {
			if (typeof value !== 'object' || value === null) return undefined;
			value = (value as Record<string, unknown>)[step];
		}
		return value;
	});

	/** An option of the run. @throws InputError if it is wrong, or an expression, which may differ by item */
	option<T>(option: Option<T>): T {
		const { name } = option;
		if (!this.options.has(name)) {
			const raw = this.rawOf(optionAddress(option));
			// If the form allows no expression, n8n keeps its text without the leading `=`.
			if (isExpression(raw) || (typeof raw === 'string' && raw.includes('{{'))) {
				throw new InputError(wrongSetting.expressionForRun(), [option.label]);
			}
			this.options.set(name, this.of(0).read(option));
		}
		return this.options.get(name) as T;
	}

	/** Returns a reader that reads a value only once if it's the same for all items. */
	common<T>(read: (item: ItemParameters) => T): (item: ItemParameters) => T {
		let common: { value: T } | undefined;
		return (item) => {
			if (common) return common.value;
			const outer = this.differs;
			this.differs = false;
			const value = read(item);
			if (!this.differs) common = { value };
			this.differs ||= outer;
			return value;
		};
	}
}

type Values = Record<string, unknown>;

function optionAddress({ name, isParameter }: Option): string {
	return isParameter ? name : `options.${name}`;
}

/** One item's parameters, as an operation reads them. */
export class ItemParameters implements ConversionContext {
	constructor(
		private readonly parameters: NodeParameters,
		readonly index: number,
	) {}

	get input(): INodeExecutionData {
		return this.parameters.inputAt(this.index);
	}

	/** Whether the input item is an agent's call, which must never count as data. */
	get isAgentCall(): boolean {
		return this.parameters.execution.isTool;
	}

	get timezone(): string {
		return this.parameters.execution.timezone;
	}

	get inputs(): readonly INodeExecutionData[] {
		return this.parameters.items;
	}

	value(name: string): unknown {
		return this.parameters.reader(name)(this.index);
	}

	/** An option's value. @throws InputError if it is wrong */
	option<T>(option: Option<T>): T {
		return option.perItem ? this.read(option) : this.parameters.option(option);
	}

	/** Reads an option for this item, also one of the run. */
	read<T>(option: Option<T>): T {
		const address = optionAddress(option);
		if (this.parameters.rawOf(address) === undefined) return option.unset;
		if (this.isAgentCall && !option.isParameter && isBlank(this.value(address)))
			return option.unset;
		try {
			return readOption(option, { [option.name]: this.value(address) }, this);
		} catch (error) {
			// Without more labels: the field whose conversion needs it isn't wrong.
			throw error instanceof InputError
				? new ServiceError(failureOfSentence('input', error.sentence))
				: error;
		}
	}

	collection(name: string): Values {
		const value = this.value(name);
		return typeof value === 'object' && value !== null ? (value as Values) : {};
	}

	/** The entries of a `fixedCollection` made by `entryList`. */
	entries(name: string, entry: string): Values[] {
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

	/** Fields in a collection under their parameter names, checked and converted. */
	fieldsIn(collection: object, fields: readonly Field[]): IDataObject {
		const valueOf = (field: Field) =>
			plainValue(field, (collection as Values)[parameterName(field)]);
		return convertFields(fields, valueOf, this);
	}

	/** Fields of an object with the service's keys, checked and converted. */
	objectFields(object: object, fields: readonly Field[]): IDataObject {
		return convertFields(fields, ownValue(object), this);
	}

	private formValue(field: Field): unknown {
		return plainValue(field, this.value(parameterName(field)));
	}

	hint(sentence: Sentence): void {
		this.parameters.hints.add(sentence, [{ items: [this.index], recipient: {} }]);
	}

	refuseTyped(tags: readonly string[]): void {
		this.parameters.checks.refuseTyped(tags);
	}

	listInHint(sentenceOf: ListSentence, thing: string): void {
		this.parameters.hints.list(sentenceOf, thing);
	}
}
