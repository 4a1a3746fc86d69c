import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { propertiesOf } from '../../../nodes/CrmMessaging/fields/control';
import { contactInputs } from '../../../nodes/CrmMessaging/service/fields/contact';

type Path = Array<string | number>;

/** A control of a filled form that holds no others. */
export interface Leaf {
	control: INodeProperties;
	/** The path of its value. */
	path: Path;
}

/** The value of a leaf in a filled form. */
export function valueIn(form: unknown, path: Path): unknown {
	return path.reduce<unknown>((inner, key) => (inner as IDataObject)[key], form);
}

/** A filled form with another value in one of its leaves. */
export function withValue(form: IDataObject, [key, ...rest]: Path, value: unknown): IDataObject {
	const copy = (Array.isArray(form) ? [...(form as unknown[])] : { ...form }) as IDataObject;
	copy[key!] = (
		rest.length > 0 ? withValue((copy[key!] ?? {}) as IDataObject, rest, value) : value
	) as IDataObject;
	return copy;
}

/** All controls, also those inside of others. */
export function withInner(controls: readonly INodeProperties[]): INodeProperties[] {
	const membersOf = ({ type, options = [] }: INodeProperties): INodeProperties[] => {
		if (type === 'collection') return options as INodeProperties[];
		if (type !== 'fixedCollection') return [];
		return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
	};
	return controls.flatMap((control) => [control, ...withInner(membersOf(control))]);
}

/** The leaves of a filled form. Of two controls with a name, the first is it. */
export function leavesIn(
	controls: readonly INodeProperties[],
	form: IDataObject,
	path: Path = [],
): Leaf[] {
	return Object.entries(form).flatMap(([name, value]): Leaf[] => {
		const control = controls.find((one) => one.name === name);
		if (!control || value === undefined) return [];
		const own = [...path, name];
		const inner = value as IDataObject;
		switch (control.type) {
			case 'collection':
				return leavesIn(control.options as INodeProperties[], inner, own);
			case 'fixedCollection':
				return (control.options as INodePropertyCollection[]).flatMap((group) =>
					((inner[group.name] ?? []) as IDataObject[]).flatMap((entry, at) =>
						leavesIn(group.values, entry, [...own, group.name, at]),
					),
				);
			case 'resourceLocator':
				return [{ control, path: [...own, 'value'] }];
			case 'resourceMapper':
				return propertiesOf(contactInputs).map((column, at) => ({
					control: column,
					path: [...own, 'value', contactInputs[at]!.name],
				}));
			default:
				return [{ control, path: own }];
		}
	});
}

/** The values of other controls that show a control. */
export function modeShowing({ displayOptions }: INodeProperties): IDataObject {
	const shown = Object.entries(displayOptions?.show ?? {});
	return Object.fromEntries(shown.map(([name, values]) => [name, values![0]]));
}
