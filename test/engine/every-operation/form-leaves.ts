import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { groupsOf, propertiesOf } from '../../../nodes/CrmMessaging/fields/control';
import { controlsOf } from '../../../nodes/CrmMessaging/engine/options';
import { columnsBy } from './fill-form';
import type { FormCase } from './form-cases';

/** A control of a filled form that holds no others. */
export interface Leaf {
	control: INodeProperties;
	/** The path of its value. */
	path: Array<string | number>;
}

/** All controls of a filled form that hold no others, however deep. */
export function leavesOf({ operation, form }: FormCase): Leaf[] {
	return leavesIn(controlsOf(operation), form, []);
}

function leavesIn(controls: INodeProperties[], form: IDataObject, path: Leaf['path']): Leaf[] {
	const filled = controls.filter(({ name }) => name in form);
	return filled.flatMap((control): Leaf[] => {
		const own = [...path, control.name];
		const content = form[control.name] as IDataObject;
		switch (control.type) {
			case 'collection':
				return leavesIn(control.options as INodeProperties[], content, own);
			case 'fixedCollection':
				return groupsOf(control).flatMap(({ name, values }) =>
					(content[name] as IDataObject[]).flatMap((entry, at) =>
						leavesIn(values, entry, [...own, name, at]),
					),
				);
			case 'resourceLocator':
				return [{ control, path: [...own, 'value'] }];
			case 'resourceMapper': {
				const fields =
					columnsBy[control.typeOptions!.resourceMapper!.resourceMapperMethod!]!;
				return propertiesOf(fields).map((column, at) => ({
					control: column,
					path: [...own, 'value', fields[at]!.name],
				}));
			}
			default:
				return [{ control, path: own }];
		}
	});
}

/** A filled form with another value in one of its leaves. */
export function withValue(
	form: IDataObject,
	[key, ...rest]: Leaf['path'],
	value: unknown,
): IDataObject {
	const copy = (Array.isArray(form) ? [...(form as unknown[])] : { ...form }) as IDataObject;
	copy[key!] = (
		rest.length > 0 ? withValue((copy[key!] ?? {}) as IDataObject, rest, value) : value
	) as IDataObject;
	return copy;
}
