import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { controlsOf } from '../../../nodes/CrmMessaging/engine/options';

/** The path of each control of a form, through the collections that hold it; of two, the inner one. */
function placesIn(controls: INodeProperties[], within: string[] = []): Map<string, string[]> {
	const inner = controls.flatMap(({ type, name, options }) =>
		type === 'collection' ? [...placesIn(options as INodeProperties[], [...within, name])] : [],
	);
	const own = controls.map(({ name }): [string, string[]] => [name, [...within, name]]);
	return new Map([...own, ...inner]);
}

/**
 * Lets a test use options without their path: moves each to its place in the form, which is outside of
 * the options for some. One that the form doesn't have stays, since random tests also try those.
 */
export function placedOptions(parameters: IDataObject): IDataObject {
	const { resource, operation, options, additionalFields, ...others } = parameters;
	const declared = operations.find(
		(one) => one.resource.name === resource && one.choice.name === operation,
	);
	if (!declared || typeof options === 'string') return parameters;
	const places = placesIn(controlsOf(declared));
	const placed = (values: unknown, placeOf: (name: string) => string[]) =>
		Object.entries(values ?? {}).map(([name, value]) => [placeOf(name), value] as const);
	return [
		...placed(others, (name) => places.get(name) ?? [name]),
		...placed(additionalFields, (name) => ['additionalFields', name]),
		...placed(options, (name) => places.get(name) ?? ['options', name]),
	].reduce<IDataObject>((form, [path, value]) => withValue(form, path, value), {
		resource,
		operation,
	});
}

/** A filled form with another value at a path. */
export function withValue(
	form: IDataObject,
	[key, ...rest]: ReadonlyArray<string | number>,
	value: unknown,
): IDataObject {
	const copy = (Array.isArray(form) ? [...(form as unknown[])] : { ...form }) as IDataObject;
	copy[key!] = (
		rest.length > 0 ? withValue((copy[key!] ?? {}) as IDataObject, rest, value) : value
	) as IDataObject;
	return copy;
}
