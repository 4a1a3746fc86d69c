import type { INodeProperties, ResourceMapperField } from 'n8n-workflow';
import { groupsOf } from '../fields/control';

/** What is typed into a control, as the workflow holds it. */
export interface TypedText {
	control: INodeProperties;
	/** A text, or for JSON that was given as a value whatever it is. */
	raw: unknown;
	/** The labels that lead to it, outermost first. */
	where: string[];
}

/**
 * Everything that is typed into a form, however deep: texts and expressions, and nothing that a
 * person chooses or switches. It is derived from the controls, so that no field can be forgotten.
 *
 * @param raw the parameters as the workflow holds them
 */
export function typedTexts(
	controls: readonly INodeProperties[],
	raw: unknown,
	where: readonly string[] = [],
): TypedText[] {
	return controls.flatMap((control) => {
		const content = partOf(raw, control.name);
		const own = [...where, control.displayName];
		return content === undefined ? [] : typedInto(control, content, where, own);
	});
}

function typedInto(
	control: INodeProperties,
	raw: unknown,
	outer: readonly string[],
	where: string[],
): TypedText[] {
	switch (control.type) {
		case 'collection':
			return typedTexts(groupsOf(control)[0]?.values ?? [], raw, outer);
		case 'fixedCollection':
			return groupsOf(control).flatMap(({ name, values }) =>
				[partOf(raw, name) ?? []]
					.flat()
					.flatMap((entry, at) =>
						typedTexts(values, entry, [...outer, `${control.displayName} ${at + 1}`]),
					),
			);
		case 'resourceLocator':
			return [{ control, raw: partOf(raw, 'value') ?? raw, where }];
		case 'resourceMapper':
			return Object.entries(partOf(raw, 'value') ?? {}).map(([key, column]): TypedText => {
				const label = columnLabel(partOf(raw, 'schema'), key);
				return { control, raw: column as unknown, where: [...where, label] };
			});
		case 'boolean':
		case 'notice':
			return [];
		default:
			// What is no text otherwise has nothing typed in; n8n keeps no expression of these.
			return control.noDataExpression ? [] : [{ control, raw, where }];
	}
}

/** What people read above a column of a resource mapper. */
function columnLabel(schema: unknown, key: string): string {
	const columns = Array.isArray(schema) ? (schema as ResourceMapperField[]) : [];
	return columns.find(({ id }) => id === key)?.displayName ?? key;
}

function partOf(raw: unknown, key: string): unknown {
	if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, key)) return undefined;
	return (raw as Record<string, unknown>)[key];
}
