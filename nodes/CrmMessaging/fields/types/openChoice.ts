import type { ConversionContext, FieldType } from '../field';
import { InputError, shown } from '../inputError';
import { nearestName } from '../nearest';
import { choice, leaveOut, type Choice } from './choice';

/** What becomes of a value that the service does not document. */
export type Undocumented = 'send' | 'leaveOut' | 'error';

/**
 * One of the values that the service documents, or one that it may have learnt since: what is written
 * as those are, and is no misspelt one of them, is sent with a hint. A form's list offers only the
 * documented ones, so others come from expressions and JSON.
 *
 * @param undocumented what becomes of the others where they are not to be sent
 * @param advice what a person can do about one that is refused
 */
export function openChoice(
	values: readonly Choice[],
	undocumented: Undocumented = 'send',
	advice?: string,
): FieldType {
	const known = choice(values, [], advice);
	const names = values.map(({ value }) => value);
	const meaning = new Map(
		values.flatMap(({ value, aliases = [] }) => [value, ...aliases].map((one) => [one, value])),
	);
	const allNames = [...meaning.keys()];
	const style = names.every((name) => name === name.toUpperCase())
		? /^[A-Z]{3,}(_[A-Z0-9]+)*$/
		: /^[a-z]{3,}(_[a-z0-9]+)*$/;
	return {
		...known,
		format: `${known.format}, or one that is new`,
		convert(value, context) {
			if (undocumented === 'leaveOut' && !takes(known, value, context)) {
				return leaveOut(value, names.join(', '), context);
			}
			const text = typeof value === 'string' ? value.trim() : '';
			const isNew = style.test(text) && !takes(known, value, context);
			if (!isNew || !context.hint) return known.convert(value, context);
			const meant = nearestName(text, allNames);
			if (meant !== undefined) {
				throw new InputError(
					`${shown(value)} is not one of ${names.join(', ')}; did you mean ${meaning.get(meant)}?`,
				);
			}
			if (undocumented === 'error') return known.convert(value, context);
			context.hint(
				`${shown(text)} is none of the values that the service documents (${names.join(', ')}); it was sent as it is.`,
			);
			return text;
		},
	};
}

function takes(type: FieldType, value: unknown, context: ConversionContext): boolean {
	try {
		type.convert(value, context);
		return true;
	} catch {
		return false;
	}
}
