import type { IDataObject } from 'n8n-workflow';
import { optionOf } from '../../../nodes/CrmMessaging/fields/control';
import { changes } from '../../../nodes/CrmMessaging/service/endpoints';
import { operations } from '../../../nodes/CrmMessaging/actions';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { previewOptionOf } from '../../../nodes/CrmMessaging/engine/options';
import { factsOf } from './endpoint-facts';
import { decidersOf, filledForm, type Filling, type Leaf } from './fill-form';
import { goodValueOf, usualValueOf } from './good-value';
import { caseOf, type OperationCase } from './operations';

/** An operation in one of the modes of its form, with every control filled in from the item. */
export interface FormCase extends OperationCase {
	form: IDataObject;
	leaves: Leaf[];
	/** An item that the form accepts. */
	goodItem: IDataObject;
	/** Whether it returns nothing for an item if the service has no result. */
	mayBeSilent?: boolean;
	/** The preview that it returns instead of sending. */
	preview?: string;
}

/**
 * Options of the whole run can't be expressions. Batches have two entries, equal ones too, and are sent
 * once. An item has the values of all modes, and also objects, which aren't contact fields.
 */
const ofRun: IDataObject = {
	batchSize: 2,
	dateFormat: 'dd/MM/yyyy',
	skipDuplicates: false,
	testRecipient: '+34600100001',
	columnsToLeaveOut: 'blacklisted, subscribed',
};

/** Options that change the recipients are filled in only if nothing is sent. */
const notSent = new Set(['testRecipient']);

/** Every operation in every mode of its form. */
export const everyForm = operations.flatMap(formsOf);

/** The mode that shows most, each other choice of it, and its previews. */
function formsOf(operation: Operation): FormCase[] {
	const deciders = decidersOf(operation);
	const fullest: IDataObject = Object.fromEntries(
		deciders.map(({ name, byShown }) => [name, byShown[0] as string]),
	);
	const others = deciders.flatMap(({ name, byShown }) =>
		byShown.slice(1).map((value) => formOf(operation, fullest, { [name]: value as string })),
	);
	const previews = previewsOf(operation).map((value) => formOf(operation, fullest, {}, value));
	return [formOf(operation, fullest), ...others, ...previews];
}

/** The choices of the option that send nothing. */
function previewsOf(operation: Operation): string[] {
	if (!changes(operation.endpoint)) return [];
	const choices = previewOptionOf(operation).type.options!;
	return choices.map(({ value }) => value as string).filter((value) => value !== 'off');
}

function formOf(
	operation: Operation,
	fullest: IDataObject,
	other: IDataObject = {},
	preview?: string,
): FormCase {
	const { good, mayBeSilent } = factsOf(operation.endpoint);
	const goodItem: IDataObject = {};
	const fromItem = (key: string, value: unknown): string => {
		goodItem[key] ??= (good[key] ?? value) as IDataObject;
		return `={{ $json.${key} }}`;
	};
	const filling: Filling = {
		mode: { ...fullest, ...other },
		fills: ({ name }) => preview === 'messages' || !notSent.has(name),
		valueOf: (control, field) => {
			const { name } = control;
			if (field) return fromItem(field.name, goodValueOf(field));
			if (name === 'preview') return preview ?? 'off';
			if (control.noDataExpression) return ofRun[name] ?? control.default;
			const option = optionOf(control);
			return fromItem(name, option ? goodValueOf(option) : usualValueOf(control));
		},
	};
	// Records the fields that any mode reads, so that each can be tested with strange values.
	filledForm(operation, { ...filling, mode: {} });
	const { name, ...rest } = caseOf(operation);
	const leaves: Leaf[] = [];
	const form = filledForm(operation, { ...filling, found: (leaf) => leaves.push(leaf) });
	const choices = Object.entries(other).map(([key, value]) => `, ${key} ${value as string}`);
	return {
		...rest,
		name: [name, ...choices, preview ? `, preview of ${preview}` : ''].join(''),
		preview,
		mayBeSilent,
		form,
		leaves,
		goodItem,
	};
}
