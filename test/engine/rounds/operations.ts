import type { IDataObject } from 'n8n-workflow';
import { changes } from '../../../nodes/CrmMessaging/service/endpoints';
import { operations } from '../../../nodes/CrmMessaging/actions';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { fieldOf } from '../../../nodes/CrmMessaging/fields/control';
import { parameterName } from '../../../nodes/CrmMessaging/fields/field';
import { price } from '../../../nodes/CrmMessaging/fields/types/price';
import { text } from '../../../nodes/CrmMessaging/fields/types/text';
import { leastForm } from '../every-operation/endpoint-cases';
import { factsOf } from '../every-operation/endpoint-facts';
import { modeShowing, withInner } from '../every-operation/fill-form';
import { caseOf, type OperationCase } from '../every-operation/operations';

/** An operation that sends, with a form that reads its recipients from `$json.to`. */
export interface SendingOperation extends OperationCase {
	form: IDataObject;
	/** The same recipients in another order, by their parameter. */
	reversed?: IDataObject;
	/** Another wording. */
	reworded: IDataObject;
	/** The recipients of a list of items, once for each message or entry. */
	wanted(items: readonly RoundItem[]): string[];
}

/** An input item of a round. */
export interface RoundItem {
	to: string[];
	/** The contacts of a purchase, which aren't recipients. */
	guests: IDataObject[];
	name: string;
	/** Different for each item; its messages have it in their texts. */
	id: string;
}

const each = (items: readonly RoundItem[]): string[] => items.flatMap(({ to }) => to);
const first = (items: readonly RoundItem[]): string[] => items.map(({ to }) => to[0]!);

/** Every operation whose requests may not be sent twice. */
export const sendingOperations = operations
	.filter(({ endpoint }) => changes(endpoint))
	.map(sendingOperation);

/**
 * An operation with a list of recipients if its form accepts one as JSON, else one recipient per item. In
 * an indivisible request, such as a purchase with its contacts, the list contains no recipients.
 */
function sendingOperation(operation: Operation): SendingOperation {
	const { message } = operation;
	const isWhole = operation.hasParts === true;
	const { good } = factsOf(operation.endpoint);
	const list = operation.properties.find(
		({ type, name }) => type === 'json' && Array.isArray(good[name]),
	);
	const [entry] = (list ? good[list.name] : [{}]) as IDataObject[];
	const [key] = Object.keys(entry!);
	// Each message has a text of its own.
	const own = message ? ', replacements: { text: $json.id + "-" + at }' : '';
	const listOf = (names: string) => ({
		[list!.name]: `={{ ${names}.map((name, at) => ({ ${key}: name${own} })) }}`,
	});
	const form = {
		...leastForm(operation, {
			mode: list && modeShowing(list),
			recipient: '={{ $json.to[0] }}',
		}),
		// An agent's call has no fields for placeholders.
		...(message && {
			[parameterName(message.field)]: list ? 'Hello %{text}' : '=Hello {{ $json.id }}',
		}),
		...(list && (isWhole ? { [list.name]: '={{ $json.guests }}' } : listOf('$json.to'))),
	};
	return {
		...caseOf(operation),
		form,
		reworded: rewordedOf(operation, form),
		...(list && !isWhole && { reversed: listOf('[...$json.to].reverse()') }),
		wanted: wantedBy(isWhole, list !== undefined),
	};
}

function wantedBy(isWhole: boolean, isList: boolean): SendingOperation['wanted'] {
	// Items with the same booking share its one purchase.
	if (isWhole) return (items) => [...new Set(first(items))];
	return isList ? each : first;
}

/** Another price, else another message or text, if the form has one. */
function rewordedOf({ properties, message }: Operation, form: IDataObject): IDataObject {
	const words = withInner(properties).filter(({ name }) => name in form);
	const ofType = (type?: object) => words.find((one) => type && fieldOf(one)?.type === type);
	const { name } = (ofType(price) ?? ofType(message?.field.type) ?? ofType(text))!;
	const value = form[name];
	return { [name]: typeof value === 'number' ? value + 1 : `${value as string} again` };
}
