import type { IDataObject } from 'n8n-workflow';
import { operations } from '../../../nodes/CrmMessaging/actions';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { controlsOf, previewOptionOf } from '../../../nodes/CrmMessaging/engine/options';
import { changes } from '../../../nodes/CrmMessaging/service/endpoints';
import { leavesIn, type Leaf } from './fill-form';
import { formsOf } from './forms';
import { caseOf, type OperationCase } from './operations';

/** One way through an operation's form, with every control filled in from the item. */
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

/** Every operation in every way through its form, and its previews. */
export const everyForm = operations.flatMap((operation): FormCase[] => {
	const { ways, item } = formsOf(operation);
	const caseOfForm = (way: string, form: IDataObject, preview?: string): FormCase => ({
		...caseOf(operation),
		name: [caseOf(operation).name, way].filter(Boolean).join(', '),
		form,
		leaves: leavesIn(controlsOf(operation), form),
		goodItem: item,
		mayBeSilent: operation.operation === 'getAll',
		preview,
	});
	const previewed = (preview: string): FormCase => {
		const form = ways['']!;
		// Options that change the recipients are filled in only if nothing is sent.
		const test = preview === 'messages' ? { testRecipient: '+34600100001' } : {};
		const options = { ...(form.options as IDataObject), ...test, preview };
		return caseOfForm(`preview of ${preview}`, { ...form, options }, preview);
	};
	return [
		...Object.entries(ways).map(([way, form]) => caseOfForm(way, form)),
		...previewsOf(operation).map(previewed),
	];
});

/** The choices of the option that send nothing. */
function previewsOf(operation: Operation): string[] {
	if (!changes(operation.endpoint)) return [];
	const choices = previewOptionOf(operation).type.options!;
	return choices.map(({ value }) => value as string).filter((value) => value !== 'off');
}
