import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { controlsOf } from '../../../nodes/CrmMessaging/engine/options';
import { madeUpOperations } from '../every-operation/made-up';

/** The collections whose members a test may name alone. */
const details = 'additionalFields';

/**
 * Lets a test name options and additional fields alone: puts each where the form of its operation has
 * it, which may be a collection inside of Options.
 */
export function placedOptions(parameters: IDataObject): IDataObject {
	const { resource, operation } = parameters;
	const declared = [...operations, ...madeUpOperations].find(
		(one) => one.resource.name === resource && one.operation === operation,
	);
	if (!declared) return parameters;
	const controls = controlsOf(declared);
	const members = controls.find(({ name }) => name === 'options')!.options as INodeProperties[];
	const isIn = (list: readonly INodeProperties[], name: string) =>
		list.some((control) => control.name === name);
	const options = { ...(parameters.options as IDataObject | undefined) };
	const others: IDataObject = {};
	const additional = (controls.find(({ name }) => name === details)?.options ??
		[]) as INodeProperties[];
	for (const [name, value] of Object.entries(parameters)) {
		const isHidden = !isIn(controls, name);
		if (isHidden && isIn(additional, name)) {
			others[details] = { ...(others[details] as IDataObject), [name]: value };
		} else if (name === details) {
			others[details] = { ...(others[details] as IDataObject), ...(value as IDataObject) };
		} else if (isHidden && isIn(members, name)) options[name] = value;
		else if (name !== 'options') others[name] = value;
	}
	if (typeof parameters.options === 'string') return parameters;
	const placed: IDataObject = {};
	for (const [name, value] of Object.entries(options)) {
		const outer = members.find(
			({ type, options: inner }) =>
				type === 'collection' && isIn(inner as INodeProperties[], name),
		);
		if (outer) placed[outer.name] = { ...(placed[outer.name] as IDataObject), [name]: value };
		else placed[name] = value;
	}
	return Object.keys(placed).length > 0 ? { ...others, options: placed } : others;
}
