import type { Failure } from '../transport/failure';
import { fieldsInTexts, isInAnyItem, missingField } from './missingFields';
import type { Operation } from './operation';
import type { NodeParameters } from './parameters';
import {
	bracesForApp,
	bracesThatAreMeant,
	namedBraces,
	typedBraces,
	type TypedBraces,
} from './typedBraces';
import { typedTexts } from './typedTexts';

/**
 * Looks for what nobody can have meant in the texts of the form: an expression in Fixed mode, and a
 * text with a field that no item has. What may be meant is a hint.
 *
 * @returns why nothing may be sent; undefined where nothing is wrong
 */
export function formMistake(operation: Operation, parameters: NodeParameters): Failure | undefined {
	const texts = typedTexts(parameters.controls, parameters.rawParameters);
	const braces = typedBraces(texts);
	const mistake = braces.find(({ isMistake }) => isMistake);
	if (mistake) return { kind: 'input', ...inFixedMode(mistake, operation) };
	for (const one of braces) parameters.hints.list(bracesForApp, namedBraces(one));
	const missing = fieldsInTexts(texts).filter(({ read }) => !isInAnyItem(read, parameters));
	const gap = missing.find(({ mustBeThere }) => mustBeThere);
	if (gap) return { kind: 'input', ...missingField(gap, parameters) };
	for (const one of missing) {
		const { message, advice } = missingField(one, parameters);
		parameters.hints.add(`${message}. ${advice}`);
	}
	return undefined;
}

function inFixedMode(
	{ where, braces }: TypedBraces,
	{ message }: Operation,
): { message: string; advice: string } {
	const isMessage = message?.field.label === where[0];
	const orPlaceholder = isMessage ? ', or write %{name} for a field of the input item' : '';
	return {
		message: `${where.join(', ')} has ${braces} in Fixed mode, where n8n doesn't fill it in`,
		advice: `Switch the field to Expression${orPlaceholder}. To send braces as they are, write ${bracesThatAreMeant} for them in an expression.`,
	};
}
